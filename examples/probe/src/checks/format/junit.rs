//! A report as JUnit XML, which CI systems show: a check that failed is a failure, one that was not made is skipped, and
//! warnings are in the output of their test.

use std::fmt::Write as _;

use super::super::report::{Report, Row, Verdict};

pub(crate) fn to_junit(report: &Report) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures) = (report.rows.len(), report.count_verdict(Verdict::Fail));
    let skipped = report.count_verdict(Verdict::Skip);
    let time = report.duration.as_secs_f64();
    let name = escape(&report.server_url);
    // Writing to a string does not fail.
    let _ = writeln!(
        xml,
        "<testsuites tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\" time=\"{time:.3}\">"
    );
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" \
         skipped=\"{skipped}\" time=\"{time:.3}\">"
    );
    for row in &report.rows {
        add_case(&mut xml, row);
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn add_case(xml: &mut String, row: &Row) {
    let class = row.id.split('.').next().unwrap_or_default();
    let name = format!("{}: {}", row.id, row.checks);
    let _ = write!(
        xml,
        "    <testcase classname=\"mcp-probe.{}\" name=\"{}\"",
        escape(class),
        escape(&name)
    );
    let (evidence, source) = (escape(&row.evidence), escape(&row.source));
    let _ = match row.verdict {
        Verdict::Pass => writeln!(xml, "/>"),
        Verdict::Fail => writeln!(
            xml,
            ">\n      <failure message=\"{evidence}\">{evidence}\nsource: {source}</failure>\n    </testcase>"
        ),
        Verdict::Skip => writeln!(
            xml,
            ">\n      <skipped message=\"{evidence}\"/>\n    </testcase>"
        ),
        Verdict::Warn | Verdict::Info => writeln!(
            xml,
            ">\n      <system-out>{}: {evidence}\nsource: {source}</system-out>\n    </testcase>",
            row.verdict.name()
        ),
    };
}

/// A text in XML 1.0, without the characters that it cannot have (section 2.2).
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_texts_stay_texts() {
        assert_eq!(
            escape("<a href=\"x\">&'\u{0}\n\u{1b}[31m"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&apos;\u{FFFD} \u{FFFD}[31m"
        );
    }
}
