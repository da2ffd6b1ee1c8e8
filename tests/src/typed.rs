//! Operations whose responses have types, all alike.

use std::future::Future;
use std::pin::Pin;

use toolwright::value::{Cursor, Fields, Json};
use toolwright::{Api, Content, HttpExecutor, Operation, Reply, SendError, Tool};

/// What a call with example arguments comes to: the status.
pub type Sent<'e> = Pin<Box<dyn Future<Output = Result<u16, SendError>> + 'e>>;

/// An operation.
#[derive(Debug)]
pub struct Typed {
    /// The module of its API.
    pub module: &'static str,
    /// Its API.
    pub api: &'static Api,
    /// Its tool.
    pub tool: fn() -> &'static Tool,
    /// Reads a response, and writes it as a handler would have given it.
    pub read: fn(&mut Reply) -> Content,
    arguments: &'static str,
    send: for<'e> fn(&'e HttpExecutor, &'static str) -> Sent<'e>,
}

impl Typed {
    /// The operation of a request.
    pub const fn of<R: Operation + 'static>(
        module: &'static str,
        api: &'static Api,
        arguments: &'static str,
    ) -> Self {
        Self {
            module,
            api,
            tool: R::tool,
            read: |reply| R::write(R::read(reply)),
            arguments,
            send: |executor, arguments| Box::pin(send::<R>(executor, arguments)),
        }
    }

    /// Sends the request with the example arguments.
    pub fn send<'e>(&self, executor: &'e HttpExecutor) -> Sent<'e> {
        (self.send)(executor, self.arguments)
    }
}

async fn send<R: Operation>(
    executor: &HttpExecutor,
    arguments: &'static str,
) -> Result<u16, SendError> {
    let Ok(Json::Object(arguments)) = serde_json::from_str(arguments) else {
        panic!("arguments are an object");
    };
    let mut cursor = Cursor::new();
    let request = R::decode(&mut Fields::new(arguments, &mut cursor));
    assert_eq!(cursor.violations(), []);
    Ok(executor.send(&request).await?.status())
}
