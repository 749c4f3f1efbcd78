# The front door. CMake does the work, in build/<preset>; `make help` lists the targets.
#
#   EXE=name      where the engine goes                      (default: notochord)
#   CXX=clang++   the compiler; each has its own build tree  (default: CMake's choice)
#   ARCH=x86-64-v3   the target CPU, as in -march            (default: native)
#   CMAKE_ARGS=...   anything else for CMake, such as -DNOTOCHORD_TUNE=ON
#   ARGS=...         for `make scaling`, such as '--threads 1,64 --hash 4096', `make report`, `make
#                    mutants` and `make dist`

EXE        ?= notochord
ARCH       ?= native
JOBS       ?= $(shell nproc 2>/dev/null || echo 2)
DEPTH      ?= 6
CMAKE_ARGS ?=
ARGS       ?=

# A build tree for each compiler and CPU that is not the default.
space  := $(subst ,, )
suffix := $(if $(filter-out default undefined,$(origin CXX)),-$(subst /,_,$(subst $(space),_,$(CXX))))
suffix := $(suffix)$(if $(filter-out native,$(ARCH)),-$(ARCH))
ifeq ($(origin CXX),default)
  configure_env :=
else
  configure_env := CXX='$(CXX)'
endif
export CMAKE_GENERATOR ?= $(if $(shell command -v ninja),Ninja,Unix Makefiles)

# $(call build,<preset>,<target>[,<CMake arguments>]): configure, then build. MAKEFLAGS is emptied so
# that a Makefile build underneath does not look for our job server.
tree  = build/$(1)$(suffix)
build = $(configure_env) cmake --preset $(1) -B $(call tree,$(1)) -DNOTOCHORD_ARCH=$(ARCH) $(3) \
            $(CMAKE_ARGS) && \
        MAKEFLAGS= MAKELEVEL= cmake --build $(call tree,$(1)) --target $(2) --parallel $(JOBS)
ctest = ctest --test-dir $(call tree,$(1)) --parallel $(JOBS) --output-on-failure --no-tests=error
fast  = --label-exclude '^slow$$'

sources = $(shell find engine threads tb tests -name '*.h' -o -name '*.cpp' 2>/dev/null)

.PHONY: all run test test-slow debug asan tsan coverage mutants bench perft scaling microbench fuzz \
        pgo dist report format format-check tidy deps deps-engine clean help
.NOTPARALLEL:

all: deps-engine  ## build the engine as ./$(EXE)
	$(call build,release,notochord)
	@cp -f $(call tree,release)/bin/notochord '$(EXE)'

run: all  ## build the engine and start it
	@'$(abspath $(EXE))'

test: deps  ## build and run the tests
	$(call build,ci,notochord_tests)
	$(call ctest,ci) $(fast)

test-slow: deps  ## the same with the slow tests
	$(call build,ci,notochord_tests)
	$(call ctest,ci)

debug: deps  ## the tests in a debug build
	$(call build,debug,notochord_tests)
	$(call ctest,debug) $(fast)

asan: deps  ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call build,asan,notochord_tests)
	$(call ctest,asan) $(fast)

# ThreadSanitizer needs a memory layout that some kernels' address randomization breaks.
tsan: deps  ## the tests under ThreadSanitizer
	$(call build,tsan,notochord_tests)
	@if setarch -R true 2>/dev/null; then no_aslr='setarch -R'; fi; \
	$$no_aslr $(call ctest,tsan) $(fast)

# The counts of an earlier run would be added to.
coverage: deps  ## the share of lines that the tests run, by library (needs gcovr)
	$(call build,coverage,notochord_tests)
	@find $(call tree,coverage) -name '*.gcda' -delete
	$(call ctest,coverage) $(fast)
	@scripts/coverage.py $(call tree,coverage)

mutants: deps  ## change the riskiest code in small ways, and see that a test fails each time
	@scripts/mutants.py --jobs $(JOBS) $(ARGS)

bench: all  ## count the nodes of the fixed benchmark positions
	@'$(abspath $(EXE))' bench

perft: all  ## count the moves from the start position to depth $(DEPTH)
	@printf 'position startpos\ngo perft $(DEPTH)\nquit\n' | '$(abspath $(EXE))'

scaling: all  ## measure speed, time to depth and stops with 1, 2, 4, ... threads
	@scripts/scaling.py --engine '$(abspath $(EXE))' $(ARGS)

report: all  ## a page of what was measured here, as build/report.html
	@scripts/report.py --engine '$(abspath $(EXE))' $(ARGS)

microbench: deps  ## build and run the micro-benchmarks
	$(call build,microbench,notochord_benchmarks)
	@for b in $(call tree,microbench)/bin/benchmarks/*; do "$$b" || exit 1; done

fuzz: deps  ## build the libFuzzer targets (needs clang++)
	$(call build,fuzz,notochord_fuzzers)
	@ls $(call tree,fuzz)/bin/fuzzers/*

pgo: deps-engine  ## the engine as ./$(EXE), optimized with a profile of its own bench
	@rm -rf $(call tree,pgo)
	$(call build,pgo,notochord,-DNOTOCHORD_PGO=generate)
	$(call tree,pgo)/bin/notochord bench </dev/null
	$(call build,pgo,notochord,-DNOTOCHORD_PGO=use)
	@cp -f $(call tree,pgo)/bin/notochord '$(EXE)'

dist:  ## pack the engine and what it needs, for two kinds of CPU, in build/dist
	@scripts/dist.sh $(ARGS)

format:  ## format the sources
	clang-format -i $(sources)

format-check:  ## fail where the sources are not formatted
	clang-format --dry-run --Werror $(sources)

tidy: deps  ## run clang-tidy
	$(call build,ci,notochord_tests)
	run-clang-tidy -quiet -j $(JOBS) -p $(call tree,ci) '/(engine|threads|tb|tests)/.*\.cpp$$'

deps:
	@scripts/install_deps.sh

deps-engine:
	@scripts/install_deps.sh --engine

clean:  ## remove everything that was built
	rm -rf build '$(EXE)'

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22
