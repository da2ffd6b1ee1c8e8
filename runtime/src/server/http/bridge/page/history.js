// How a tool changed between the versions that were recorded of it.

import { RequestError, listVersions } from "./api.js";
import { createTableOf } from "./calls.js";
import { element } from "./dom.js";

/** A section that asks the server when somebody opens it. */
export function createHistory(tool) {
  const body = element("div", {});
  const details = element("details", {}, element("summary", {}, "History"), body);
  details.addEventListener("toggle", async () => {
    if (!details.open || body.hasChildNodes()) return;
    try {
      const { versions, hint } = await listVersions(tool.name);
      body.replaceChildren(versions.length === 0 ? element("p", { class: "muted" }, hint) : createTable(tool, versions));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      body.replaceChildren(element("p", { class: "error" }, error.message));
    }
  });
  return details;
}

function createTable(tool, versions) {
  const rows = versions.toReversed().map((version) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, version.version),
      element("td", {}, version.recorded ?? "not recorded"),
      element("td", {}, `${version.change} `, version.class && element("span", { class: version.class === "breaking" ? "badge bad" : "badge" }, version.class)),
      element("td", {}, element("ul", { class: "changes" }, version.changes.map((change) => element("li", {}, describeChange(change))))),
    ),
  );
  return createTableOf(`Versions of ${tool.name}`, ["Version", "Recorded", "Change", "What changed"], rows);
}

/** `bound-narrowed: limit in arguments: maximum 100 → maximum 50` */
function describeChange({ rule, subject, in: side, was, is }) {
  const values = was === null ? is : is === null ? `was ${was}` : `${was} → ${is}`;
  const place = subject && side ? `${subject} in ${side}` : subject;
  return [rule, place, values].filter(Boolean).join(": ");
}
