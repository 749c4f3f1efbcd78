"""The plot of scaling.py, as SVG text."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 960, 440
PANEL_WIDTH, PANEL_HEIGHT = 390, 300
LEFT, TOP, GAP = 60, 70, 80
STYLE = ("text{font:13px sans-serif;fill:#222}.title{font-size:17px;font-weight:bold}"
         ".small{font-size:11px;fill:#555}.grid{stroke:#ddd}.axis{stroke:#555;fill:none}"
         ".line{fill:none;stroke-width:2}.ideal{stroke:#999;stroke-dasharray:5 4;fill:none}")


def ticks(low, high):
    """Powers of two that enclose both."""
    first = math.floor(math.log2(low) + 1e-9)
    last = max(math.ceil(math.log2(high) - 1e-9), first + 1)
    step = max(1, math.ceil((last - first) / 10))
    return [2.0 ** power for power in range(first, last + step, step)]


def number(value):
    return f"{value:g}" if value >= 0.01 else f"{value:.0e}"


class Panel:
    """A pair of logarithmic axes."""

    def __init__(self, left, x_values, y_values, title):
        self._left = left
        self._x = ticks(min(x_values), max(x_values))
        self._y = ticks(min(y_values), max(y_values))
        self.parts = [f'<text x="{left}" y="{TOP - 14}">{escape(title)}</text>']
        self._draw_axes()

    def place(self, x, y):
        def share(value, marks):
            return math.log2(value / marks[0]) / math.log2(marks[-1] / marks[0])
        return (self._left + PANEL_WIDTH * share(x, self._x),
                TOP + PANEL_HEIGHT * (1 - share(y, self._y)))

    def _draw_axes(self):
        bottom, right = TOP + PANEL_HEIGHT, self._left + PANEL_WIDTH
        for value in self._x:
            x, _ = self.place(value, self._y[0])
            self.parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>'
                              f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">'
                              f"{number(value)}</text>")
        for value in self._y:
            _, y = self.place(self._x[0], value)
            self.parts.append(f'<path class="grid" d="M{self._left} {y:.1f}H{right}"/>'
                              f'<text x="{self._left - 6}" y="{y + 4:.1f}" text-anchor="end">'
                              f"{number(value)}</text>")
        self.parts.append(f'<path class="axis" d="M{self._left} {TOP}V{bottom}H{right}"/>'
                          f'<text x="{(self._left + right) / 2}" y="{bottom + 38}" '
                          f'text-anchor="middle">threads</text>')

    def line(self, points, color, name, row):
        places = [self.place(x, y) for x, y in points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        self.parts.append(f'<path class="line" stroke="{color}" d="{path}"/>')
        for (x, y), (threads, value) in zip(places, points):
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}">'
                              f"<title>{threads} threads: {number(value)}</title></circle>")
        self._legend(f'class="line" stroke="{color}"', name, row)

    def ideal(self, points, row):
        path = "M" + "L".join("{:.1f} {:.1f}".format(*self.place(x, y)) for x, y in points)
        self.parts.append(f'<path class="ideal" d="{path}"/>')
        self._legend('class="ideal"', "ideal", row)

    def _legend(self, attributes, name, row):
        x, y = self._left + 14, TOP + 18 + 20 * row
        self.parts.append(f'<path {attributes} d="M{x} {y - 4}h24"/>'
                          f'<text x="{x + 32}" y="{y}">{escape(name)}</text>')


def draw(rows, subtitle):
    """`rows` are those of scaling.csv, thread counts in any order."""
    rows = sorted(rows, key=lambda row: row["threads"])
    threads = [row["threads"] for row in rows]
    ratios = [(row["threads"], row["nps_ratio"]) for row in rows]
    speedups = [(row["threads"], row["depth_speedup"]) for row in rows]
    ideal = [(count, count / threads[0]) for count in threads]
    values = [value for _, value in ratios + speedups + ideal]
    speed = Panel(LEFT, threads, values, f"times faster than {threads[0]} thread(s)")
    speed.ideal(ideal, 0)
    speed.line(ratios, "#1f6fb4", "nodes per second", 1)
    speed.line(speedups, "#d1602b", "time to depth", 2)
    parts = speed.parts

    stopped = [row for row in rows if row["stops"]]
    if stopped:
        medians = [(row["threads"], max(row["stop_median_ms"], 0.01)) for row in stopped]
        longest = [(row["threads"], max(row["stop_max_ms"], 0.01)) for row in stopped]
        latency = Panel(LEFT + PANEL_WIDTH + GAP, threads,
                        [value for _, value in medians + longest], "stop to bestmove, ms")
        latency.line(longest, "#a03050", "longest", 0)
        latency.line(medians, "#2a8a4a", "median", 1)
        parts = parts + latency.parts

    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}">\n<style>{STYLE}</style>\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n'
            f'<text class="title" x="{LEFT}" y="28">Scaling with threads</text>\n'
            f'<text class="small" x="{LEFT + 190}" y="28">{escape(subtitle)}</text>\n'
            f"{body}\n</svg>\n")
