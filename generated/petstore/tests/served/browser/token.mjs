// A server that wants a token.

import { assert, browser, withPage } from "./browser.mjs";

await withPage({}, "/", async (page) => {
  const dialog = page.getByRole("dialog", { name: "Access token" });
  await dialog.getByLabel("Token").fill("wrong");
  await dialog.getByRole("button", { name: "Use the token" }).click();
  // A wrong one is asked for again.
  await dialog.getByLabel("Token").fill(process.env.TOKEN);
  await dialog.getByRole("button", { name: "Use the token" }).click();
  await page.getByText("12 tools").waitFor();
  await page.getByRole("link", { name: /get_inventory/ }).click();
  await page.getByRole("button", { name: "Call the tool" }).click();
  await page.getByText(/ok after \d+ ms/).waitFor();
  const snippet = await page.getByRole("tabpanel").innerText();
  assert.match(snippet, /Authorization: Bearer \$TOKEN/);
  assert.ok(!(await page.content()).includes(process.env.TOKEN));
  await page.getByRole("button", { name: "Token" }).click();
  await dialog.getByRole("button", { name: "Forget the token" }).click();
  assert.equal(await page.evaluate(() => sessionStorage.getItem("toolwright-token")), null);
}, /401 \(Unauthorized\)/);

// Swagger UI asks as well, shows the document then, and sends the token with a call.
await withPage({}, "/docs", async (page) => {
  const dialog = page.getByRole("dialog", { name: "Access token" });
  await dialog.getByLabel("Token").fill("wrong");
  await dialog.getByRole("button", { name: "Use the token" }).click();
  await dialog.getByLabel("Token").fill(process.env.TOKEN);
  await dialog.getByRole("button", { name: "Use the token" }).click();
  await page.getByText("/tools/get_inventory").click();
  await page.getByRole("button", { name: "Authorize" }).waitFor();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  const answer = page.locator(".live-responses-table td.response-col_description").last();
  await answer.getByText('"get_inventory"').waitFor();
  assert.match(await answer.innerText(), /"ok": true/);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await page.getByRole("button", { name: "Access token" }).click();
  await dialog.getByRole("button", { name: "Forget the token" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("This server wants an access token.").waitFor();
  await page.getByText("Failed to load API definition").waitFor();
}, /Unauthorized|Warning: escaping deep link/);

await browser.close();
