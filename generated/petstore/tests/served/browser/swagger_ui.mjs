// Swagger UI from the binary: it shows the tools and calls one.

import { assert, browser, withPage } from "./browser.mjs";

await withPage({}, "/docs", async (page) => {
  await page.getByText("/tools/get_inventory").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  const answer = page.locator(".live-responses-table td.response-col_description").last();
  await answer.getByText('"get_inventory"').waitFor();
  assert.match(await answer.innerText(), /"ok": true/);
});

await browser.close();
