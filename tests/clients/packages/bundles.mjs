// Unpacks bundles and validates their manifests with the tools of `mcpb`, as hosts do; prints how each would be started.
// Arguments: the folder of @anthropic-ai/mcpb, a folder to unpack to, values of settings as JSON, the bundles.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, out, values, ...bundles] = process.argv.slice(2);
const mcpb = await import(pathToFileURL(join(folder, "dist/index.js")));
// What `mcpb` prints is for people.
const said = [];
console.log = (...words) => said.push(words.join(" "));
const starts = [];
for (const [index, bundle] of bundles.entries()) {
  // Bundles of several folders may have one name.
  const outputDir = join(out, `${index}-${basename(bundle, ".mcpb")}`);
  const isUnpacked = await mcpb.unpackExtension({ mcpbPath: bundle, outputDir, silent: true });
  if (!isUnpacked || !mcpb.validateManifest(outputDir)) {
    process.stderr.write(`${bundle}: ${said.join("\n")}\n`);
    process.exit(1);
  }
  const manifest = JSON.parse(readFileSync(join(outputDir, "manifest.json"), "utf8"));
  const config = await mcpb.getMcpConfigForManifest({
    manifest,
    extensionPath: outputDir,
    systemDirs: {},
    userConfig: JSON.parse(values),
    pathSeparator: "/",
  });
  starts.push({ folder: outputDir, manifest, config: config ?? null });
}
process.stdout.write(JSON.stringify(starts));
