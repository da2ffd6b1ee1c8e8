//! What a server of a spec would say about itself, without building the server: the compiler's model as the constants that
//! generated code has. Only what `--about` shows is filled in.

use toolwright::{
    Api, ApiKeyIn, BaseUrl, CallOptions, Method, OAuthFlow, OAuthGrant, Preset, Requirement,
    SecurityKind, SecurityScheme, Tool, UrlVariable,
};
use toolwright_codegen::model;

fn text(text: &str) -> &'static str {
    text.to_owned().leak()
}

fn list<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    items.into_iter().collect::<Vec<T>>().leak()
}

fn texts(texts: &[String]) -> &'static [&'static str] {
    list(texts.iter().map(|one| text(one)))
}

/// The API of a model. It is never freed, as constants are not.
pub fn leak_api(api: &model::Api) -> &'static Api {
    let security = list(api.security.iter().map(leak_scheme));
    let operations = api.operations_by_tool();
    let tools = operations
        .into_iter()
        .map(|(_, operation)| leak_tool(operation, security));
    let leaked = Api::new(text(&api.name))
        .title(text(&api.title))
        .version(text(&api.version))
        .description(text(&api.description))
        .servers(list(api.servers.iter().map(leak_server)))
        .security(security)
        .tools(list(tools));
    Box::leak(Box::new(leaked))
}

fn leak_tool(operation: &model::Operation, security: &[&'static SecurityScheme]) -> Tool {
    let presets = operation
        .call
        .presets
        .all
        .iter()
        .filter_map(|preset| match &preset.value {
            model::PresetValue::Environment(name) => {
                Some(Preset::environment(texts(&preset.path), text(name)))
            }
            _ => None,
        });
    let call = CallOptions::DEFAULT
        .presets(list(presets))
        .servers(list(operation.call.servers.iter().map(leak_server)));
    let requirements = operation.security.iter().map(|schemes| {
        let schemes = schemes.iter();
        let required: Requirement =
            list(schemes.map(|one| (security[one.scheme], texts(&one.scopes))));
        required
    });
    Tool::new(text(&operation.tool), Method::Get, text(&operation.path))
        .title(text(&operation.title))
        .description(text(&operation.description))
        .call(call)
        .security(list(requirements))
}

fn leak_server(server: &model::BaseUrl) -> BaseUrl {
    let variables = server.variables.iter().map(|variable| {
        let leaked = UrlVariable::new(text(&variable.name))
            .values(texts(&variable.values))
            .description(text(&variable.description));
        match &variable.default {
            Some(default) => leaked.default(text(default)),
            None => leaked,
        }
    });
    BaseUrl::new(text(&server.url))
        .description(text(&server.description))
        .variables(list(variables))
}

fn leak_scheme(scheme: &model::SecurityScheme) -> &'static SecurityScheme {
    let kind = match &scheme.kind {
        model::SecurityKind::ApiKey(_, name) => SecurityKind::ApiKey(ApiKeyIn::Header, text(name)),
        model::SecurityKind::Basic => SecurityKind::Basic,
        model::SecurityKind::Bearer => SecurityKind::Bearer,
        model::SecurityKind::OAuth2(flows) => {
            SecurityKind::OAuth2(list(flows.iter().map(|flow| {
                OAuthFlow::new(match flow.grant {
                    model::OAuthGrant::AuthorizationCode => OAuthGrant::AuthorizationCode,
                    model::OAuthGrant::Implicit => OAuthGrant::Implicit,
                    model::OAuthGrant::Password => OAuthGrant::Password,
                    model::OAuthGrant::ClientCredentials => OAuthGrant::ClientCredentials,
                    model::OAuthGrant::DeviceCode => OAuthGrant::DeviceCode,
                })
            })))
        }
        model::SecurityKind::OpenIdConnect(url) => SecurityKind::OpenIdConnect(text(url)),
        model::SecurityKind::MutualTls => SecurityKind::MutualTls,
    };
    Box::leak(Box::new(SecurityScheme::new(
        text(&scheme.name),
        kind,
        text(&scheme.env),
    )))
}
