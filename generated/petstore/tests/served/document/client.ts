// A client that openapi-typescript has typed: what the types forbid does not compile, and what they allow is answered.

import createClient from "openapi-fetch";
import type { paths } from "./api.js";

declare const process: { argv: string[] };

const client = createClient<paths>({ baseUrl: process.argv[2]! });

const { data } = await client.POST("/tools/create_pet", {
  body: { name: "Ada", kind: "bird", price: 12.5, parents: [{ name: "Bella", parents: [{ name: "Cora" }] }] },
});
if (data?.ok !== true) throw new Error(JSON.stringify(data));

// @ts-expect-error: there is no such kind
const wrong = await client.POST("/tools/create_pet", { body: { name: "Ada", kind: "dragon" } });
if (wrong.data?.ok !== false) throw new Error(JSON.stringify(wrong.data));
console.log(JSON.stringify(wrong.data.errors));
