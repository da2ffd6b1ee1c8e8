/// The formats that the runtime can assert, by the name of their constant.
const FORMATS: [(&str, &str); 18] = [
    ("date", "DATE"),
    ("time", "TIME"),
    ("date-time", "DATE_TIME"),
    ("duration", "DURATION"),
    ("email", "EMAIL"),
    ("idn-email", "IDN_EMAIL"),
    ("hostname", "HOSTNAME"),
    ("ipv4", "IPV4"),
    ("ipv6", "IPV6"),
    ("uri", "URI"),
    ("uri-reference", "URI_REFERENCE"),
    ("iri", "IRI"),
    ("iri-reference", "IRI_REFERENCE"),
    ("uri-template", "URI_TEMPLATE"),
    ("uuid", "UUID"),
    ("json-pointer", "JSON_POINTER"),
    ("relative-json-pointer", "RELATIVE_JSON_POINTER"),
    ("regex", "REGEX"),
];

/// The runtime's constant for a format; `None` for one that only annotates.
pub(super) fn constant(format: &str) -> Option<&'static str> {
    let (_, constant) = FORMATS.iter().find(|(name, _)| *name == format)?;
    Some(constant)
}
