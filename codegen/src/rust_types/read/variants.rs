use syn::spanned::Spanned as _;
use syn::{DataEnum, DeriveInput, Fields, Variant};

use super::contents::Container;
use super::{Reader, in_case};
use crate::rust_types::Direction;
use crate::rust_types::attributes::{Attributes, Place};
use crate::rust_types::kind::Kind;
use crate::rust_types::model::{Contents, Names, Role, Shape, Tagging, UserVariant};
use crate::rust_types::rename::Case;

impl Reader {
    pub(super) fn enumeration(
        &mut self,
        data: &DataEnum,
        attributes: &Attributes,
        item: &DeriveInput,
    ) -> Shape {
        let tagging = self.tagging(attributes);
        let mut variants = Vec::new();
        for variant in &data.variants {
            variants.extend(self.variant(variant, &tagging, attributes));
        }
        if variants.is_empty() && data.variants.is_empty() {
            self.problems.add(
                item.ident.span(),
                "no value is of an enum without variants: give it one",
            );
        }
        let is_unit = |variant: &UserVariant| matches!(variant.contents, Contents::Unit);
        if matches!(tagging, Tagging::External) && variants.iter().all(is_unit) {
            return Shape::Names(variants.into_iter().map(name).collect());
        }
        Shape::Choice(tagging, variants)
    }

    fn tagging(&mut self, attributes: &Attributes) -> Tagging {
        match (attributes.untagged, &attributes.tag, &attributes.content) {
            (None, None, None) => Tagging::External,
            (Some(_), None, None) => Tagging::Untagged,
            (None, Some((tag, _)), None) => Tagging::Internal(tag.clone()),
            (None, Some((tag, _)), Some((content, span))) => {
                if tag == content {
                    self.problems.add(
                        *span,
                        "the tag and the content are two properties: give them two names",
                    );
                }
                Tagging::Adjacent(tag.clone(), content.clone())
            }
            (None, None, Some((_, span))) => {
                self.problems.add(
                    *span,
                    "`content` goes with a tag: write `tag = \"…\"` beside it",
                );
                Tagging::External
            }
            (Some(span), ..) => {
                self.problems.add(
                    span,
                    "an enum with a tag is not untagged: remove one of the two",
                );
                Tagging::Untagged
            }
        }
    }

    fn variant(
        &mut self,
        variant: &Variant,
        tagging: &Tagging,
        around: &Attributes,
    ) -> Option<UserVariant> {
        let attributes = Attributes::read(
            &variant.attrs,
            Place::Variant,
            self.direction,
            &mut self.problems,
        );
        if let Some(span) = attributes.skip {
            if self.direction == Direction::Output {
                let message = "there is no JSON for a variant that is skipped, and a tool may well give it: \
                               remove it from the enum, or remove `skip`";
                self.problems.add(span, message);
            }
            return None;
        }
        let wire = self.wire(
            attributes.rename.as_ref(),
            &variant.ident,
            in_case(around.rename_all, Case::variant),
        );
        let container = Container {
            case: attributes.rename_all.or(around.rename_all_fields),
            closed: around.deny_unknown_fields,
            base: None,
            tag: match tagging {
                Tagging::Internal(tag) => Some(tag.clone()),
                _ => None,
            },
        };
        let mut contents = self.contents(&variant.fields, &container);
        if let Tagging::Internal(tag) = tagging {
            self.check_internal(&contents, variant, tag);
            if let Contents::One(member) = &mut contents {
                member.role = Role::Part;
            }
        }
        Some(UserVariant {
            ident: variant.ident.clone(),
            wire,
            about: attributes.about,
            contents,
        })
    }

    /// A tag needs an object to stand in.
    fn check_internal(&mut self, contents: &Contents, variant: &Variant, tag: &str) {
        let message = match contents {
            Contents::Row(_) => "a row of values",
            Contents::One(member) if !matches!(member.kind, Kind::Other(_)) => "this type",
            _ => return,
        };
        let span = match &variant.fields {
            Fields::Unnamed(fields) => fields.unnamed.span(),
            other => other.span(),
        };
        self.problems.add(
            span,
            format!(
                "the tag `{tag}` stands among the fields of a struct, and {message} has none: give the variant \
                 named fields, or the enum `content = \"…\"` beside the tag"
            ),
        );
    }
}

fn name(variant: UserVariant) -> Names {
    Names {
        wire: variant.wire,
        doc: variant.about.description,
        ident: variant.ident,
    }
}
