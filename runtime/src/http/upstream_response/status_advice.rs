//! What a model can do about an HTTP status: change arguments, wait, or check whether the work was done. The API's
//! own message is shown elsewhere.

use crate::preset::PresetValue;
use crate::request::Method;
use crate::tool::Tool;

/// What a model can do about a status; empty where the message has to say it.
pub(super) fn advise_on_status(tool: &Tool, status: u16, retry_after: Option<&str>) -> String {
    match status {
        400 | 422 => "Change the arguments as the message says, then call again.".to_owned(),
        404 | 410 => advise_on_missing_resource(tool),
        405 | 406 | 415 | 501 => {
            "The API does not accept this request as its spec describes it; another tool may work.".to_owned()
        }
        409 | 412 | 428 => {
            "The current state does not allow this. Read it first, then decide whether to call again with \
             other arguments."
                .to_owned()
        }
        413 | 414 | 431 => "The arguments are too large for the API: send less.".to_owned(),
        408 | 425 => "Call again.".to_owned(),
        429 => match retry_after {
            Some(after) => format!(
                "Too many calls: wait {}, then call again.",
                describe_wait(after)
            ),
            None => "Too many calls: wait a minute, then call again, and make fewer calls.".to_owned(),
        },
        500..=599 => advise_on_server_error(tool, retry_after),
        _ => String::new(),
    }
}

fn advise_on_missing_resource(tool: &Tool) -> String {
    let parameters = tool.path.split('{').skip(1);
    let parameters = parameters.filter_map(|rest| Some(rest.split_once('}')?.0));
    let names: Vec<String> = parameters
        .filter(|name| is_given_by_caller(tool, name))
        .map(|name| format!("`{name}`"))
        .collect();
    if names.is_empty() {
        return "Nothing was found; the base URL may be wrong.".to_owned();
    }
    format!(
        "Nothing has this name. Check {}; a tool that lists or searches returns values that exist.",
        names.join(" and ")
    )
}

/// Whether callers know an argument. One that is hidden or fixed does not exist for them.
fn is_given_by_caller(tool: &Tool, argument: &str) -> bool {
    let presets = tool.call.presets.iter();
    let mut presets = presets.filter(|preset| preset.path == [argument]);
    presets.all(|preset| {
        matches!(
            preset.value,
            PresetValue::Default(_) | PresetValue::NullableDefault(_)
        )
    })
}

fn advise_on_server_error(tool: &Tool, retry_after: Option<&str>) -> String {
    let wait = match retry_after {
        Some(after) => format!("in {}", describe_wait(after)),
        None => "later".to_owned(),
    };
    if tool.annotations.idempotent || tool.method == Method::Get {
        return format!(
            "The API failed; the arguments need not be wrong. Call again {wait}, once or twice."
        );
    }
    format!(
        "The API failed, and may have done part of the work. Check the current state before you call again \
         {wait}."
    )
}

/// `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3).
fn describe_wait(after: &str) -> String {
    match after.trim().parse::<u64>() {
        Ok(1) => "1 second".to_owned(),
        Ok(seconds) => format!("{seconds} seconds"),
        Err(_) => format!("until {}", after.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call_options::CallOptions;
    use crate::preset::Preset;
    use crate::testing::test_tool;

    #[test]
    fn what_callers_cannot_change_is_not_named() {
        static PRESETS: [Preset; 2] = [
            Preset::constant(&["tenant"], "\"acme\""),
            Preset::default(&["id"], "7"),
        ];
        let tool = test_tool(Method::Get, "/{tenant}/{id}");
        let tool = tool.call(CallOptions::DEFAULT.presets(&PRESETS));
        let advice = advise_on_status(&tool, 404, None);
        assert!(advice.contains("Check `id`;"), "{advice}");
    }
}
