//! The schema texts: constants for the definitions and the tools, each text once.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::model::{Api, Definition, Operation};
use crate::schema::text::{OutputText, PartPlan, SchemaTexts, TextPlan};

use super::ident::ident;
use super::literal::string;
use super::{EmitError, EmitSettings};

/// How a tool names its texts.
pub(crate) struct ToolTexts {
    /// The spec's input schema.
    pub(crate) faithful: TokenStream,
    /// The input schema that is listed.
    pub(crate) portable: TokenStream,
    /// The output schema that is listed.
    pub(crate) output: Option<ToolOutput>,
}

/// How a tool names its output schema.
pub(crate) struct ToolOutput {
    /// The text.
    pub(crate) portable: TokenStream,
    /// Whether results are wrapped.
    pub(crate) wrapped: bool,
}

/// Whose form of a definition is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    /// The spec's, and the portable one where they are the same.
    Faithful,
    /// The portable one where it differs.
    Portable,
}

/// The texts of a file, as they are collected tool by tool.
pub(crate) struct Texts<'a> {
    definitions: &'a IndexMap<String, Definition>,
    plan: &'a SchemaTexts,
    /// Keys of definitions that are the same in both forms.
    shared: HashSet<&'a str>,
    /// What the tools refer to, directly or by way of others.
    used: IndexSet<(Form, &'a str)>,
    /// Keys of the pieces of text that the used texts have in common.
    pieces: IndexSet<&'a str>,
    inputs: TokenStream,
    portable_inputs: TokenStream,
    outputs: TokenStream,
    with_outputs: bool,
}

impl<'a> Texts<'a> {
    /// No tool yet.
    pub(crate) fn new(api: &'a Api, plan: &'a SchemaTexts, settings: &EmitSettings) -> Self {
        Self {
            definitions: &api.definitions,
            plan,
            shared: shared(plan),
            used: IndexSet::new(),
            pieces: IndexSet::new(),
            inputs: TokenStream::new(),
            portable_inputs: TokenStream::new(),
            outputs: TokenStream::new(),
            with_outputs: settings.output_schemas,
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
        let constant = ident(&operation.constant)?;
        let faithful = self.text(&constant, &input.faithful, Form::Faithful)?;
        self.inputs.extend(faithful);
        let faithful = quote!(schemas::inputs::#constant);
        let portable = if self.is_shared(&input.faithful, &input.portable) {
            faithful.clone()
        } else {
            let portable = self.text(&constant, &input.portable, Form::Portable)?;
            self.portable_inputs.extend(portable);
            quote!(schemas::portable_inputs::#constant)
        };
        let output = match plan.outputs.get(index) {
            Some(Some(output)) if self.with_outputs => Some(self.output(&constant, output)?),
            _ => None,
        };
        Ok(ToolTexts {
            faithful,
            portable,
            output,
        })
    }

    /// The items of `mod schemas`.
    pub(crate) fn into_module(mut self) -> Result<TokenStream, EmitError> {
        self.close();
        let definitions = self.definitions(Form::Faithful)?;
        let portable_definitions = self.definitions(Form::Portable)?;
        let pieces = self.pieces()?;
        let modules = [
            ("shared", pieces),
            ("inputs", self.inputs),
            ("portable_inputs", self.portable_inputs),
            ("outputs", self.outputs),
            ("definitions", definitions),
            ("portable_definitions", portable_definitions),
        ];
        let modules = modules
            .into_iter()
            .filter(|(_, items)| !items.is_empty())
            .map(|(name, items)| {
                let module = ident(name)?;
                let import = (name != "shared").then(|| {
                    quote!(
                        use toolwright::generated::*;
                    )
                });
                Ok(quote! {
                    pub mod #module {
                        #import
                        #items
                    }
                })
            })
            .collect::<Result<Vec<_>, EmitError>>()?;
        Ok(quote!(#(#modules)*))
    }

    fn output(
        &mut self,
        constant: &Ident,
        output: &'a OutputText,
    ) -> Result<ToolOutput, EmitError> {
        let text = self.text(constant, &output.portable, Form::Portable)?;
        self.outputs.extend(text);
        Ok(ToolOutput {
            portable: quote!(schemas::outputs::#constant),
            wrapped: output.wrapped,
        })
    }

    fn text(
        &mut self,
        constant: &Ident,
        plan: &'a TextPlan,
        form: Form,
    ) -> Result<TokenStream, EmitError> {
        let parts = self.parts(&plan.parts, form)?;
        let mut definitions = Vec::new();
        for key in &plan.definitions {
            let form = self.form(key, form);
            self.used.insert((form, key));
            definitions.push(self.path(form, key)?);
        }
        Ok(quote! {
            pub const #constant: SchemaText = SchemaText {
                parts: #parts,
                definitions: &[#(&#definitions),*],
            };
        })
    }

    fn parts(&mut self, parts: &'a [PartPlan], form: Form) -> Result<TokenStream, EmitError> {
        let mut expressions = Vec::new();
        for part in parts {
            expressions.push(match part {
                PartPlan::Text(text) => {
                    let text = string(text)?;
                    quote!(Part::Text(#text))
                }
                PartPlan::Shared(key) => {
                    self.pieces.insert(key);
                    let name = ident(key)?;
                    quote!(Part::Shared(&super::shared::#name))
                }
                PartPlan::Inline(key) => {
                    let form = self.form(key, form);
                    self.used.insert((form, key));
                    let path = self.path(form, key)?;
                    quote!(Part::Inline(&#path))
                }
                PartPlan::Annotated(text, key) => {
                    let text = string(text)?;
                    let form = self.form(key, form);
                    self.used.insert((form, key));
                    let path = self.path(form, key)?;
                    quote!(Part::Annotated(#text, &#path))
                }
            });
        }
        Ok(quote!(&[#(#expressions),*]))
    }

    /// The used pieces of text, in the order of the plan.
    fn pieces(&self) -> Result<TokenStream, EmitError> {
        let used = self.plan.shared.iter();
        used.filter(|(key, _)| self.pieces.contains(key.as_str()))
            .map(|(key, text)| {
                let name = ident(key)?;
                let text = string(text)?;
                Ok(quote!(pub static #name: &str = #text;))
            })
            .collect()
    }

    /// Adds what the used definitions inline.
    fn close(&mut self) {
        let mut next = 0;
        while let Some(&(form, key)) = self.used.get_index(next) {
            next += 1;
            for inlined in inlined(self.plan_of(form, key).unwrap_or_default()) {
                let form = self.form(inlined, form);
                self.used.insert((form, inlined));
            }
        }
    }

    /// The used definitions of that form, in the order of the spec.
    fn definitions(&mut self, form: Form) -> Result<TokenStream, EmitError> {
        let all = self.definitions;
        let mut items = TokenStream::new();
        for (key, definition) in all {
            if !self.used.contains(&(form, key.as_str())) {
                continue;
            }
            let constant = ident(&definition.constant)?;
            let name = string(key)?;
            let plan = self
                .plan_of(form, key)
                .ok_or_else(|| EmitError::Definition(key.clone()))?;
            let parts = self.parts(plan, form)?;
            items.extend(quote! {
                pub static #constant: Definition = Definition { name: #name, parts: #parts };
            });
        }
        Ok(items)
    }

    fn plan_of(&self, form: Form, key: &str) -> Option<&'a [PartPlan]> {
        let plans = match form {
            Form::Faithful => &self.plan.faithful_definitions,
            Form::Portable => &self.plan.portable_definitions,
        };
        plans.get(key).map(Vec::as_slice)
    }

    fn form(&self, key: &str, wanted: Form) -> Form {
        if self.shared.contains(key) {
            Form::Faithful
        } else {
            wanted
        }
    }

    fn path(&self, form: Form, key: &str) -> Result<TokenStream, EmitError> {
        let definition = self
            .definitions
            .get(key)
            .ok_or_else(|| EmitError::Definition(key.to_owned()))?;
        let constant = ident(&definition.constant)?;
        Ok(match form {
            Form::Faithful => quote!(super::definitions::#constant),
            Form::Portable => quote!(super::portable_definitions::#constant),
        })
    }

    fn is_shared(&self, faithful: &TextPlan, portable: &TextPlan) -> bool {
        faithful == portable
            && faithful
                .definitions
                .iter()
                .map(String::as_str)
                .chain(inlined(&faithful.parts))
                .all(|key| self.shared.contains(key))
    }
}

/// Keys of the definitions whose text, and the text of all they inline, is the same in both forms.
fn shared(plan: &SchemaTexts) -> HashSet<&str> {
    let mut shared: HashSet<&str> = plan
        .faithful_definitions
        .iter()
        .filter(|(key, parts)| plan.portable_definitions.get(*key) == Some(parts))
        .map(|(key, _)| key.as_str())
        .collect();
    loop {
        let different: Vec<&str> = shared
            .iter()
            .copied()
            .filter(|&key| {
                let parts = plan.faithful_definitions.get(key).map(Vec::as_slice);
                inlined(parts.unwrap_or_default()).any(|inlined| !shared.contains(inlined))
            })
            .collect();
        if different.is_empty() {
            return shared;
        }
        for key in different {
            shared.remove(key);
        }
    }
}

fn inlined(parts: &[PartPlan]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        PartPlan::Text(_) | PartPlan::Shared(_) => None,
        PartPlan::Inline(key) | PartPlan::Annotated(_, key) => Some(key.as_str()),
    })
}

#[cfg(test)]
mod tests;
