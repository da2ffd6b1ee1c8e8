// Chromium, and what every test of the page holds it to: no error, and nothing that the policy forbids.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.NODE_MODULES, "x.js"));
const { chromium } = require("playwright-core");
const axe = require("axe-core").source;

export const base = process.env.PAGE_URL;
export { assert };

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Of all tests of a script, which closes it at its end. Each test has storage of its own in it. */
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });

/** Runs a test in a browser with these options; `expected` matches what the console may say. */
export async function withPage(options, path, test, expected = /^$/) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== base) said.push(`asks ${url.origin}`);
  });
  try {
    await page.goto(base + path);
    await test(page);
    assert.deepEqual(said.filter((text) => !expected.test(text)), []);
  } finally {
    await context.close();
  }
}

/** Nothing that axe-core calls serious or worse (WCAG 2.1, levels A and AA). */
export async function assertAccessible(page) {
  // The policy lets no script in, so axe comes by the debugger.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
}

/** The page itself does not scroll sideways. */
export async function assertFits(page) {
  const [inner, whole] = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
  assert.ok(whole <= inner, `${whole} px in ${inner} px`);
}
