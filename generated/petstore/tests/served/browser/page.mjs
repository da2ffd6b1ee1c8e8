// What a person does with the page.

import { assert, assertAccessible, assertFits, browser, withPage } from "./browser.mjs";

const wide = { colorScheme: "light" };
const shots = process.env.SHOTS;

async function shoot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

// Find a tool by search, see a violation while typing, call it, see the answer and the same call elsewhere.
await withPage(wide, "/", async (page) => {
  await page.getByText("12 tools").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("add a pet");
  await page.getByText("1 of 12 tools").waitFor();
  await page.getByRole("link", { name: /create_pet/ }).click();
  await page.getByRole("heading", { name: "Add a pet to the shop" }).waitFor();
  assert.match(await page.locator(".signature").innerText(), /create_pet\(name: string, kind: string/);

  await page.getByLabel(/^name /).fill("Ada");
  await page.getByText("Validation error at 'root': 'kind' is a required property").waitFor();
  const kind = page.getByLabel(/^kind /);
  assert.equal(await kind.getAttribute("aria-invalid"), "true");
  await kind.selectOption("bird");
  await page.getByLabel(/^price /).fill("-1");
  await page.getByText("Validation error at 'price': -1 is less than the minimum of 0").waitFor();
  await shoot(page, "page-light");
  await page.getByLabel(/^price /).fill("12.5");
  await page.getByText("These arguments are valid.").waitFor();
  await page.getByRole("button", { name: "Add to tags" }).click();
  await page.getByLabel(/^tags 1/).fill("it's \"new\"");

  // The same arguments as JSON, and back.
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const json = page.getByLabel("Arguments as JSON");
  const expected = { name: "Ada", kind: "bird", price: 12.5, tags: ["it's \"new\""] };
  assert.deepEqual(JSON.parse(await json.inputValue()), expected);
  await json.fill("{");
  await page.getByText("The arguments are not JSON").waitFor();
  await json.fill(JSON.stringify({ ...expected, parents: [{ name: "Bella" }] }));
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  assert.equal(await page.getByRole("group", { name: "parents 1" }).getByLabel(/^name/).inputValue(), "Bella");

  await page.getByRole("button", { name: "Call the tool" }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByText(/ok after \d+ ms/).waitFor();
  assert.match(await answer.innerText(), /"name": "Ada"/);

  const snippet = page.getByRole("tabpanel");
  assert.match(await snippet.innerText(), /curl -s '.*\/tools\/create_pet'/);
  assert.match(await snippet.innerText(), /it'\\''s \\"new\\"/);
  await page.getByRole("tab", { name: "curl" }).press("ArrowRight");
  assert.match(await snippet.innerText(), /"method": "tools\/call"/);
  await page.getByRole("tab", { name: "JSON-RPC" }).press("ArrowRight");
  assert.match(await snippet.innerText(), /reqwest::Client::new\(\)/);

  // It is among the recent calls, and can be made again.
  await page.getByRole("link", { name: "Recent calls" }).click();
  await page.getByRole("table", { name: "The calls of this tab" }).getByRole("link", { name: "create_pet" }).click();
  await page.getByLabel(/^name /).first().waitFor();
  assert.equal(await page.getByLabel(/^name /).first().inputValue(), "Ada");
  await page.goBack();
  await page.getByRole("heading", { name: "Recent calls" }).waitFor();
});

// How a tool changed, and numbers that JavaScript has no place for.
await withPage(wide, "/#/tools/create_pet", async (page) => {
  await page.getByText("History", { exact: true }).click();
  await page.getByRole("row", { name: /1\.0\.0 .* changed breaking .*property-became-required: kind in arguments/ }).waitFor();
  await page.getByRole("row", { name: /0\.9\.0 .* added/ }).waitFor();
  await assertAccessible(page);
  await assertFits(page);
});
await withPage(wide, "/#/tools/place_order", async (page) => {
  await page.getByLabel(/^petId /).fill("9007199254740993");
  await page.getByText("curl -s").waitFor();
  await page.waitForTimeout(300);
  assert.match(await page.getByRole("tabpanel").innerText(), /"petId":9007199254740993/);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  assert.match(await page.getByLabel("Arguments as JSON").inputValue(), /"petId": 9007199254740993/);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  assert.equal(await page.getByLabel(/^petId /).inputValue(), "9007199254740993");
});

// A tool that may destroy something asks first; tags choose tools; two tools are compared.
await withPage(wide, "/#/tools/delete_pet", async (page) => {
  await page.getByLabel(/^petId /).fill("1");
  await page.getByRole("button", { name: "Call the tool" }).click();
  const dialog = page.getByRole("dialog", { name: "Call delete_pet?" });
  await dialog.getByRole("button", { name: "Do not" }).click();
  assert.equal(await page.getByRole("region", { name: "Answer" }).innerText(), "");
  await page.getByRole("button", { name: "Call the tool" }).click();
  await dialog.getByRole("button", { name: "Call it" }).click();
  await page.getByText(/after \d+ ms/).waitFor();
  await page.getByRole("button", { name: "store" }).click();
  await page.getByText("5 of 12 tools").waitFor();
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByLabel("First tool").selectOption("get_pet");
  await page.getByLabel("Second tool").selectOption("delete_pet");
  await page.getByRole("row", { name: /petId both integer integer by both/ }).waitFor();
  await page.getByRole("row", { name: /X-Reason second/ }).waitFor();
});

// The keyboard alone.
await withPage(wide, "/", async (page) => {
  await page.getByText("12 tools").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("get_inventory");
  await page.getByText("1 of 12 tools").waitFor();
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.closest("#tools") !== null)) break;
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Count pets by status" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement.textContent)) === "Call the tool") break;
  }
  await page.keyboard.press("Enter");
  await page.getByText(/ok after \d+ ms/).waitFor();
});

// Both colours, a phone, and the smallest of them.
for (const [name, options] of [
  ["page-light", wide],
  ["page-dark", { colorScheme: "dark" }],
  ["page-narrow", { colorScheme: "light", viewport: { width: 390, height: 844 } }],
  ["page-smallest", { colorScheme: "dark", viewport: { width: 320, height: 640 } }],
]) {
  await withPage(options, "/", async (page) => {
    await page.getByText("12 tools").waitFor();
    for (const [place, text] of [
      ["#/", "Choose a tool"],
      ["#/tools/create_pet", "Add a pet to the shop"],
      ["#/compare/get_pet/list_pets", "Compare two tools"],
      ["#/calls", "Recent calls"],
      ["#/tools/none", "There is no tool none."],
    ]) {
      await page.evaluate((hash) => { location.hash = hash; }, place);
      await page.getByRole("main").getByText(text).waitFor();
      await page.waitForTimeout(150);
      await assertAccessible(page);
      await assertFits(page);
    }
    await page.evaluate(() => { location.hash = "#/tools/get_pet"; });
    await page.getByLabel(/^petId /).fill("2");
    await page.getByRole("button", { name: "Call the tool" }).click();
    await page.getByText(/ok after \d+ ms/).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    if (name !== "page-light") await shoot(page, name);
  });
}

await browser.close();
