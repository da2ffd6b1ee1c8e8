//! Reads `toolwright.toml`: one server at the top level, or several in `[[server]]` tables that
//! inherit the settings beside them. Returns each server with its settings and the byte ranges of
//! their values, so that later remarks can point into the file. It does not look at the specs.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::ConfiguredServer;
use super::error::Problem;
use crate::setting::{Setting, SettingError, SettingPlaces, Written};

/// What is wrong, and at which byte.
#[derive(Debug)]
pub(super) struct Flaw {
    pub(super) offset: usize,
    pub(super) problem: Problem,
}

/// A key of a table, and its value.
struct Entry<'t, 'i> {
    key: &'t Spanned<Cow<'i, str>>,
    value: &'t Spanned<DeValue<'i>>,
}

/// A configuration file.
struct ConfigFile<'p> {
    path: &'p Path,
    text: Arc<str>,
}

const SPEC: &str = "spec";
const OUT: &str = "out";
const SERVER: &str = "server";

/// What a table says.
#[derive(Default)]
struct Said {
    spec: Option<PathBuf>,
    out: Option<PathBuf>,
    /// The settings, and the bytes of their values.
    settings: Vec<Placed>,
}

type Placed = (Setting, Range<usize>);

pub(super) fn read_servers(path: &Path, text: &str) -> Result<Vec<ConfiguredServer>, Flaw> {
    let table = DeTable::parse(text).map_err(|error| Flaw {
        offset: error.span().map_or(0, |span| span.start),
        problem: Problem::Syntax(error.message().to_owned()),
    })?;
    let file = ConfigFile {
        path,
        text: Arc::from(text),
    };
    let Some(servers) = sorted_entries(table.get_ref()).into_iter().find(is_servers) else {
        let said = read_table(table.get_ref(), &[SPEC, OUT])?;
        let settings = said.settings.iter().map(|(setting, _)| setting.clone());
        return Ok(vec![read_server(&file, settings.collect(), said, 0)?]);
    };
    let shared = read_table(table.get_ref(), &[SPEC, OUT, SERVER])?;
    if let Some(Entry { key, .. }) = sorted_entries(table.get_ref())
        .into_iter()
        .find(is_of_one_server)
    {
        // `spec`, `out` and `name` cannot be shared: two servers with the same output would
        // overwrite each other.
        let name = [SPEC, OUT, "name"]
            .into_iter()
            .find(|name| key.get_ref() == name);
        return Err(flaw_at(key.span(), Problem::Beside(name.unwrap_or(SPEC))));
    }
    let tables = server_tables(servers.value)?;
    tables
        .into_iter()
        .map(|(table, span)| {
            let mut said = read_table(table, &[SPEC, OUT])?;
            let own = said.settings.iter().map(|(setting, _)| setting.clone());
            let others = shared.settings.iter().map(|(setting, _)| setting.clone());
            let settings = Setting::over(own.collect(), others.collect());
            // Their places are needed as well: a remark about an inherited setting points to the
            // line above the `[[server]]`.
            said.settings.extend(shared.settings.clone());
            read_server(&file, settings, said, span.start)
        })
        .collect()
}

fn is_servers(entry: &Entry<'_, '_>) -> bool {
    entry.key.get_ref() == SERVER
}

fn is_of_one_server(entry: &Entry<'_, '_>) -> bool {
    [SPEC, OUT, "name"].contains(&entry.key.get_ref().as_ref())
}

/// The entries of a table in the order of the file.
fn sorted_entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let entries = table.iter().map(|(key, value)| Entry { key, value });
    let mut entries: Vec<_> = entries.collect();
    // The parser's table is not in the order of the file, which decides the order of the settings
    // and which error is reported first.
    entries.sort_by_key(|entry| entry.key.span().start);
    entries
}

fn server_tables<'t, 'i>(
    list: &'t Spanned<DeValue<'i>>,
) -> Result<Vec<(&'t DeTable<'i>, Range<usize>)>, Flaw> {
    let wrong = |span| {
        let expected = "a list of tables, each of which begins with `[[server]]`";
        flaw_at(
            span,
            Problem::Value {
                name: SERVER,
                expected,
            },
        )
    };
    let DeValue::Array(items) = list.get_ref() else {
        return Err(wrong(list.span()));
    };
    if items.is_empty() {
        return Err(wrong(list.span()));
    }
    let tables = items.iter().map(|item| match item.get_ref() {
        DeValue::Table(table) => Ok((table, item.span())),
        _ => Err(wrong(item.span())),
    });
    tables.collect()
}

fn read_server(
    file: &ConfigFile<'_>,
    settings: Vec<Setting>,
    said: Said,
    offset: usize,
) -> Result<ConfiguredServer, Flaw> {
    let problem = Problem::NoSpec;
    Ok(ConfiguredServer {
        spec: said.spec.ok_or(Flaw { offset, problem })?,
        out: said.out,
        settings,
        places: SettingPlaces::new(file.path, &file.text, said.settings),
    })
}

/// What a table says with these keys beside the settings.
fn read_table(table: &DeTable<'_>, others: &[&'static str]) -> Result<Said, Flaw> {
    let mut said = Said::default();
    for Entry { key, value } in sorted_entries(table) {
        match key.get_ref().as_ref() {
            SPEC => said.spec = Some(read_path(SPEC, value)?),
            OUT => said.out = Some(read_path(OUT, value)?),
            SERVER if others.contains(&SERVER) => {}
            name if Setting::NAMES.contains(&name) => {
                said.settings.extend(read_settings(name, value)?);
            }
            name => {
                let elsewhere = [SPEC, OUT, SERVER].into_iter();
                let elsewhere = elsewhere.filter(|key| !others.contains(key));
                let keys = others.iter().copied().chain(elsewhere);
                let known = keys.chain(Setting::NAMES).collect();
                let name = name.to_owned();
                return Err(flaw_at(key.span(), Problem::Key { name, known }));
            }
        }
    }
    Ok(said)
}

fn read_path(name: &'static str, value: &Spanned<DeValue<'_>>) -> Result<PathBuf, Flaw> {
    match value.get_ref() {
        DeValue::String(path) if !path.is_empty() => Ok(path.as_ref().into()),
        _ => {
            let expected = "a string, the path of a file";
            Err(flaw_at(value.span(), Problem::Value { name, expected }))
        }
    }
}

/// The settings of a key: several where a list is given for what may be given several times.
fn read_settings(name: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<Placed>, Flaw> {
    let unreadable = || {
        let expected = "a string, a number, `true`, `false` or a list of strings".to_owned();
        flaw_at(
            value.span(),
            Problem::Syntax(format!("`{name}` must be {expected}")),
        )
    };
    let written = match value.get_ref() {
        DeValue::Boolean(flag) => Written::Flag(*flag),
        DeValue::String(text) => Written::Text(text.clone().into_owned()),
        DeValue::Integer(number) => {
            let digits = usize::from_str_radix(number.as_str(), number.radix());
            Written::Number(digits.map_err(|_| unreadable())?)
        }
        DeValue::Array(items) => return read_list(name, value, items, unreadable),
        _ => return Err(unreadable()),
    };
    let setting =
        Setting::read(name, written).map_err(|error| flaw_at(value.span(), error.into()))?;
    Ok(vec![(setting, value.span())])
}

fn read_list(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    items: &DeArray<'_>,
    unreadable: impl Fn() -> Flaw,
) -> Result<Vec<Placed>, Flaw> {
    let mut texts = Vec::new();
    for item in items {
        let DeValue::String(text) = item.get_ref() else {
            return Err(unreadable());
        };
        texts.push((text.clone().into_owned(), item.span()));
    }
    // A list is tried as one value first, because `derives` is a list by itself. Only then is each
    // item a value of a repeatable setting.
    let whole = texts.iter().map(|(text, _)| text.clone()).collect();
    let error = match Setting::read(name, Written::List(whole)) {
        Ok(setting) => return Ok(vec![(setting, value.span())]),
        Err(error) => error,
    };
    let is_no_list = matches!(error, SettingError::Value { .. });
    let first = texts.first().map(|(text, _)| Written::Text(text.clone()));
    let single = first.map(|text| Setting::read(name, text));
    match single {
        Some(Ok(setting)) if !setting.is_repeatable() => Err(flaw_at(value.span(), error.into())),
        Some(_) if is_no_list => texts
            .into_iter()
            .map(
                |(text, span)| match Setting::read(name, Written::Text(text)) {
                    Ok(setting) => Ok((setting, span)),
                    Err(error) => Err(flaw_at(span, error.into())),
                },
            )
            .collect(),
        _ => Err(flaw_at(value.span(), error.into())),
    }
}

fn flaw_at(span: Range<usize>, problem: Problem) -> Flaw {
    let offset = span.start;
    Flaw { offset, problem }
}
