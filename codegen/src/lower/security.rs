//! Which security schemes each operation needs, and the environment variables of their credentials. A scheme that no
//! operation uses gets no variable; an alternative that cannot be satisfied is left out.

use serde_json::json;

use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
use crate::model::{RequiredScheme, Requirement, SecurityScheme};
use crate::names::{Scope, screaming_name};
use crate::normalize::{
    Document, Operation, RequiredSchemeName, SecurityRequirement, SecuritySchemeKind,
};

/// Names that the module of the schemes has beside them.
const RESERVED_CONSTANTS: &str = "ALL DEFAULT";

/// An API key that the spec has among the parameters of an operation as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclaredKey<'a> {
    /// The scheme.
    pub(super) scheme: &'a str,
    /// Whether the operation cannot be called without it.
    pub(super) is_required: bool,
}

/// The security schemes that operations use, in the order of first use.
pub(super) struct Security<'a> {
    document: &'a Document,
    prefix: String,
    constants: Scope,
    used: Vec<SecurityScheme>,
}

impl<'a> Security<'a> {
    pub(super) fn for_document(document: &'a Document, name: &str) -> Self {
        Self {
            document,
            prefix: screaming_name(name),
            constants: Scope::reserving(RESERVED_CONSTANTS.split_whitespace()),
            used: Vec::new(),
        }
    }

    /// Says of a spec that defines schemes and has no word on who needs them, that nobody gets them.
    pub(super) fn remark_on_unused(&self, diagnostics: &mut Diagnostics) {
        let document = self.document;
        let is_silent =
            !document.mentions_security && !document.operations.is_empty() && self.used.is_empty();
        let Some(scheme) = document
            .security_schemes
            .values()
            .next()
            .filter(|_| is_silent)
        else {
            return;
        };
        let names = document.security_schemes.keys();
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let keys = document.security_schemes.keys();
        let keys: Vec<String> = keys.map(|name| format!("{}: []", json!(name))).collect();
        let alternatives: Vec<String> = keys.iter().map(|key| format!("{{{key}}}")).collect();
        diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message: format!(
                "the spec does not say which operations need {}: it has no `security`, so all calls go \
                 without credentials",
                names.join(" or ")
            ),
            pointer: scheme.pointer.clone(),
            mark: Mark::Key,
            help: Some(format!(
                "if they need {}, add an overlay action: `{{target: $, update: {{security: [{}]}}}}`; if none \
                 does, add `security: []`; or set {}_HEADERS to the headers that the server sends",
                match alternatives.len() {
                    1 => "it".to_owned(),
                    _ => format!(
                        "one of them (or all at once: `security: [{{{}}}]`)",
                        keys.join(", ")
                    ),
                },
                alternatives.join(", "),
                self.prefix
            )),
            operation: None,
        });
    }

    /// The schemes that were asked for, and the alternatives of operations that have none of their
    /// own; none if there was no such operation.
    pub(super) fn into_requirements(mut self) -> (Vec<SecurityScheme>, Vec<Requirement>) {
        let known = self.used.len();
        let mut default = self.satisfiable_alternatives(&self.document.security);
        // The default asks for a scheme that no operation has, so it would be a variable that nothing reads.
        if self.used.len() > known {
            self.used.truncate(known);
            default.clear();
        }
        (self.used, default)
    }

    /// The alternatives of an operation. One that needs a scheme we cannot satisfy is left out.
    pub(super) fn resolve_requirements(
        &mut self,
        raw: &Operation,
        keys: &[DeclaredKey<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Vec<Requirement> {
        let document = self.document;
        let wanted = raw.security.as_ref().unwrap_or(&document.security);
        let wanted = &with_keys(wanted, keys);
        let satisfiable = self.satisfiable_alternatives(wanted);
        if satisfiable.is_empty() && !wanted.is_empty() && !self.is_told_of(wanted) {
            diagnostics.warning(
                &raw.pointer,
                format!(
                    "{} {} requires an authentication that is not supported; it is called without \
                     credentials",
                    raw.method, raw.path
                ),
            );
        }
        satisfiable
    }

    /// Whether the spec was told once, at the scheme, that these cannot be satisfied.
    fn is_told_of(&self, wanted: &[SecurityRequirement]) -> bool {
        wanted.iter().flatten().all(|wanted| {
            let scheme = self.document.security_schemes.get(&wanted.name);
            scheme.is_some_and(|scheme| scheme.kind == SecuritySchemeKind::AmazonSignature)
        })
    }

    fn satisfiable_alternatives(&mut self, wanted: &[SecurityRequirement]) -> Vec<Requirement> {
        let mut satisfiable = Vec::with_capacity(wanted.len());
        for schemes in wanted {
            let required: Option<_> = schemes
                .iter()
                .map(|scheme| self.required_scheme(scheme))
                .collect();
            satisfiable.extend(required);
        }
        satisfiable
    }

    fn required_scheme(&mut self, wanted: &RequiredSchemeName) -> Option<RequiredScheme> {
        Some(RequiredScheme {
            scheme: self.scheme_index(&wanted.name)?,
            scopes: wanted.scopes.clone(),
        })
    }

    fn scheme_index(&mut self, name: &str) -> Option<usize> {
        if let Some(index) = self.used.iter().position(|scheme| scheme.name == name) {
            return Some(index);
        }
        let declared = self.document.security_schemes.get(name)?;
        let SecuritySchemeKind::Known(kind) = &declared.kind else {
            return None;
        };
        let constant = screaming_name(name);
        self.used.push(SecurityScheme {
            name: name.to_owned(),
            kind: kind.clone(),
            description: declared.description.clone(),
            env: format!("{}_{}", self.prefix, avoid_own_variable(&constant)),
            constant: self.constants.claim([constant]),
        });
        Some(self.used.len() - 1)
    }
}

/// The alternatives of an operation whose parameters name these keys: each key that none of them has is
/// wanted beside every one, or, if the parameters are optional, better than none.
fn with_keys(
    alternatives: &[SecurityRequirement],
    keys: &[DeclaredKey<'_>],
) -> Vec<SecurityRequirement> {
    let is_known = |key: &&DeclaredKey<'_>| {
        let mut schemes = alternatives.iter().flatten();
        schemes.any(|scheme| scheme.name == key.scheme)
    };
    let missing: Vec<&DeclaredKey<'_>> = keys.iter().filter(|key| !is_known(key)).collect();
    let mut alternatives = alternatives.to_vec();
    if missing.is_empty() {
        return alternatives;
    }
    // No requirement means no authentication; the key makes it one requirement.
    if alternatives.is_empty() {
        alternatives.push(Vec::new());
    }
    let mut with_missing = alternatives.clone();
    for alternative in &mut with_missing {
        alternative.extend(missing.iter().map(|key| RequiredSchemeName {
            name: key.scheme.to_owned(),
            scopes: Vec::new(),
        }));
    }
    // An optional key may be missing, so the alternatives without it stay.
    if !missing.iter().any(|key| key.is_required) {
        with_missing.extend(alternatives);
    }
    with_missing
}

/// The end of a scheme's variable. `{SERVER}_ACCESS_TOKENS` has the tokens that admit clients to this
/// server: a spec whose scheme is called so must not have them sent to the API.
fn avoid_own_variable(constant: &str) -> String {
    match constant {
        "ACCESS_TOKENS" => format!("API_{constant}"),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests;
