"""Draws the pictures of README.md, ARCHITECTURE.md and docs/benchmarks.md, each for light and for dark pages.

Run it without arguments: it writes `flow-{light,dark}.svg`, `map-{light,dark}.svg` and `peers-{light,dark}.svg` beside
itself. The last one shows the figures of `peers.json`, which `toolwright-benches peers --json` writes.
"""

import json
import math
from html import escape
from pathlib import Path

SANS = "-apple-system, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

THEMES = {
    "light": {
        "text": "#1f2328", "muted": "#59636e", "line": "#818b98",
        "panel": "#f6f8fa", "edge": "#d1d9e0", "box": "#ffffff",
        "build": "#0969da", "build_fill": "#ddf4ff",
        "run": "#1a7f37", "run_fill": "#dafbe1",
        "file": "#9a6700", "file_fill": "#fff8c5",
    },
    "dark": {
        "text": "#f0f6fc", "muted": "#9198a1", "line": "#7d8590",
        "panel": "#151b23", "edge": "#3d444d", "box": "#0d1117",
        "build": "#4493f8", "build_fill": "#121d2f",
        "run": "#3fb950", "run_fill": "#12261e",
        "file": "#d29922", "file_fill": "#272115",
    },
}


class Picture:
    """An SVG image that grows by boxes, arrows and texts in the colours of one theme."""

    def __init__(self, width, height, title, theme):
        self.width, self.height, self.title, self.theme = width, height, title, theme
        self.parts = []

    def text(self, x, y, text, size=14, colour="text", anchor="middle", weight=400, mono=False):
        family = MONO if mono else SANS
        self.parts.append(
            f'<text x="{x}" y="{y}" font-size="{size}" fill="{self.theme[colour]}" text-anchor="{anchor}" '
            f'font-weight="{weight}" font-family="{family}">{escape(text)}</text>'
        )

    def rectangle(self, x, y, width, height, fill, edge, radius=8, dashed=False):
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" '
            f'fill="{self.theme[fill]}" stroke="{self.theme[edge]}" stroke-width="1.5"{dash}/>'
        )

    def panel(self, x, y, width, height, label, note, colour):
        self.rectangle(x, y, width, height, "panel", "edge", radius=12)
        self.text(x + 20, y + 28, label, 13, colour, "start", 700)
        self.text(x + 20 + 8.6 * len(label) + 8, y + 28, note, 13, "muted", "start")

    def box(self, x, y, width, name, captions, kind="box", edge="edge", height=46, mono=True):
        self.rectangle(x, y, width, height, kind, edge)
        self.text(x + width / 2, y + height / 2 + 5, name, 14.5, weight=600, mono=mono)
        for line, caption in enumerate(captions):
            self.text(x + width / 2, y + height + 19 + 16 * line, caption, 12, "muted")

    def arrow(self, *points, dashed=False, head=True):
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        marker = ' marker-end="url(#head)"' if head else ""
        self.parts.append(
            f'<path d="{path}" fill="none" stroke="{self.theme["line"]}" stroke-width="1.8"{dash}{marker}/>'
        )

    def line(self, x, y, end_x, end_y):
        self.parts.append(
            f'<path d="M{x} {y} L{end_x} {end_y}" stroke="{self.theme["edge"]}" stroke-width="1" fill="none"/>'
        )

    def svg(self):
        head = (
            '<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto-start-reverse"><path d="M0 0.8 L9.5 5 L0 9.2 Z" fill="{self.theme["line"]}"/></marker>'
        )
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<defs>{head}</defs>\n{body}\n</svg>\n"
        )


def row(picture, y, boxes, left, gap, height=46):
    """Puts boxes beside each other, with arrows between them; gives where each begins and ends."""
    x, places = left, []
    for width, name, captions, kind, edge, mono in boxes:
        picture.box(x, y, width, name, captions, kind, edge, height, mono)
        if places:
            picture.arrow((places[-1][1] + 4, y + height / 2), (x - 4, y + height / 2))
        places.append((x, x + width))
        x += width + gap
    return places


def flow(theme):
    """README: what happens at build time, and what is left of it at run time."""
    picture = Picture(960, 452, "Build time: a spec becomes Rust. Run time: a call goes through that Rust.", theme)
    picture.panel(10, 10, 940, 172, "BUILD TIME", "once, while your crate builds", "build")
    places = row(picture, 66, [
        (118, "api.yaml", ["Swagger 2.0,", "OpenAPI 3.0 – 3.2"], "file_fill", "file", True),
        (100, "source", ["files, $ref,", "line numbers"], "build_fill", "build", True),
        (116, "normalize", ["one form for", "all versions"], "build_fill", "build", True),
        (100, "lower", ["Rust types,", "arguments"], "build_fill", "build", True),
        (100, "emit", ["writes", "plain Rust"], "build_fill", "build", True),
        (158, "api.rs", ["structs with decode and", "encode, static tables"], "file_fill", "file", True),
    ], 38, 38)
    middle = (places[-1][0] + places[-1][1]) / 2
    picture.arrow((middle, 186), (middle, 242))
    picture.text(middle - 18, 219, "rustc compiles it into the server: at run time no spec is read and no schema is parsed",
                 13, "muted", "end")
    picture.panel(10, 248, 940, 194, "RUN TIME", "for each call", "run")
    places = row(picture, 304, [
        (118, "MCP client", ["Claude, Cursor,", "your own agent"], "box", "edge", False),
        (100, "validate", ["against a", "static table"], "run_fill", "run", True),
        (100, "decode", ["JSON to", "the struct"], "run_fill", "run", True),
        (132, "ListPets", ["the typed request;", "or your own handler"], "file_fill", "file", True),
        (100, "encode", ["the struct to", "HTTP"], "run_fill", "run", True),
        (142, "your API", ["over HTTP"], "box", "edge", False),
    ], 38, 38)
    client, api = (places[0][0] + 59, places[-1][0] + 71)
    picture.arrow((api, 376), (api, 416), (client, 416), (client, 393))
    picture.rectangle(286, 403, 392, 26, "panel", "panel", 0)
    picture.text(482, 421, "a result that fits, or an error that says what to do next", 13, "muted")
    return picture.svg()


def code_map(theme):
    """ARCHITECTURE.md: which crate does what, from the spec to the client."""
    picture = Picture(960, 560, "Spec, stages of the compiler, crate, server, client", theme)
    picture.panel(10, 10, 940, 236, "codegen/", "the compiler, a library; it must not know how a server runs", "build")
    row(picture, 66, [
        (124, "api.yaml", ["JSON or YAML,", "many files"], "file_fill", "file", True),
        (108, "source", ["Value with", "JSON pointers"], "build_fill", "build", True),
        (108, "overlay", ["rewrites", "the Value"], "build_fill", "build", True),
        (124, "normalize", ["typed Document,", "schemas 2020-12"], "build_fill", "build", True),
        (108, "lower", ["model::Api:", "types, names"], "build_fill", "build", True),
        (114, "emit", ["Rust,", "formatted"], "build_fill", "build", True),
    ], 38, 39.5)
    for x, name, caption in [(38, "diff", "two models: what breaks"), (268, "lint, report, clients", "what to say of a spec"),
                             (498, "rust_types", "derive: types to schemas"), (728, "names", "chooses identifiers")]:
        picture.rectangle(x, 166, 194, 58, "box", "edge")
        picture.text(x + 97, 190, name, 13.5, weight=600, mono=True)
        picture.text(x + 97, 210, caption, 12, "muted")

    for x, name, caption in [(38, "build.rs", "Builder::build"), (268, "macros/", "tools!, derives"), (498, "cli/", "generate, new, serve, …")]:
        picture.arrow((x + 97, 250), (x + 97, 276))
        picture.rectangle(x, 280, 194, 52, "box", "edge")
        picture.text(x + 97, 302, name, 13.5, weight=600, mono=True)
        picture.text(x + 97, 321, caption, 12, "muted")
        picture.arrow((x + 97, 336), (x + 97, 362))
    picture.rectangle(38, 366, 654, 46, "file_fill", "file")
    picture.text(365, 394, "your crate: the generated API, in OUT_DIR, in the macro or checked in", 14, weight=600)
    picture.rectangle(728, 280, 194, 132, "box", "edge")
    picture.text(825, 312, "inspect/", 13.5, weight=600, mono=True)
    for line, text in enumerate(["how a tool looks to models,", "in OpenAPI and in search;", "used by codegen, cli", "and runtime"]):
        picture.text(825, 336 + 17 * line, text, 12, "muted")
    picture.arrow((365, 416), (365, 438))
    picture.panel(10, 442, 940, 108, "runtime/", "the crate toolwright; it must not know specs or the compiler", "run")
    row(picture, 486, [
        (130, "MCP client", [], "box", "edge", False),
        (118, "server", [], "run_fill", "run", True),
        (118, "schema", [], "run_fill", "run", True),
        (118, "value", [], "run_fill", "run", True),
        (118, "http", [], "run_fill", "run", True),
        (118, "your API", [], "box", "edge", False),
    ], 38, 33)
    return picture.svg()


MEASURES = [("listed_ms", "start → complete list", "ms"), ("peak_mb", "peak memory", "MB"), ("call_ms", "a call", "ms")]


def peers(theme, rows):
    """docs/benchmarks.md: bars of three measures, on scales where each line is ten times the one before."""
    names = [row["name"] for row in rows]
    height = 34 * len(names)
    picture = Picture(960, 96 + (height + 74) * len(MEASURES), "toolwright beside other tools", theme)
    picture.text(20, 34, "GitHub's API, 1,223 operations. Each line is ten times the one before: less is better.", 15, "text",
                 "start", 600)
    top = 62
    left, width = 210, 640
    for key, label, unit in MEASURES:
        values = [row[key] for row in rows]
        lowest = math.floor(math.log10(min(values)))
        decades = max(math.ceil(math.log10(max(values))) - lowest, 1)
        picture.text(20, top + 24, label, 14, "text", "start", 700)
        for decade in range(decades + 1):
            x = left + width * decade / decades
            picture.line(x, top + 36, x, top + 40 + height)
            exponent = lowest + decade
            mark = f"{10 ** exponent:,}" if exponent >= 0 else f"{10 ** exponent:.{-exponent}f}"
            picture.text(x, top + 56 + height, f"{mark} {unit}", 11, "muted")
        for place, (name, value) in enumerate(zip(names, values)):
            y = top + 42 + 34 * place
            length = max(width * (math.log10(value) - lowest) / decades, 2)
            kinds = ("run_fill", "run") if place == 0 else ("build_fill", "build")
            picture.rectangle(left, y, length, 24, *kinds, radius=4)
            picture.text(left - 12, y + 17, name, 13, "text", "end", 600 if place == 0 else 400)
            shown = f"{value:,.0f}" if value >= 100 else f"{value:.2g}" if value < 1 else f"{value:.1f}"
            picture.text(left + length + 8, y + 17, f"{shown} {unit}", 13, "text", "start", 600 if place == 0 else 400)
        top += height + 74
    return picture.svg()


def main():
    folder = Path(__file__).parent
    rows = json.loads((folder / "peers.json").read_text(encoding="utf-8"))
    for theme, colours in THEMES.items():
        (folder / f"flow-{theme}.svg").write_text(flow(colours), encoding="utf-8")
        (folder / f"map-{theme}.svg").write_text(code_map(colours), encoding="utf-8")
        (folder / f"peers-{theme}.svg").write_text(peers(colours, rows), encoding="utf-8")


if __name__ == "__main__":
    main()
