use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Field, Index};

use super::contents::Container;
use super::{Reader, in_case, keywords, spelled};
use crate::rust_types::Direction;
use crate::rust_types::attributes::{Attributes, Place};
use crate::rust_types::kind::Kind;
use crate::rust_types::model::{Default as DefaultOf, Member, Role};
use crate::rust_types::rename::Case;
use crate::rust_types::schema;

impl Reader {
    /// A field with a name.
    pub(super) fn member(
        &mut self,
        field: &Field,
        index: usize,
        container: &Container,
    ) -> Option<Member> {
        let attributes = Attributes::read(
            &field.attrs,
            Place::Field,
            self.direction,
            &mut self.problems,
        );
        let ident = field.ident.clone()?;
        let wire = self.wire(
            attributes.rename.as_ref(),
            &ident,
            in_case(container.case, Case::field),
        );
        let mut member = self.read(field, index, attributes, wire)?;
        let has_base = container.base.is_some() && member.role == Role::Property;
        if has_base && member.default.is_none() && self.direction == Direction::Input {
            member.default = Some(DefaultOf::Base);
        }
        Some(member)
    }

    /// A field without a name.
    pub(super) fn item(&mut self, field: &Field, index: usize, _: &Container) -> Option<Member> {
        let attributes = Attributes::read(
            &field.attrs,
            Place::Field,
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
                let message =
                    format!("`{name}` is for fields with a name: give them names, or remove it");
                self.problems.add(span, message);
            }
        }
        self.read(field, index, attributes, String::new())
    }

    fn read(
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
            true => Kind::Unit,
            false => self.problems.note(Kind::of(&field.ty))?,
        };
        let role = match (skipped, attributes.flatten) {
            (true, _) => Role::Skipped,
            (false, Some(span)) => self.flattened(&kind, field, span),
            (false, None) => Role::Property,
        };
        let mut said = Vec::new();
        let mut last = None;
        for (keyword, value, span) in attributes.keywords {
            last = Some(span);
            match keywords::check(&kind, &spelled(&field.ty), keyword, &value) {
                Ok(()) => said.push((keyword, value)),
                Err(message) => self.problems.add(span, message),
            }
        }
        if let Some(message) = keywords::contradiction(&said) {
            self.problems
                .add(last.unwrap_or_else(|| field.ty.span()), message);
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
        self.check_values(&member, default_span.unwrap_or_else(|| field.ty.span()));
        Some(member)
    }

    fn flattened(&mut self, kind: &Kind, field: &Field, span: Span) -> Role {
        match kind {
            Kind::Map(_) => Role::Rest,
            Kind::Other(_) => Role::Part,
            Kind::Option(_) => {
                let message = "an optional struct cannot be flattened, since nothing says whether it is there: \
                               make its fields optional, or do not flatten it";
                self.problems.add(span, message);
                Role::Property
            }
            _ => {
                let message = format!(
                    "a struct or a map can be flattened, `{}` cannot",
                    spelled(&field.ty)
                );
                self.problems.add(span, message);
                Role::Property
            }
        }
    }

    /// Holds the default and the examples to the schema.
    fn check_values(&mut self, member: &Member, span: Span) {
        if let Some(DefaultOf::Value(value)) = &member.default
            && !schema::admits(member, value)
        {
            self.problems.add(
                span,
                format!(
                    "the default {value} is not allowed by the schema of the field: change it, or the type or the keywords"
                ),
            );
        }
        let wrong = member
            .about
            .examples
            .iter()
            .find(|example| !schema::admits(member, example));
        if let Some(example) = wrong {
            self.problems.add(
                span,
                format!(
                    "the example {example} is not allowed by the schema of the field: change it, or the type or the keywords"
                ),
            );
        }
    }
}
