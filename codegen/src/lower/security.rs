use crate::diagnostics::Diagnostics;
use crate::model::{SecurityKind, SecurityScheme};
use crate::names::screaming_name;
use crate::normalize::{Document, RawOperation, SecuritySchemeKind};

/// The security schemes that operations use, in the order of first use.
pub(super) struct Security {
    declared: Vec<(String, Option<SecurityKind>)>,
    default: Vec<Vec<String>>,
    prefix: String,
    used: Vec<SecurityScheme>,
}

impl Security {
    pub(super) fn of(document: &Document, name: &str) -> Self {
        let declared = document
            .security_schemes
            .iter()
            .map(|(name, scheme)| (name.clone(), kind(&scheme.kind)))
            .collect();
        Self {
            declared,
            default: document.security.clone(),
            prefix: screaming_name(name),
            used: Vec::new(),
        }
    }

    pub(super) fn into_schemes(self) -> Vec<SecurityScheme> {
        self.used
    }

    /// The alternatives of an operation. One that needs a scheme we cannot satisfy is left out.
    pub(super) fn requirements(
        &mut self,
        raw: &RawOperation,
        diagnostics: &mut Diagnostics,
    ) -> Vec<Vec<usize>> {
        let wanted = raw.security.clone().unwrap_or_else(|| self.default.clone());
        let satisfiable: Vec<Vec<usize>> = wanted
            .iter()
            .filter_map(|schemes| schemes.iter().map(|name| self.index(name)).collect())
            .collect();
        if satisfiable.is_empty() && !wanted.is_empty() {
            diagnostics.warning(
                &raw.pointer,
                format!(
                    "{} {} asks for an authentication that is not supported; it is called without",
                    raw.method, raw.path
                ),
            );
        }
        satisfiable
    }

    fn index(&mut self, name: &str) -> Option<usize> {
        if let Some(index) = self.used.iter().position(|scheme| scheme.name == name) {
            return Some(index);
        }
        let (_, kind) = self.declared.iter().find(|(known, _)| known == name)?;
        let scheme = SecurityScheme {
            name: name.to_owned(),
            kind: kind.clone()?,
            env: format!("{}_{}", self.prefix, screaming_name(name)),
        };
        self.used.push(scheme);
        Some(self.used.len() - 1)
    }
}

fn kind(kind: &SecuritySchemeKind) -> Option<SecurityKind> {
    match kind {
        SecuritySchemeKind::ApiKey(place, name) => Some(SecurityKind::ApiKey(*place, name.clone())),
        SecuritySchemeKind::Basic => Some(SecurityKind::Basic),
        SecuritySchemeKind::Bearer
        | SecuritySchemeKind::OAuth2
        | SecuritySchemeKind::OpenIdConnect => Some(SecurityKind::Bearer),
        SecuritySchemeKind::Other(_) => None,
    }
}
