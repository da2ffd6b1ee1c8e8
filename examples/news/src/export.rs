//! Records as JSON, CSV (RFC 4180) and XML.

use serde_json::Value as Json;

use crate::storage::export::Records;

/// A list of objects.
pub(crate) fn write_json(records: &Records) -> String {
    let rows = records.rows.iter().map(|row| {
        let names = records.columns.iter().map(|name| (*name).to_owned());
        Json::Object(names.zip(row.iter().cloned()).collect())
    });
    Json::Array(rows.collect()).to_string()
}

/// A line of names, and one for each record.
pub(crate) fn write_csv(records: &Records) -> String {
    let mut csv = records.columns.join(",") + "\r\n";
    for row in &records.rows {
        let values: Vec<String> = row.iter().map(format_csv_value).collect();
        csv.push_str(&values.join(","));
        csv.push_str("\r\n");
    }
    csv
}

fn format_csv_value(value: &Json) -> String {
    let Json::String(text) = value else {
        return format_plain(value);
    };
    // Spreadsheets run a text that begins so as a formula, and feeds are written by strangers.
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula {
        format!("'{text}")
    } else {
        text.clone()
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// An element for each record, with one for each value.
pub(crate) fn write_xml(name: &str, records: &Records) -> String {
    let mut xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{name}>\n");
    for row in &records.rows {
        xml.push_str("  <record>");
        for (column, value) in records.columns.iter().zip(row) {
            let value = escape_xml(&format_plain(value));
            xml.push_str(&format!("<{column}>{value}</{column}>"));
        }
        xml.push_str("</record>\n");
    }
    xml + &format!("</{name}>\n")
}

fn escape_xml(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

fn format_plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn records() -> Records {
        Records {
            columns: vec!["id", "title"],
            rows: vec![
                vec![json!(1), json!("Salt, \"pepper\" & <more>")],
                vec![json!(2), json!("=1+1")],
                vec![json!(3), Json::Null],
            ],
        }
    }

    #[test]
    fn csv_quotes_and_defuses_formulas() {
        let csv = "id,title\r\n1,\"Salt, \"\"pepper\"\" & <more>\"\r\n2,'=1+1\r\n3,\r\n";
        assert_eq!(write_csv(&records()), csv);
    }

    #[test]
    fn xml_escapes() {
        let xml = write_xml("articles", &records());
        let record =
            "<record><id>1</id><title>Salt, \"pepper\" &amp; &lt;more&gt;</title></record>";
        assert!(xml.contains(record), "{xml}");
        assert!(xml.ends_with("</articles>\n"), "{xml}");
    }

    #[test]
    fn json_has_the_names() {
        let json = write_json(&records());
        assert!(json.starts_with(r#"[{"id":1,"title":"Salt"#), "{json}");
    }
}
