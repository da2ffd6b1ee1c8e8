use crate::tools::DiscoveryNames;

/// The same in fewer words, for what a search finds.
pub(super) fn search_instructions(names: &DiscoveryNames) -> String {
    let DiscoveryNames {
        lister,
        provider,
        executor,
        reader,
        ..
    } = names;
    let reader = reader.map(|reader| format!(" or {reader}"));
    let reader = reader.unwrap_or_default();
    format!(
        "Best match first. Call {provider} with tool_name, method and endpoint (as endpoint_path), then \
         {executor}{reader}; call {lister} again with next_cursor for more. The schema provider will then give \
         you the input/output schemas and execution instructions."
    )
}

/// What the lister says of the way from a list to a call.
pub(super) fn call_instructions(names: &DiscoveryNames) -> String {
    let DiscoveryNames {
        lister,
        provider,
        executor,
        reader,
        ..
    } = names;
    let reader = reader.map(|reader| format!(", or {reader} if the endpoint only reads,"));
    let reader = reader.unwrap_or_default();
    format!(
        "How to call one of these endpoints:\n\
         1. Choose it by its description, method and path. To see fewer, call {lister} again with \
         category_filter, method_filter or search_term; a search_term may be words of the task.\n\
         2. Call {provider} with the tool_name, method and endpoint of your choice, as tool_name, \
         method and endpoint_path. Further endpoints can be asked for at once as endpoints, a list \
         of such objects. A schema_pointer, such as /properties/NAME, asks for one part of a large \
         input schema.\n\
         3. Call {executor}{reader} with endpoint_path, method and request_data.\n\n\
         The schema provider will then give you the input/output schemas and execution \
         instructions."
    )
}
