// Parses Homebrew formulas with Ruby's own parser, and prints what is in each.
// Arguments: the folder of @ruby/prism, the formulas.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...formulas] = process.argv.slice(2);
const { loadPrism } = await import(pathToFileURL(join(folder, "src/index.js")));
const parse = await loadPrism();
const parsed = formulas.map((formula) => {
  const result = parse(readFileSync(formula, "utf8"));
  const count = {};
  (function walk(node) {
    count[node.constructor.name] = (count[node.constructor.name] ?? 0) + 1;
    node.compactChildNodes().forEach(walk);
  })(result.value);
  return { errors: result.errors.map((error) => error.message), count };
});
console.log(JSON.stringify(parsed));
