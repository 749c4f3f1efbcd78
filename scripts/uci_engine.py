"""An engine process that is spoken to in UCI, and the progress line of the scripts that do so."""

import subprocess
import sys
import threading
import time


class EngineError(Exception):
    """The engine does not start, has gone, or refuses a setting."""


class UciEngine:
    """One engine process. `kill` may be called from any thread; waiting reads then fail."""

    def __init__(self, path):
        try:
            self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             text=True, errors="replace", bufsize=1)
        except OSError as error:
            raise EngineError(f"cannot start {path}: {error.strerror}") from error

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.send("quit")
        else:
            self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def kill(self):
        self._process.kill()

    def send(self, command):
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError("the engine has gone") from error

    def lines_until(self, prefix):
        """Each line as it comes, the last one is the first that begins so."""
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise EngineError(f"the engine has gone, waiting for {prefix}")
            yield line.rstrip("\n")
            if line.startswith(prefix):
                return

    def read_until(self, prefix):
        """The lines before the first that begins so."""
        return list(self.lines_until(prefix))[:-1]

    def sync(self):
        self.send("isready")
        return self.read_until("readyok")


class Progress:
    """One line that is overwritten on a terminal; elsewhere a line for each tenth."""

    def __init__(self, total):
        self._total = total
        self._done = 0
        self._start = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._width = 0
        self._lock = threading.Lock()

    def step(self, text):
        with self._lock:
            self._done += 1
            share = self._done / self._total
            left = (time.monotonic() - self._start) * (1 - share) / share
            line = f"{share:4.0%}  {text}, {left // 60:.0f}:{left % 60:02.0f} left"
            if self._terminal:
                sys.stderr.write("\r" + line.ljust(self._width))
                self._width = len(line)
            elif 10 * self._done // self._total != 10 * (self._done - 1) // self._total:
                sys.stderr.write(line + "\n")
            sys.stderr.flush()

    def close(self):
        if self._terminal:
            sys.stderr.write("\r" + " " * self._width + "\r")
