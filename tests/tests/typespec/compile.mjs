// Compiles every spec of @typespec/http-specs to OpenAPI 3.0, 3.1 and 3.2 by @typespec/openapi3, into
// OUT/{spec}/{version}/openapi*.json: `node compile.mjs NODE_MODULES OUT`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
const packages = join(modules, "@typespec");
const entry = join(packages, "compiler/dist/src/index.js");
const { NodeHost, compile } = await import(pathToFileURL(entry));

// What OpenAPI cannot say, or the emitter cannot write, in other words of the same meaning.
const PATCHES = {
  // OpenAPI has ranges of a hundred codes.
  "response/status-code-range": [[/@minValue\(494\)/g, "@minValue(400)"]],
  // A query in a path is a parameter with one value.
  routes: [
    [
      /@route\("(\w+)\?fixed=true\{&(\w+\*?)\}"\)(\s*op [\w`]+\()/g,
      '@route("$1{?$2}")$3@query fixed: "true", ',
    ],
  ],
  // The emitter looks names up in an object, which has a `constructor` of its own.
  "special-words": [[/@query constructor:/g, '@query("constructor_") constructor_:']],
};
const RENAMED = { "special-words": [/"constructor_"/g, '"constructor"'] };

const specs = join(packages, "http-specs/specs");
let isWrong = false;
for (const main of files(specs, "main.tsp")) {
  const name = relative(specs, dirname(main));
  const patches = PATCHES[name] ?? [];
  const host = {
    ...NodeHost,
    async readFile(path) {
      const file = await NodeHost.readFile(path);
      if (resolve(path) !== main || patches.length === 0) return file;
      const text = patches.reduce((text, [from, to]) => text.replace(from, to), file.text);
      return Object.assign(Object.create(Object.getPrototypeOf(file)), file, { text });
    },
  };
  const folder = join(out, name);
  const program = await compile(host, main, {
    emit: ["@typespec/openapi3"],
    options: {
      "@typespec/openapi3": {
        "emitter-output-dir": folder,
        "openapi-versions": ["3.0.0", "3.1.0", "3.2.0"],
        "file-type": "json",
      },
    },
  });
  for (const { severity, code, message } of program.diagnostics) {
    if (severity !== "error") continue;
    console.error(`${name}: ${code}: ${message}`);
    isWrong = true;
  }
  if (RENAMED[name]) {
    for (const file of files(folder, "openapi.json")) {
      writeFileSync(file, readFileSync(file, "utf8").replace(...RENAMED[name]));
    }
  }
}
process.exit(isWrong ? 1 : 0);

// The files of a name below a folder, in the order of their paths.
function files(folder, name) {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = found.filter((it) => it.name === name).map((it) => join(it.parentPath, it.name));
  return paths.sort();
}
