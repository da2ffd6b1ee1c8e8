// An authorization server (the npm package oidc-provider) and an API that asks it about tokens,
// both at one address of the loopback interface, which is printed. Whoever signs in is let in.
//
// GET /machine, /person   the API: 200 with the token's scope, or 401
// GET /browse?url=…       goes where a browser would, from there to the last redirect
// GET /statistics         how many tokens of which grant were given
// POST /revoke            forgets all access tokens
// POST /approve?code=…    lets a device in
import http from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , modules, lifetime] = process.argv;
const require = createRequire(`${modules}/`);
const { Provider } = await import(pathToFileURL(require.resolve('oidc-provider')).href);

const server = http.createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const given = {};
let valid = new Set();
const seconds = () => Number(lifetime);
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'machine',
      client_secret: 'machine/secret+of=64%',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
    {
      client_id: 'person',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ],
  scopes: ['openid', 'offline_access', 'pets:read', 'pets:write'],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: seconds, ClientCredentials: seconds, RefreshToken: 3600, Grant: 3600, Session: 3600,
    Interaction: 600, AuthorizationCode: 60, IdToken: 600, DeviceCode: 60,
  },
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    devInteractions: { enabled: false },
    // Tokens for a resource are JWTs; all others are opaque.
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (ctx, resource) => ({
        audience: resource, scope: 'pets:read pets:write', accessTokenTTL: seconds(), accessTokenFormat: 'jwt',
      }),
    },
  },
  interactions: { url: (ctx, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
});
provider.on('grant.success', (ctx) => {
  const grant = ctx.oidc.params.grant_type;
  given[grant] = (given[grant] ?? 0) + 1;
  valid.add(ctx.body.access_token);
});

async function interact(request, response) {
  const { prompt: { name, details }, params, session, grantId } = await provider.interactionDetails(request, response);
  let result = { login: { accountId: 'ada' } };
  if (name === 'consent') {
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope((details.missingOIDCScope ?? []).join(' '));
    result = { consent: { grantId: await grant.save() } };
  }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

async function browse(address, response) {
  const cookies = new Map();
  let url = new URL(address);
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name, ...value] = line.split(';')[0].split('=');
      cookies.set(name, value.join('='));
    }
    const location = answer.headers.get('location');
    if (!location) {
      response.writeHead(answer.status).end(await answer.text());
      return;
    }
    url = new URL(location, url);
  }
  response.writeHead(500).end('too many redirects');
}

async function approve(userCode) {
  const code = await provider.DeviceCode.findByUserCode(userCode.replace(/[^A-Za-z0-9]/g, '').toUpperCase());
  const grant = new provider.Grant({ accountId: 'ada', clientId: code.clientId });
  grant.addOIDCScope(code.params.scope);
  Object.assign(code, { accountId: 'ada', grantId: await grant.save(), scope: code.params.scope });
  await code.save();
}

async function guard(request, response) {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const kind = request.url === '/machine' ? provider.ClientCredentials : provider.AccessToken;
  const found = valid.has(token) && await kind.find(token);
  if (!found || found.isExpired) {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ message: `no: ${token}` }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ scope: found.scope }));
}

const callback = provider.callback();
server.on('request', async (request, response) => {
  const url = new URL(request.url, issuer);
  try {
    if (url.pathname.startsWith('/interaction/')) await interact(request, response);
    else if (url.pathname === '/browse') await browse(url.searchParams.get('url'), response);
    else if (url.pathname === '/machine' || url.pathname === '/person') await guard(request, response);
    else if (url.pathname === '/statistics') response.end(JSON.stringify(given));
    else if (url.pathname === '/revoke') { valid = new Set(); response.end(); }
    else if (url.pathname === '/approve') { await approve(url.searchParams.get('code')); response.end(); }
    else await callback(request, response);
  } catch (error) {
    response.writeHead(500).end(String(error.stack));
  }
});
// Without whoever started it, it ends.
process.stdin.resume().on('end', () => process.exit());
console.log(issuer);
