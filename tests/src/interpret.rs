//! Evaluates the statics that the compiler writes, without the Rust compiler: thousands of schemas
//! can be tried in one test.

use std::cell::RefCell;
use std::collections::HashMap;

use syn::{Expr, Item, Lit};
use toolwright::schema::{
    Branches, Contains, Format, Keyword, Literal, Members, Number, Pattern, Property, Schema,
    Types, Unevaluated,
};

/// How many references deep a recursive schema is followed; below, anything is valid.
const DEPTH: usize = 40;

/// The statics of `mod checks`. What is made of them is never freed, as statics are not.
#[derive(Debug)]
pub struct Module {
    statics: HashMap<String, Expr>,
    made: RefCell<HashMap<(String, usize), &'static Schema>>,
    patterns: RefCell<HashMap<String, &'static Pattern>>,
}

impl Module {
    /// Reads the module.
    ///
    /// # Panics
    ///
    /// When it is not as the compiler writes it.
    pub fn new(items: proc_macro2::TokenStream) -> Self {
        let file: syn::File = syn::parse2(items).unwrap();
        let mut statics = HashMap::new();
        collect("", file.items, &mut statics);
        Self {
            statics,
            made: RefCell::default(),
            patterns: RefCell::default(),
        }
    }

    /// The table of that name.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub fn schema(&self, name: &str) -> &'static Schema {
        self.schema_within(name, DEPTH)
    }

    /// The same with references followed to a depth of the caller's.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub fn schema_within(&self, name: &str, depth: usize) -> &'static Schema {
        Scope {
            module: self,
            prefix: "",
        }
        .named(name, depth)
    }
}

fn collect(prefix: &str, items: Vec<Item>, statics: &mut HashMap<String, Expr>) {
    for item in items {
        match item {
            Item::Static(item) => {
                let name = format!("{prefix}{}", item.ident);
                assert!(
                    statics.insert(name, *item.expr).is_none(),
                    "{} twice",
                    item.ident
                );
            }
            Item::Mod(item) => {
                collect(
                    &format!("{}::", item.ident),
                    item.content.unwrap().1,
                    statics,
                );
            }
            Item::Use(_) => {}
            item => panic!("{item:?}"),
        }
    }
}

struct Scope<'a> {
    module: &'a Module,
    prefix: &'a str,
}

impl Scope<'_> {
    fn named(&self, name: &str, depth: usize) -> &'static Schema {
        let key = (name.to_owned(), depth);
        if depth == 0 {
            return Schema::ANY;
        }
        if let Some(schema) = self.module.made.borrow().get(&key) {
            return schema;
        }
        let prefix = if name.starts_with("shared::") {
            "shared::"
        } else {
            ""
        };
        let scope = Scope {
            module: self.module,
            prefix,
        };
        let expr = self
            .module
            .statics
            .get(name)
            .unwrap_or_else(|| panic!("no {name}"));
        let schema: &'static Schema = leak(scope.table(expr, depth - 1));
        self.module.made.borrow_mut().insert(key, schema);
        schema
    }

    fn table(&self, expr: &Expr, depth: usize) -> Schema {
        let (name, args) = call(expr);
        assert_eq!(name, "Schema");
        Schema(
            types(args[0]),
            leak_all(args[1], |keyword| self.keyword(keyword, depth)),
        )
    }

    fn reference(&self, expr: &Expr, depth: usize) -> &'static Schema {
        match expr {
            Expr::Path(path) => constant(&path_text(path)),
            Expr::Reference(reference) => match &*reference.expr {
                Expr::Path(path) => {
                    self.named(&format!("{}{}", self.prefix, path_text(path)), depth)
                }
                table => leak(self.table(table, depth)),
            },
            _ => panic!("{expr:?}"),
        }
    }

    fn references(&self, expr: &Expr, depth: usize) -> &'static [&'static Schema] {
        leak_all(expr, |schema| self.reference(schema, depth))
    }

    fn keyword(&self, expr: &Expr, depth: usize) -> Keyword {
        let (name, args) = match expr {
            Expr::Path(path) => (path_text(path), Vec::new()),
            _ => call(expr),
        };
        let schema = |index: usize| self.reference(args[index], depth);
        let schemas = |index: usize| self.references(args[index], depth);
        let count = |index: usize| int(args[index]);
        match name.strip_prefix("Keyword::").unwrap() {
            "Enum" => Keyword::Enum(leak_all(args[0], literal)),
            "EnumOfStrings" => Keyword::EnumOfStrings(leak_all(args[0], string)),
            "Const" => Keyword::Const(leak(literal(deref(args[0])))),
            "Minimum" => Keyword::Minimum(number(args[0])),
            "Maximum" => Keyword::Maximum(number(args[0])),
            "ExclusiveMinimum" => Keyword::ExclusiveMinimum(number(args[0])),
            "ExclusiveMaximum" => Keyword::ExclusiveMaximum(number(args[0])),
            "MultipleOf" => Keyword::MultipleOf(number(args[0])),
            "MinLength" => Keyword::MinLength(count(0)),
            "MaxLength" => Keyword::MaxLength(count(0)),
            "MinItems" => Keyword::MinItems(count(0)),
            "MaxItems" => Keyword::MaxItems(count(0)),
            "MinProperties" => Keyword::MinProperties(count(0)),
            "MaxProperties" => Keyword::MaxProperties(count(0)),
            "UniqueItems" => Keyword::UniqueItems,
            "Pattern" => Keyword::Pattern(self.pattern(args[0])),
            "Format" => Keyword::Format(format(args[0])),
            "PrefixItems" => Keyword::PrefixItems(schemas(0)),
            "Items" => Keyword::Items(schema(0)),
            "ItemsAfter" => Keyword::ItemsAfter(count(0) as usize, schema(1)),
            "Contains" => {
                let fields = fields(args[0]);
                Keyword::Contains(leak(Contains {
                    schema: self.reference(&fields["schema"], depth),
                    min: int(&fields["min"]),
                    max: int(&fields["max"]),
                }))
            }
            "Required" => Keyword::Required(leak_all(args[0], string)),
            "DependentRequired" => Keyword::DependentRequired(leak_all(args[0], |pair| {
                let (name, needed) = self::pair(pair);
                (string(name), leak_all(needed, string))
            })),
            "PropertyNames" => Keyword::PropertyNames(schema(0)),
            "Object" => Keyword::Object(self.properties(args[0], depth)),
            "ClosedObject" => Keyword::ClosedObject(self.properties(args[0], depth)),
            "Map" => Keyword::Map(schema(0)),
            "Members" => {
                let fields = fields(args[0]);
                Keyword::Members(leak(Members {
                    properties: self.properties(&fields["properties"], depth),
                    patterns: leak_all(&fields["patterns"], |pair| {
                        let (pattern, schema) = self::pair(pair);
                        (self.pattern(pattern), self.reference(schema, depth))
                    }),
                    additional: self.reference(&fields["additional"], depth),
                }))
            }
            "DependentSchemas" => Keyword::DependentSchemas(leak_all(args[0], |pair| {
                let (name, schema) = self::pair(pair);
                (string(name), self.reference(schema, depth))
            })),
            "Ref" => Keyword::Ref(schema(0)),
            "AllOf" => Keyword::AllOf(schemas(0)),
            "AnyOf" => Keyword::AnyOf(schemas(0)),
            "OneOf" => Keyword::OneOf(schemas(0)),
            "Not" => Keyword::Not(schema(0)),
            "If" => {
                let fields = fields(args[0]);
                Keyword::If(leak(Branches {
                    condition: self.reference(&fields["condition"], depth),
                    then: self.reference(&fields["then"], depth),
                    otherwise: self.reference(&fields["otherwise"], depth),
                }))
            }
            "UnevaluatedProperties" => {
                Keyword::UnevaluatedProperties(self.unevaluated(args[0], depth))
            }
            "UnevaluatedItems" => Keyword::UnevaluatedItems(self.unevaluated(args[0], depth)),
            other => panic!("{other}"),
        }
    }

    fn unevaluated(&self, expr: &Expr, depth: usize) -> &'static Unevaluated {
        let fields = fields(expr);
        leak(Unevaluated {
            beside: self.reference(&fields["beside"], depth),
            schema: self.reference(&fields["schema"], depth),
        })
    }

    fn properties(&self, expr: &Expr, depth: usize) -> &'static [Property] {
        leak_all(expr, |property| {
            let (name, args) = call(property);
            let (wire, schema) = (string(args[0]), self.reference(args[1], depth));
            match name.as_str() {
                "Required" => Property::Required(wire, schema),
                "Optional" => Property::Optional(wire, schema),
                other => panic!("{other}"),
            }
        })
    }

    fn pattern(&self, expr: &Expr) -> &'static Pattern {
        let Expr::Path(path) = deref(expr) else {
            panic!("{expr:?}")
        };
        let name = format!("{}{}", self.prefix, path_text(path));
        let mut patterns = self.module.patterns.borrow_mut();
        patterns
            .entry(name.clone())
            .or_insert_with(|| leak(read_pattern(&self.module.statics[&name])))
    }
}

fn read_pattern(expr: &Expr) -> Pattern {
    if let Expr::MethodCall(with) = expr {
        assert_eq!(with.method, "of_length");
        let length = |place: usize| digits(&with.args[place]).parse().unwrap();
        return read_pattern(&with.receiver).of_length(length(0), length(1));
    }
    let (constructor, args) = call(expr);
    match constructor.as_str() {
        "Pattern::new" => Pattern::new(string(args[0])),
        "Pattern::translated" => Pattern::translated(string(args[0]), string(args[1])),
        other => panic!("{other}"),
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn leak_all<T>(expr: &Expr, read: impl Fn(&Expr) -> T) -> &'static [T] {
    let Expr::Array(array) = deref(expr) else {
        panic!("{expr:?}")
    };
    array.elems.iter().map(read).collect::<Vec<_>>().leak()
}

fn deref(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => &reference.expr,
        expr => expr,
    }
}

fn path_text(path: &syn::ExprPath) -> String {
    let segments: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|s| s.ident.to_string())
        .collect();
    segments.join("::")
}

fn call(expr: &Expr) -> (String, Vec<&Expr>) {
    let Expr::Call(call) = expr else {
        panic!("{expr:?}")
    };
    let Expr::Path(path) = &*call.func else {
        panic!("{expr:?}")
    };
    (path_text(path), call.args.iter().collect())
}

fn pair(expr: &Expr) -> (&Expr, &Expr) {
    let Expr::Tuple(tuple) = expr else {
        panic!("{expr:?}")
    };
    (&tuple.elems[0], &tuple.elems[1])
}

fn fields(expr: &Expr) -> HashMap<String, Expr> {
    let Expr::Struct(value) = deref(expr) else {
        panic!("{expr:?}")
    };
    let name = |member: &syn::Member| match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(_) => panic!("{expr:?}"),
    };
    value
        .fields
        .iter()
        .map(|field| (name(&field.member), field.expr.clone()))
        .collect()
}

fn types(expr: &Expr) -> Types {
    match expr {
        Expr::Path(path) => match path_text(path).strip_prefix("Types::").unwrap() {
            "ANY" => Types::ANY,
            "NONE" => Types::NONE,
            "NULL" => Types::NULL,
            "BOOLEAN" => Types::BOOLEAN,
            "INTEGER" => Types::INTEGER,
            "NUMBER" => Types::NUMBER,
            "STRING" => Types::STRING,
            "ARRAY" => Types::ARRAY,
            "OBJECT" => Types::OBJECT,
            "NULLABLE_BOOLEAN" => Types::NULLABLE_BOOLEAN,
            "NULLABLE_INTEGER" => Types::NULLABLE_INTEGER,
            "NULLABLE_NUMBER" => Types::NULLABLE_NUMBER,
            "NULLABLE_STRING" => Types::NULLABLE_STRING,
            "NULLABLE_ARRAY" => Types::NULLABLE_ARRAY,
            "NULLABLE_OBJECT" => Types::NULLABLE_OBJECT,
            other => panic!("{other}"),
        },
        Expr::Call(call) => types_of_bits(&call.args[0]),
        _ => panic!("{expr:?}"),
    }
}

fn types_of_bits(expr: &Expr) -> Types {
    match expr {
        Expr::Binary(binary) => {
            Types(types_of_bits(&binary.left).0 | types_of_bits(&binary.right).0)
        }
        Expr::Field(field) => types(&field.base),
        _ => panic!("{expr:?}"),
    }
}

fn constant(path: &str) -> &'static Schema {
    match path.strip_prefix("Schema::").unwrap() {
        "ANY" => Schema::ANY,
        "NEVER" => Schema::NEVER,
        "NULL" => Schema::NULL,
        "BOOLEAN" => Schema::BOOLEAN,
        "INTEGER" => Schema::INTEGER,
        "NUMBER" => Schema::NUMBER,
        "STRING" => Schema::STRING,
        "ARRAY" => Schema::ARRAY,
        "OBJECT" => Schema::OBJECT,
        "NULLABLE_BOOLEAN" => Schema::NULLABLE_BOOLEAN,
        "NULLABLE_INTEGER" => Schema::NULLABLE_INTEGER,
        "NULLABLE_NUMBER" => Schema::NULLABLE_NUMBER,
        "NULLABLE_STRING" => Schema::NULLABLE_STRING,
        "STRINGS" => Schema::STRINGS,
        "INTEGERS" => Schema::INTEGERS,
        "FILE" => Schema::FILE,
        "FILES" => Schema::FILES,
        "NULLABLE_FILE" => Schema::NULLABLE_FILE,
        other => panic!("{other}"),
    }
}

fn format(expr: &Expr) -> &'static Format {
    let Expr::Path(path) = expr else {
        panic!("{expr:?}")
    };
    match path_text(path).strip_prefix("Format::").unwrap() {
        "DATE" => Format::DATE,
        "TIME" => Format::TIME,
        "DATE_TIME" => Format::DATE_TIME,
        "DURATION" => Format::DURATION,
        "EMAIL" => Format::EMAIL,
        "IDN_EMAIL" => Format::IDN_EMAIL,
        "HOSTNAME" => Format::HOSTNAME,
        "IPV4" => Format::IPV4,
        "IPV6" => Format::IPV6,
        "URI" => Format::URI,
        "URI_REFERENCE" => Format::URI_REFERENCE,
        "IRI" => Format::IRI,
        "IRI_REFERENCE" => Format::IRI_REFERENCE,
        "URI_TEMPLATE" => Format::URI_TEMPLATE,
        "UUID" => Format::UUID,
        "JSON_POINTER" => Format::JSON_POINTER,
        "RELATIVE_JSON_POINTER" => Format::RELATIVE_JSON_POINTER,
        "REGEX" => Format::REGEX,
        other => panic!("{other}"),
    }
}

fn lit(expr: &Expr) -> &Lit {
    let Expr::Lit(lit) = expr else {
        panic!("{expr:?}")
    };
    &lit.lit
}

fn string(expr: &Expr) -> &'static str {
    let Lit::Str(text) = lit(expr) else {
        panic!("{expr:?}")
    };
    text.value().leak()
}

fn int(expr: &Expr) -> u64 {
    match expr {
        Expr::Path(path) if path_text(path) == "u64::MAX" => u64::MAX,
        _ => digits(expr).parse().unwrap(),
    }
}

/// A number with its sign.
fn digits(expr: &Expr) -> String {
    match expr {
        Expr::Unary(unary) => format!("-{}", digits(&unary.expr)),
        _ => match lit(expr) {
            Lit::Int(int) => int.base10_digits().to_owned(),
            Lit::Float(float) => float.base10_digits().to_owned(),
            other => panic!("{other:?}"),
        },
    }
}

fn number(expr: &Expr) -> Number {
    let (name, args) = call(expr);
    let digits = digits(args[0]);
    match name.as_str() {
        "Number::Int" => Number::Int(digits.parse().unwrap()),
        "Number::Uint" => Number::Uint(digits.parse().unwrap()),
        "Number::Float" => Number::Float(digits.parse().unwrap()),
        other => panic!("{other}"),
    }
}

fn literal(expr: &Expr) -> Literal {
    if let Expr::Path(path) = expr {
        assert_eq!(path_text(path), "Literal::Null");
        return Literal::Null;
    }
    let (name, args) = call(expr);
    match name.as_str() {
        "Literal::Bool" => match lit(args[0]) {
            Lit::Bool(bool) => Literal::Bool(bool.value),
            other => panic!("{other:?}"),
        },
        "Literal::Int" => Literal::Int(digits(args[0]).parse().unwrap()),
        "Literal::Uint" => Literal::Uint(digits(args[0]).parse().unwrap()),
        "Literal::Float" => Literal::Float(digits(args[0]).parse().unwrap()),
        "Literal::Str" => Literal::Str(string(args[0])),
        "Literal::Array" => Literal::Array(leak_all(args[0], literal)),
        "Literal::Object" => Literal::Object(leak_all(args[0], |entry| {
            let (name, value) = pair(entry);
            (string(name), literal(value))
        })),
        other => panic!("{other}"),
    }
}
