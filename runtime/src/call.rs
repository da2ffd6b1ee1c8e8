use crate::http::HttpExecutor;
use crate::outcome::Outcome;
use crate::tool::Tool;
use crate::value::Json;

/// Stand-in until the branch `http` is merged.
pub(crate) async fn call(
    tool: &'static Tool,
    executor: &HttpExecutor,
    mut arguments: serde_json::Map<String, Json>,
) -> Outcome {
    let mut path = tool.path.to_owned();
    arguments.retain(|name, value| {
        let placeholder = format!("{{{name}}}");
        let in_path = path.contains(&placeholder);
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        path = path.replace(&placeholder, &text);
        !in_path
    });
    let method = tool.method.as_str().parse().unwrap_or_default();
    let url = format!("{}{path}", executor.base_url());
    let mut request = reqwest::Client::new().request(method, url);
    if tool.method != crate::Method::Get {
        request = request.body(Json::Object(arguments).to_string());
    }
    match request.send().await {
        Err(error) => Outcome {
            is_error: true,
            text: error.to_string(),
            structured: None,
        },
        Ok(response) => {
            let is_error = !response.status().is_success();
            let text = response.text().await.unwrap_or_default();
            Outcome {
                is_error,
                structured: serde_json::from_str(&text).ok(),
                text,
            }
        }
    }
}
