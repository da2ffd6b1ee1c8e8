// Two tools side by side.

import { RequestError, compareTools } from "./api.js";
import { createTableOf } from "./calls.js";
import { createId, element } from "./dom.js";
import { describeType } from "./schema.js";

/** The page that compares two tools, chosen by the address. */
export function createCompareView(tools, first, second) {
  const names = tools.map((tool) => tool.name);
  const choose = (label, chosen) => {
    const id = createId("compared");
    const options = names.map((name) => element("option", { value: name, selected: name === chosen }, name));
    const select = element("select", { id }, options);
    return { select, node: element("div", { class: "field" }, element("label", { for: id }, label), select) };
  };
  const [one, other] = [choose("First tool", first ?? names[0]), choose("Second tool", second ?? names[1] ?? names[0])];
  const result = element("div", { role: "status" });
  const update = async () => {
    const chosen = [one.select.value, other.select.value];
    history.replaceState(null, "", `#/compare/${chosen.map(encodeURIComponent).join("/")}`);
    try {
      const difference = await compareTools(...chosen);
      result.replaceChildren(...describe(difference, chosen.map((name) => tools.find((tool) => tool.name === name))));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      result.replaceChildren(element("p", { class: "error" }, error.message));
    }
  };
  for (const { select } of [one, other]) select.addEventListener("change", update);
  if (names.length > 0) update();
  return element("section", {}, element("h2", {}, "Compare two tools"), element("div", { class: "pair" }, one.node, other.node), result);
}

function describe(difference, pair) {
  const { properties, required_fields: required, descriptions } = difference;
  const cell = (tool, name) => {
    const schema = tool.inputSchema.properties?.[name];
    return element("td", {}, schema === undefined ? "—" : describeType(schema, tool.inputSchema));
  };
  const isRequired = (name) => {
    if (required.common.includes(name)) return "by both";
    if (required.only_in_tool1.includes(name)) return "by the first";
    return required.only_in_tool2.includes(name) ? "by the second" : "";
  };
  const row = (name, where) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, where), pair.map((tool) => cell(tool, name)), element("td", {}, isRequired(name)));
  const rows = [
    ...properties.common.map((name) => row(name, "both")),
    ...properties.only_in_tool1.map((name) => row(name, "first")),
    ...properties.only_in_tool2.map((name) => row(name, "second")),
  ];
  return [
    element("dl", {}, element("dt", {}, difference.tool1), element("dd", {}, descriptions.tool1), element("dt", {}, difference.tool2), element("dd", {}, descriptions.tool2)),
    createTableOf("Parameters of both tools", ["Parameter", "In", difference.tool1, difference.tool2, "Required"], rows),
  ];
}
