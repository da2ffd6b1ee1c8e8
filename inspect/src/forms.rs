//! A schema as the forms that its values may have, each a list of schemas that hold together.
//!
//! `$ref` and `allOf` add schemas to a form, `anyOf` and `oneOf` multiply the forms. So `Color | None`
//! of a Python server, which is `{"anyOf": [{"$ref": …}, {"type": "null"}]}`, has two forms, one of
//! which is null. It knows no keyword but these four; what the schemas say is for the reader.

use std::cell::Cell;

use serde_json::Value;

/// A schema has so many forms at most. A union that would make more is not expanded: less is then
/// known of the values, and nothing wrong.
const MAX_FORMS: usize = 32;

/// And so many schemas in all its forms.
const MAX_PARTS: usize = 500;

/// So many schemas are read for one: a few definitions can refer to each other in endless ways.
const MAX_STEPS: usize = 200;

/// References and compositions are followed so deep.
const MAX_DEPTH: usize = 64;

/// One form of a schema: what holds for a value of that form, the outermost first.
pub(crate) type Form<'s> = Vec<&'s Value>;

/// The forms of schemas that hold together. There is one at least.
pub(crate) fn expand_forms<'s>(root: &'s Value, schemas: &[&'s Value]) -> Vec<Form<'s>> {
    let expansion = Expansion {
        root,
        steps: Cell::new(MAX_STEPS),
    };
    schemas.iter().fold(vec![Form::new()], |forms, schema| {
        let further = expansion.expand_schema(schema, &mut Vec::new());
        multiply_forms(&forms, &further).unwrap_or(forms)
    })
}

struct Expansion<'s> {
    root: &'s Value,
    steps: Cell<usize>,
}

impl<'s> Expansion<'s> {
    /// `way` has the schemas that lead here: one that comes back to itself adds nothing.
    fn expand_schema(&self, schema: &'s Value, way: &mut Vec<&'s Value>) -> Vec<Form<'s>> {
        let mut forms = vec![vec![schema]];
        let steps = self.steps.get();
        let is_known = way.iter().any(|before| std::ptr::eq(*before, schema));
        if steps == 0 || way.len() == MAX_DEPTH || is_known {
            return forms;
        }
        self.steps.set(steps - 1);
        way.push(schema);
        if let Some(target) = self.resolve_reference(schema) {
            forms = self.combine_forms(forms, [target], way);
        }
        for part in list_members(schema, "allOf") {
            forms = self.combine_forms(forms, [part], way);
        }
        for union in ["anyOf", "oneOf"] {
            let alternatives = list_members(schema, union);
            if !alternatives.is_empty() {
                forms = self.combine_forms(forms, alternatives, way);
            }
        }
        way.pop();
        forms
    }

    /// Each of the forms with each of those of the alternatives; as they are if these are too many.
    fn combine_forms(
        &self,
        forms: Vec<Form<'s>>,
        alternatives: impl IntoIterator<Item = &'s Value>,
        way: &mut Vec<&'s Value>,
    ) -> Vec<Form<'s>> {
        let mut further = Vec::new();
        for alternative in alternatives {
            further.extend(self.expand_schema(alternative, way));
            if further.len() > MAX_FORMS {
                return forms;
            }
        }
        multiply_forms(&forms, &further).unwrap_or(forms)
    }

    /// Where a reference within the document leads. Those to other documents are not followed.
    fn resolve_reference(&self, schema: &'s Value) -> Option<&'s Value> {
        let reference = schema.get("$ref")?.as_str()?;
        self.root.pointer(reference.strip_prefix('#')?)
    }
}

fn list_members<'s>(schema: &'s Value, keyword: &str) -> &'s [Value] {
    let members = schema.get(keyword).and_then(Value::as_array);
    members.map_or(&[], Vec::as_slice)
}

fn multiply_forms<'s>(forms: &[Form<'s>], further: &[Form<'s>]) -> Option<Vec<Form<'s>>> {
    let parts = |forms: &[Form<'_>]| forms.iter().map(Vec::len).sum::<usize>();
    let parts = parts(forms) * further.len() + parts(further) * forms.len();
    if forms.len() * further.len() > MAX_FORMS || parts > MAX_PARTS {
        return None;
    }
    let products = forms.iter().flat_map(|form| {
        let products = further.iter();
        products.map(move |further| [form.as_slice(), further].concat())
    });
    Some(products.collect())
}
