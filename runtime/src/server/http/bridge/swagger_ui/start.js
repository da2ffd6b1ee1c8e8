// Shows the server's document, and sends calls to where this page comes from, whatever the document says of addresses.
// A server with access tokens does not show the document without one, so this asks for it first. The token is the one of
// the page for people: kept for this session of the browser alone.

import { askForToken, readToken } from "/page/token.js";

const DOCUMENT = "/mcp/openapi.json";

/** Headers with the token of this session, unless "Authorize" has given it another. */
function authorize(headers) {
  const token = readToken();
  const hasOther = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return token && !hasOther ? { ...headers, Authorization: `Bearer ${token}` } : headers;
}

function show() {
  window.ui = SwaggerUIBundle({
    url: DOCUMENT,
    dom_id: "#swagger-ui",
    deepLinking: true,
    validatorUrl: null,
    requestInterceptor(request) {
      const url = new URL(request.url, location.origin);
      request.url = location.origin + url.pathname + url.search;
      request.headers = authorize(request.headers ?? {});
      return request;
    },
  });
}

function createButton(text, run) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", run);
  return button;
}

/** A line above Swagger UI, where another token can be given or this one forgotten. */
function showBar() {
  const bar = document.getElementById("token-bar");
  const text = readToken() ? "Requests have the access token of this session." : "This server wants an access token.";
  const change = createButton("Access token", async () => {
    await askForToken();
    location.reload();
  });
  bar.replaceChildren(text, " ", change);
  bar.hidden = false;
}

async function isRefused() {
  const answer = await fetch(DOCUMENT, { method: "HEAD", headers: authorize({}) });
  return answer.status === 401;
}

async function start() {
  let hasAccess = !(await isRefused());
  while (!hasAccess && (await askForToken())) hasAccess = !(await isRefused());
  if (readToken() || !hasAccess) showBar();
  // Without a token, too, so that its own message tells what is missing.
  show();
}

start();
