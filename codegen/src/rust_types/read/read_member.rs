//! Reads one field: its name in JSON, its type, its role, and the keywords and defaults that are set on it.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Field, Index};

use super::read_fields::ContainerAttributes;
use super::{TypeReader, choose_renamer, keyword_checks, spell_type};
use crate::rust_types::Direction;
use crate::rust_types::attributes::{AttributePlace, Attributes};
use crate::rust_types::json_schema;
use crate::rust_types::rename_rule::RenameRule;
use crate::rust_types::rust_kind::RustKind;
use crate::rust_types::user_type::{Default as DefaultOf, Member, Role};

impl TypeReader {
    /// A field with a name.
    pub(super) fn read_named_field(
        &mut self,
        field: &Field,
        index: usize,
        container: &ContainerAttributes,
    ) -> Option<Member> {
        let attributes = Attributes::read_attributes(
            &field.attrs,
            AttributePlace::Field,
            self.direction,
            &mut self.problems,
        );
        let ident = field.ident.clone()?;
        let wire = self.json_name(
            attributes.rename.as_ref(),
            &ident,
            choose_renamer(container.case, RenameRule::rename_field),
        );
        let mut member = self.read_member(field, index, attributes, wire)?;
        let has_base = container.base.is_some() && member.role == Role::Property;
        // As serde does it: `#[serde(default)]` on the struct fills each field that is missing from
        // the default of the struct, and a default of the field's own goes first.
        if has_base && member.default.is_none() && self.direction == Direction::Input {
            member.default = Some(DefaultOf::Base);
        }
        Some(member)
    }

    /// A field without a name.
    pub(super) fn read_tuple_field(
        &mut self,
        field: &Field,
        index: usize,
        _: &ContainerAttributes,
    ) -> Option<Member> {
        let attributes = Attributes::read_attributes(
            &field.attrs,
            AttributePlace::Field,
            self.direction,
            &mut self.problems,
        );
        let named: [(&str, Option<Span>); 3] = [
            ("flatten", attributes.flatten),
            ("skip", attributes.skip),
            (
                "default",
                attributes.default.as_ref().map(|(_, span)| *span),
            ),
        ];
        for (name, span) in named {
            if let Some(span) = span {
                let message = format!("`{name}` is only for named fields: name them, or remove it");
                self.problems.add_problem(span, message);
            }
        }
        self.read_member(field, index, attributes, String::new())
    }

    fn read_member(
        &mut self,
        field: &Field,
        index: usize,
        attributes: Attributes,
        wire: String,
    ) -> Option<Member> {
        let ident = match &field.ident {
            Some(ident) => syn::Member::Named(ident.clone()),
            None => syn::Member::Unnamed(Index::from(index)),
        };
        let skipped = attributes.skip.is_some();
        let kind = match skipped {
            // The type of a skipped field may be anything, so it is not read: an unsupported one is
            // no mistake.
            true => RustKind::Unit,
            false => self.problems.take_ok(RustKind::from_type(&field.ty))?,
        };
        let role = match (skipped, attributes.flatten) {
            (true, _) => Role::Skipped,
            (false, Some(span)) => self.role_of_flattened(&kind, field, span),
            (false, None) => Role::Property,
        };
        let mut said = Vec::new();
        let mut last = None;
        for (keyword, value, span) in attributes.keywords {
            last = Some(span);
            match keyword_checks::check_keyword_fits(&kind, &spell_type(&field.ty), keyword, &value)
            {
                Ok(()) => said.push((keyword, value)),
                Err(message) => self.problems.add_problem(span, message),
            }
        }
        if let Some(message) = keyword_checks::find_contradiction(&said) {
            self.problems
                .add_problem(last.unwrap_or_else(|| field.ty.span()), message);
        }
        let default_span = attributes.default.as_ref().map(|(_, span)| *span);
        let member = Member {
            ident,
            wire,
            kind,
            role,
            default: attributes.default.map(|(default, _)| default),
            skip_if: attributes.skip_if,
            keywords: said,
            about: attributes.about,
        };
        self.check_default_and_examples(&member, default_span.unwrap_or_else(|| field.ty.span()));
        Some(member)
    }

    fn role_of_flattened(&mut self, kind: &RustKind, field: &Field, span: Span) -> Role {
        match kind {
            RustKind::Map(_) => Role::Rest,
            RustKind::Other(_) => Role::Part,
            RustKind::Option(_) => {
                let message = "an optional struct cannot be flattened, because JSON does not show whether it \
                    is present: make its fields optional, or do not flatten it";
                self.problems.add_problem(span, message);
                Role::Property
            }
            _ => {
                let message = format!(
                    "only a struct or a map can be flattened, and `{}` is neither",
                    spell_type(&field.ty)
                );
                self.problems.add_problem(span, message);
                Role::Property
            }
        }
    }

    /// Holds the default and the examples to the schema.
    fn check_default_and_examples(&mut self, member: &Member, span: Span) {
        if let Some(DefaultOf::Value(value)) = &member.default
            && !json_schema::is_valid_value(member, value)
        {
            self.problems.add_problem(
                span,
                format!(
                    "the schema of the field does not allow the default {value}: change the default, the \
                     type or the keywords"
                ),
            );
        }
        let wrong = member
            .about
            .examples
            .iter()
            .find(|example| !json_schema::is_valid_value(member, example));
        if let Some(example) = wrong {
            self.problems.add_problem(
                span,
                format!(
                    "the schema of the field does not allow the example {example}: change the example, the \
                     type or the keywords"
                ),
            );
        }
    }
}
