"""Records the terminal of README.md: runs the commands below and writes their real output to `terminal.svg`.

    python3 docs/images/record.py target/debug/toolwright

`toolwright call` compiles the server of the Petstore the first time, which takes about a minute. The picture plays
once in some 27 seconds and repeats; viewers that play no animation, or whose users want none, show its last frame.
"""

import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
SPEC = HERE.parent.parent / "generated" / "petstore" / "petstore.yaml"
COMMANDS = [
    "toolwright list petstore.yaml",
    """toolwright call petstore.yaml create_pet '{"name": "Ada", "kind": "dragon"}' --builtin-upstream""",
    """toolwright call petstore.yaml create_pet '{"name": "Ada", "kind": "bird"}' --builtin-upstream""",
    "toolwright new petstore.yaml petstore",
]

COLUMNS, CHARACTER, LINE, LEFT, TOP = 100, 8.1, 19, 22, 62
TYPED_PER_SECOND, PAUSE, END = 26, 1.6, 6.0
BACKGROUND, FRAME, BAR = "#0d1117", "#30363d", "#161b22"
PROMPT, COMMAND, OUTPUT, ERROR = "#3fb950", "#f0f6fc", "#b1bac4", "#ff9492"


def run(program, command, folder):
    """What the command prints, on both streams, without the lines that show a build."""
    line = command.replace("toolwright", str(program), 1)
    result = subprocess.run(line, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = [text.replace(str(folder) + "/", "") for text in result.stdout.splitlines()]
    shown = [text for text in lines if text.strip() and not text.startswith(("compiling the server", "compiled"))]
    return shown, result.returncode


def wrapped(text):
    """The rows that a line takes on a terminal of so many columns."""
    return [text[start:start + COLUMNS] for start in range(0, len(text), COLUMNS)] or [""]


def record(program):
    """The rows of the screen: the moment at which each appears, its text, its colour, and how long it is typed."""
    rows, now = [], 0.6
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SPEC, folder)
        for command in COMMANDS:
            output, code = run(program, command, Path(folder))
            for part in wrapped("$ " + command):
                seconds = len(part) / TYPED_PER_SECOND
                rows.append((now, part, COMMAND, seconds))
                now += seconds
            now += 0.4
            colour = ERROR if code else OUTPUT
            rows += [(now, part, colour, 0) for text in output for part in wrapped(text)]
            rows.append((now, "", OUTPUT, 0))
            now += PAUSE + 0.12 * len(output)
    return rows[:-1], now + END


def svg(rows, total):
    width = round(COLUMNS * CHARACTER + 2 * LEFT)
    height = TOP + LINE * len(rows) + 10
    styles, body = [], []
    for number, (start, text, colour, typed) in enumerate(rows):
        if not text:
            continue
        y = TOP + LINE * number
        begins = 100 * start / total
        styles.append(f"@keyframes r{number}{{0%,{begins:.2f}%{{opacity:0}}{begins + 0.01:.2f}%,100%{{opacity:1}}}}"
                      f"#r{number}{{animation:r{number} {total:.1f}s linear infinite}}")
        shown = escape(text)
        if text.startswith("$ "):
            shown = f'<tspan fill="{PROMPT}">$</tspan> {escape(text[2:])}'
        length = round(len(text) * CHARACTER, 1)
        body.append(f'<g id="r{number}"><text x="{LEFT}" y="{y}" fill="{colour}" textLength="{length}" '
                    f'xml:space="preserve">{shown}</text>')
        if typed:
            # A cover in the colour of the background moves away by one character after the other.
            ends = 100 * (start + typed) / total
            styles.append(f"@keyframes t{number}{{0%,{begins:.2f}%{{transform:none;animation-timing-function:"
                          f"steps({len(text)})}}{ends:.2f}%,100%{{transform:translateX({length}px)}}}}"
                          f"#t{number}{{animation:t{number} {total:.1f}s infinite}}")
            body.append(f'<rect id="t{number}" class="cover" x="{LEFT}" y="{y - 14}" width="{length + 4}" '
                        f'height="{LINE}" fill="{BACKGROUND}"/>')
        body.append("</g>")
    style = (f"text{{font:13.5px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
             f"{''.join(styles)}@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}"
             f".cover{{display:none}}}}")
    dots = "".join(f'<circle cx="{LEFT + 4 + 20 * at}" cy="20" r="6" fill="{colour}"/>'
                   for at, colour in enumerate(["#ff5f57", "#febc2e", "#28c840"]))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img"><title>toolwright lists the tools of a spec, calls one of them and writes a crate</title>'
            f'<style>{style}</style>'
            f'<clipPath id="screen"><rect x="1" y="40" width="{width - 2}" height="{height - 41}"/></clipPath>'
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10" fill="{BACKGROUND}" stroke="{FRAME}"/>'
            f'<path d="M1 40 V11 a10 10 0 0 1 10 -10 H{width - 11} a10 10 0 0 1 10 10 V40 Z" fill="{BAR}"/>{dots}'
            f'<text x="{width / 2}" y="25" fill="{OUTPUT}" text-anchor="middle">petstore.yaml</text>'
            f'<g clip-path="url(#screen)">{"".join(body)}</g></svg>\n')


def main():
    program = Path(sys.argv[1]).resolve()
    (HERE / "terminal.svg").write_text(svg(*record(program)), encoding="utf-8")


if __name__ == "__main__":
    main()
