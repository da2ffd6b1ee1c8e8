// Shows the server's document, and sends calls to where this page comes from, whatever the document says of addresses.
window.ui = SwaggerUIBundle({
  url: "/mcp/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor(request) {
    const url = new URL(request.url, location.origin);
    request.url = location.origin + url.pathname + url.search;
    return request;
  },
});
