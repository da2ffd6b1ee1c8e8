use toolwright_codegen::emit::{EmitError, HandlerMethod, handler_methods};
use toolwright_codegen::model::Api;
use toolwright_codegen::names::handler_trait;

const API: &str = "#[rustfmt::skip]\nmod api;\n\n";

/// The file beside `api.rs`. Operations that are run by hand answer that nobody has written them here.
pub(super) fn main_file(api: &Api) -> Result<String, EmitError> {
    let methods = handler_methods(api, "api")?;
    if methods.is_empty() {
        return Ok(format!("{API}{}", main_function("&api::API")));
    }
    let handlers: String = methods.iter().map(write_handler).collect();
    Ok(format!(
        "{API}use toolwright::{{Call, ToolError}};\n\nstruct Server;\n\n\
         impl api::Handlers for Server {{}}\n\n{handlers}{}",
        main_function("api::tools(Server)")
    ))
}

fn main_function(tools: &str) -> String {
    format!("fn main() -> std::process::ExitCode {{\n    toolwright::run({tools})\n}}\n")
}

fn write_handler(method: &HandlerMethod) -> String {
    let HandlerMethod {
        operation,
        name,
        request,
        response,
    } = method;
    let by = handler_trait(name);
    let message = format!(
        "{operation} needs a handler, and `toolwright serve` and `toolwright call` have none: write it in a \
         crate made by `toolwright new`"
    );
    format!(
        "impl api::handlers::{by} for Server {{\n    \
         async fn {name}(&self, _: {request}, _: &Call<'_>) -> Result<{response}, ToolError> {{\n        \
         Err(ToolError::new({message:?}))\n    }}\n}}\n\n"
    )
}
