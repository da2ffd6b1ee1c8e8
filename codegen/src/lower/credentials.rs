//! Parameters that tell who calls: they belong to the operator, and models have no business with them.

use super::Lowering;
use super::security::DeclaredKey;
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::model::{ApiKeyIn, SecurityKind};
use crate::names::{compact_name, screaming_name};
use crate::normalize::{Operation, Parameter, ParameterLocation, SecuritySchemeKind};

impl<'a> Lowering<'a> {
    /// The API key that a parameter is by its place and name, if the spec declares one. One of which
    /// `x-mcp` or a setting says something is an argument all the same.
    pub(super) fn declared_key(
        &mut self,
        raw: &Parameter,
        operation: &Operation,
    ) -> Option<DeclaredKey<'a>> {
        let place = match raw.location {
            ParameterLocation::Header => ApiKeyIn::Header,
            ParameterLocation::Query => ApiKeyIn::Query,
            ParameterLocation::Cookie => ApiKeyIn::Cookie,
            ParameterLocation::Path | ParameterLocation::QueryString(..) => return None,
        };
        // Names of headers are case-insensitive (RFC 9110, section 5.1), all others are not.
        let is_same = |name: &str| match place {
            ApiKeyIn::Header => name.eq_ignore_ascii_case(&raw.name),
            ApiKeyIn::Query | ApiKeyIn::Cookie => name == raw.name,
        };
        let schemes = self.document.security_schemes.iter();
        let (scheme, _) = schemes.into_iter().find(|(_, declared)| {
            matches!(&declared.kind,
                SecuritySchemeKind::Known(SecurityKind::ApiKey(at, name)) if *at == place && is_same(name))
        })?;
        if self.override_parameter(raw, operation).is_some() {
            return None;
        }
        Some(DeclaredKey {
            scheme,
            is_required: raw.is_required,
        })
    }

    /// A name for a security scheme that neither the spec nor another suggestion has.
    fn free_scheme(&mut self, parameter: &str) -> String {
        let name = screaming_name(parameter).to_ascii_lowercase();
        let numbered = (2_usize..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let declared = &self.document.security_schemes;
        let reported = &mut self.reported;
        let free = names
            .find(|name| !declared.contains_key(name) && reported.insert(format!("scheme {name}")));
        free.unwrap_or(name)
    }

    /// Warns once of an argument that looks like a credential, `place` being where it is sent.
    pub(super) fn remark_on_credential(
        &mut self,
        name: &str,
        place: &'static str,
        operation: &Operation,
    ) {
        let of_place = match place {
            "header" => format!("{place} {}", name.to_ascii_lowercase()),
            place => format!("{place} {name}"),
        };
        if !is_credential(name) || !self.reported.insert(of_place) {
            return;
        }
        let what = match place {
            "query" => "query parameter",
            "body" => "property of the body",
            header_or_cookie => header_or_cookie,
        };
        let variable = screaming_name(&format!("{} {name}", self.settings.name));
        let mut help =
            format!("read it from the environment with `--from-environment '*={name}={variable}'`");
        if place != "body" {
            let scheme = self.free_scheme(name);
            let scheme = format!("{{{scheme}: {{type: apiKey, in: {place}, name: {name}}}}}");
            let schemes = match self.document.is_swagger {
                true => format!("{{securityDefinitions: {scheme}}}"),
                false => format!("{{components: {{securitySchemes: {scheme}}}}}"),
            };
            help += &format!(
                ", or declare it as a security scheme with an overlay action: `{{target: $, update: \
                 {schemes}}}`"
            );
        }
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message: format!(
                "the {what} `{name}` looks like a credential, but models would have to provide it as an \
                 argument"
            ),
            pointer: operation.pointer.clone(),
            mark: Mark::Value,
            help: Some(help),
            operation: None,
        });
    }
}

/// Whether a name is that of what tells who calls.
fn is_credential(name: &str) -> bool {
    const ENDS: [&str; 10] = [
        "apikey",
        "apitoken",
        "accesstoken",
        "authtoken",
        "authkey",
        "subscriptionkey",
        "secretkey",
        "clientsecret",
        "sessiontoken",
        "proxyauthorization",
    ];
    let name = compact_name(name);
    ENDS.iter().any(|end| name.ends_with(end))
}
