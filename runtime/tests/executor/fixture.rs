use std::collections::HashMap;

use toolwright::generated::*;
use toolwright::{HttpExecutor, HttpExecutorBuilder};

/// The path parameter `name`, the query parameter `limit`, and nothing else.
pub struct FindPet {
    name: String,
    limit: Option<i32>,
}

impl Request for FindPet {
    fn decode(fields: &mut Fields<'_>) -> Self {
        Self {
            name: fields.take("name"),
            limit: fields.take("limit"),
        }
    }

    fn encode(&self, request: &mut HttpRequest) {
        request.path("name", &self.name);
        request.query("limit", &self.limit);
    }
}

pub static FIND_PET: Tool = tool(&[]);

pub const fn tool(security: &'static [Requirement]) -> Tool {
    tool_of_method(Method::Get, security)
}

pub const fn tool_of_method(method: Method, security: &'static [Requirement]) -> Tool {
    Tool::new("find_pet", method, "/pets/{name}")
        .title("Find a pet")
        .description("Finds a pet by name.")
        .security(security)
        .handler(Handler::upstream::<FindPet>())
}

pub static SECURITY: [SecurityScheme; 10] = [
    scheme(
        "header",
        SecurityKind::ApiKey(ApiKeyIn::Header, "X-Key"),
        "PETS_HEADER",
    ),
    scheme(
        "query",
        SecurityKind::ApiKey(ApiKeyIn::Query, "api_key"),
        "PETS_QUERY",
    ),
    scheme(
        "cookie",
        SecurityKind::ApiKey(ApiKeyIn::Cookie, "session"),
        "PETS_COOKIE",
    ),
    scheme("basic", SecurityKind::Basic, "PETS_BASIC"),
    scheme("bearer", SecurityKind::Bearer, "PETS_BEARER"),
    scheme(
        "bad",
        SecurityKind::ApiKey(ApiKeyIn::Header, "X Key"),
        "PETS_BAD",
    ),
    scheme(
        "oauth",
        SecurityKind::OAuth2(&[flow(OAuthGrant::ClientCredentials)]),
        "PETS_OAUTH",
    ),
    scheme(
        "person",
        SecurityKind::OAuth2(&[flow(OAuthGrant::AuthorizationCode)]),
        "PETS_PERSON",
    ),
    scheme(
        "oidc",
        SecurityKind::OpenIdConnect("/issuer/.well-known/openid-configuration"),
        "PETS_OIDC",
    ),
    scheme("tls", SecurityKind::MutualTls, "PETS_TLS"),
];

/// At the same server as the API.
const fn flow(grant: OAuthGrant) -> OAuthFlow {
    OAuthFlow::new(grant)
        .authorization_url("/oauth/authorize")
        .token_url("/oauth/token")
        .scopes(&["read", "write"])
}

const fn scheme(name: &'static str, kind: SecurityKind, env: &'static str) -> SecurityScheme {
    SecurityScheme::new(name, kind, env)
}

/// Alternatives of schemes, by their indices in [`SECURITY`].
pub fn alternatives(of: &[&[usize]]) -> &'static [Requirement] {
    let requirement = |schemes: &[usize]| -> Requirement {
        let schemes = schemes.iter().map(|index| (&SECURITY[*index], &[][..]));
        Box::leak(schemes.collect())
    };
    Box::leak(of.iter().map(|schemes| requirement(schemes)).collect())
}

/// A tool that needs a token of [`SECURITY`] with these scopes.
pub fn scoped(index: usize, scopes: &'static [&'static str]) -> &'static Tool {
    let requirement: Requirement = Box::leak(Box::new([(&SECURITY[index], scopes)]));
    leaked(tool(Box::leak(Box::new([requirement]))))
}

pub fn api(servers: &'static [BaseUrl]) -> &'static Api {
    let api = Api::new("pets").title("Pets").version("1").servers(servers);
    Box::leak(Box::new(api.security(Box::leak(SECURITY.iter().collect()))))
}

/// An executor of an API with no servers, in this environment.
pub fn executor(environment: &[(&'static str, &str)]) -> HttpExecutorBuilder {
    executor_of(api(&[]), environment)
}

pub fn executor_of(api: &'static Api, environment: &[(&'static str, &str)]) -> HttpExecutorBuilder {
    let environment: HashMap<&'static str, String> = environment
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect();
    HttpExecutor::builder(api).environment(move |name| environment.get(name).cloned())
}

pub fn leaked(tool: Tool) -> &'static Tool {
    Box::leak(Box::new(tool))
}

/// `GET /pets/rex`
pub fn request() -> HttpRequest {
    let mut request = HttpRequest::new(Method::Get, "/pets/{name}");
    request.path("name", &"rex".to_owned());
    request
}
