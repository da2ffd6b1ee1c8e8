//! The schema texts: one string for each tool, and what they have in common once.

use indexmap::{IndexMap, IndexSet};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::model::Operation;
use crate::schema_texts::{OutputText, PartPlan, SchemaTexts, TextPlan};

use super::EmitError;
use super::literal::{string, strings};

/// The texts of a tool, as literals.
pub(crate) struct ToolTexts {
    /// The spec's input schema.
    pub(crate) faithful: Literal,
    /// The input schema that is listed, where it is another text.
    pub(crate) portable: Option<Literal>,
    /// What the listed one has under `$defs`.
    pub(crate) referenced: Vec<Literal>,
    /// The output schema that is listed.
    pub(crate) output: Option<ToolOutput>,
}

/// The output schema of a tool.
pub(crate) struct ToolOutput {
    /// The text.
    pub(crate) portable: Literal,
    /// What it has under `$defs`.
    pub(crate) referenced: Vec<Literal>,
    /// Whether results are wrapped.
    pub(crate) wrapped: bool,
}

/// What the texts of an API have in common, as the elements of three tables, sorted by name.
pub(crate) struct SharedTexts {
    /// Properties.
    pub(crate) properties: Vec<TokenStream>,
    /// Definitions in the spec's form.
    pub(crate) definitions: Vec<TokenStream>,
    /// Definitions whose portable form differs.
    pub(crate) portable_definitions: Vec<TokenStream>,
}

/// Whose form of a definition is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Faithful,
    Portable,
}

/// The texts of a file, as they are collected tool by tool.
pub(crate) struct Texts<'a> {
    plan: &'a SchemaTexts,
    /// What the tools refer to, directly or by way of others.
    used: IndexSet<(Form, &'a str)>,
    /// Names of the shared properties that the used texts mention.
    properties: IndexSet<&'a str>,
}

impl<'a> Texts<'a> {
    /// No tool yet.
    pub(crate) fn new(plan: &'a SchemaTexts) -> Self {
        Self {
            plan,
            used: IndexSet::new(),
            properties: IndexSet::new(),
        }
    }

    /// Adds the texts of the operation with that index.
    pub(crate) fn tool(
        &mut self,
        index: usize,
        operation: &Operation,
    ) -> Result<ToolTexts, EmitError> {
        let plan = self.plan;
        let input = plan
            .inputs
            .get(index)
            .ok_or_else(|| EmitError::Text(operation.tool.clone()))?;
        let faithful = self.text(&input.faithful, Form::Faithful);
        let portable = self.text(&input.portable, Form::Portable);
        let output = match plan.outputs.get(index) {
            Some(Some(output)) => Some(self.output(output)?),
            _ => None,
        };
        Ok(ToolTexts {
            portable: (portable != faithful)
                .then(|| string(&portable))
                .transpose()?,
            faithful: string(&faithful)?,
            referenced: strings(&input.portable.definitions)?,
            output,
        })
    }

    /// What the added texts have in common.
    pub(crate) fn shared(mut self) -> Result<SharedTexts, EmitError> {
        self.close()?;
        Ok(SharedTexts {
            definitions: self.definitions(Form::Faithful)?,
            portable_definitions: self.definitions(Form::Portable)?,
            properties: self.properties()?,
        })
    }

    fn output(&mut self, output: &'a OutputText) -> Result<ToolOutput, EmitError> {
        let text = self.text(&output.portable, Form::Portable);
        Ok(ToolOutput {
            portable: string(&text)?,
            referenced: strings(&output.portable.definitions)?,
            wrapped: output.wrapped,
        })
    }

    fn text(&mut self, plan: &'a TextPlan, form: Form) -> String {
        for key in &plan.definitions {
            self.used.insert((form, key));
        }
        self.joined(&plan.parts, form)
    }

    /// The parts as one text, in the form that the runtime's `SchemaText` has.
    fn joined(&mut self, parts: &'a [PartPlan], form: Form) -> String {
        let mut text = String::new();
        for part in parts {
            match part {
                PartPlan::Text(piece) => text.push_str(piece),
                PartPlan::Shared(name) => {
                    self.properties.insert(name);
                    text.push_str(&format!("\"$shared\":\"{name}\""));
                }
                PartPlan::Inline(key) => {
                    self.used.insert((form, key));
                    text.push_str(&format!("{{\"$ref\":\"#/$defs/{key}\"}}"));
                }
                PartPlan::Annotated(opening, key) => {
                    self.used.insert((form, key));
                    text.push_str(&format!("{opening}\"$ref\":\"#/$defs/{key}\"}}"));
                }
            }
        }
        text
    }

    /// Adds what the used definitions refer to.
    fn close(&mut self) -> Result<(), EmitError> {
        let mut next = 0;
        while let Some(&(form, key)) = self.used.get_index(next) {
            next += 1;
            let parts = self
                .plans(form)
                .get(key)
                .ok_or_else(|| EmitError::Definition(key.to_owned()))?;
            self.joined(parts, form);
        }
        Ok(())
    }

    /// The used definitions that are stored in that form.
    fn definitions(&mut self, form: Form) -> Result<Vec<TokenStream>, EmitError> {
        let keys = self.used.iter().map(|&(_, key)| key);
        let mut keys: Vec<&str> = keys.collect::<IndexSet<_>>().into_iter().collect();
        keys.retain(|key| self.is_stored(form, key));
        keys.sort_unstable();
        keys.into_iter()
            .map(|key| self.definition(form, key))
            .collect()
    }

    /// A portable form is stored beside a faithful one only where it differs.
    fn is_stored(&self, form: Form, key: &str) -> bool {
        let faithful = self.plan.faithful_definitions.get(key);
        let portable = self.plan.portable_definitions.get(key);
        match form {
            Form::Portable => self.used.contains(&(form, key)) && portable != faithful,
            Form::Faithful => {
                self.used.contains(&(form, key))
                    || (self.used.contains(&(Form::Portable, key)) && portable == faithful)
            }
        }
    }

    fn definition(&mut self, form: Form, key: &str) -> Result<TokenStream, EmitError> {
        let parts = self.plans(form).get(key).map_or(&[][..], Vec::as_slice);
        let (opening, body) = match parts {
            [PartPlan::Text(opening), body @ ..] => (opening.as_str(), body),
            body => ("", body),
        };
        let body = self.joined(body, form);
        let (name, opening, body) = (string(key)?, string(opening)?, string(&body)?);
        Ok(quote!(Definition { name: #name, opening: #opening, body: #body }))
    }

    fn plans(&self, form: Form) -> &'a IndexMap<String, Vec<PartPlan>> {
        match form {
            Form::Faithful => &self.plan.faithful_definitions,
            Form::Portable => &self.plan.portable_definitions,
        }
    }

    fn properties(&self) -> Result<Vec<TokenStream>, EmitError> {
        let mut names: Vec<&str> = self.properties.iter().copied().collect();
        names.sort_unstable();
        names
            .into_iter()
            .map(|name| {
                let text = self.plan.shared.get(name).map_or("", String::as_str);
                let (name, text) = (string(name)?, string(text)?);
                Ok(quote!((#name, #text)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
