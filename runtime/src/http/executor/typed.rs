//! Calls whose responses have types.

use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use tracing::Instrument;

use crate::context::CallContext;
use crate::deadline::deadline_after;
use crate::http::HttpRequest;
use crate::http::answer::{Body, file_name};
use crate::http::executor::body::Intake;
use crate::http::executor::call::Call;
use crate::http::executor::live::{Live, LiveItems};
use crate::http::executor::retry::Reading;
use crate::http::executor::{HttpExecutor, Opened, body, header};
use crate::http::wanted::Wanted;
use crate::response::{
    Chunks, Operation, Received, Refusal, Reply, Response, ResponseHeaders, SendError,
};
use crate::tool::Tool;

impl HttpExecutor {
    /// Sends a typed request, and decodes the response: leniently, since APIs do not quite do as their
    /// specs say.
    ///
    /// ```no_run
    /// # use toolwright::{HttpExecutor, Operation, Response, SendError};
    /// # async fn run<ListPets: Operation>(executor: HttpExecutor, request: ListPets) -> Result<(), SendError> {
    /// let response = executor.send(&request).await?;
    /// println!("{:?}", response.headers().get("etag"));
    /// let pets = response.into_body();
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no response, the API refuses, or the response does not fit its type even so.
    pub async fn send<R: Operation>(
        &self,
        request: &R,
    ) -> Result<Response<R::Response>, SendError> {
        self.send_in(&CallContext::default(), request).await
    }

    /// [`send`](Self::send) for a client of which something is known.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
    /// use toolwright::{CallContext, HttpExecutor, SendError};
    ///
    /// # async fn run(executor: HttpExecutor) -> Result<(), SendError> {
    /// let context = CallContext::default().with_header("X-Tenant", "blue");
    /// let pet = executor.send_in(&context, &pets::GetPet { pet_id: 7 }).await?;
    /// println!("{}", pet.body().name);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn send_in<R: Operation>(
        &self,
        context: &CallContext,
        request: &R,
    ) -> Result<Response<R::Response>, SendError> {
        let (tool, message) = written(request);
        let (mut reply, headers) = self.reply(context, tool, message, R::STREAMS).await?;
        let status = reply.status();
        let body = R::read(&mut reply);
        match reply.into_error() {
            None => Ok(Response::new(status, headers, body)),
            Some(error) => Err(self.masked(SendError::Decode(Box::new(error)))),
        }
    }

    /// Sends a typed request, and gives the bytes of the response as they come: of a file that is too
    /// large to be held, above all. There is no limit to how many come.
    ///
    /// # Errors
    ///
    /// When there is no response, or the API refuses.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
    /// # async fn run(executor: toolwright::HttpExecutor) -> Result<(), Box<dyn std::error::Error>> {
    /// let mut response = executor.download(&pets::ListPets { limit: None }).await?;
    /// let mut length = 0;
    /// while let Some(bytes) = response.body_mut().next().await {
    ///     length += bytes?.len();
    /// }
    /// println!("{length} bytes");
    /// # Ok(())
    /// # }
    /// ```
    pub async fn download<R: Operation>(&self, request: &R) -> Result<Response<Chunks>, SendError> {
        self.download_in(&CallContext::default(), request).await
    }

    /// [`download`](Self::download) for a client of which something is known.
    ///
    /// # Errors
    ///
    /// As [`download`](Self::download).
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
    /// # async fn run(executor: toolwright::HttpExecutor) -> Result<(), toolwright::SendError> {
    /// let context = toolwright::CallContext::default().with_header("X-Tenant", "blue");
    /// let response = executor.download_in(&context, &pets::GetPet { pet_id: 7 }).await?;
    /// println!("{}", response.status());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn download_in<R: Operation>(
        &self,
        context: &CallContext,
        request: &R,
    ) -> Result<Response<Chunks>, SendError> {
        let (tool, message) = written(request);
        self.chunks(context, tool, message).await
    }

    async fn reply(
        &self,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
        streams: bool,
    ) -> Result<(Reply, ResponseHeaders), SendError> {
        let mut call = self.begin(context, tool, &request);
        let span = call.trace.span();
        async {
            let reading = match streams {
                true => Reading::AsItComes,
                false => Reading::Whole,
            };
            let received = match self.accepted(&mut call, request, reading).await {
                Ok(opened) => self.received(&call, opened, streams).await,
                Err(error) => Err(error),
            };
            self.ended(&call, received)
        }
        .instrument(span)
        .await
    }

    async fn chunks(
        &self,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
    ) -> Result<Response<Chunks>, SendError> {
        let mut call = self.begin(context, tool, &request);
        let span = call.trace.span();
        async {
            let opened = self.accepted(&mut call, request, Reading::AsItComes).await;
            let chunks = opened.map(|opened| {
                let status = opened.response.status().as_u16();
                let headers = headers_of(opened.response.headers());
                let live = self.live(&call, opened);
                Response::new(status, headers, Chunks::coming(Box::new(live)))
            });
            self.ended(&call, chunks)
        }
        .instrument(span)
        .await
    }

    /// The response that says that all went well.
    async fn accepted(
        &self,
        call: &mut Call<'_>,
        request: HttpRequest,
        reading: Reading,
    ) -> Result<Opened, SendError> {
        let mut opened = self.open(call, request, reading).await?;
        if opened.response.status().is_success() {
            return Ok(opened);
        }
        let body = self.whole(call, &mut opened).await?;
        let shown = Body::Whole(body.clone());
        let wanted = Wanted::default();
        let mut message = self.answered(&opened, &wanted, shown, |it| it.refused().text);
        message.push_str(&self.advice(call, &opened));
        let refusal = Refusal {
            status: opened.response.status().as_u16(),
            headers: headers_of(opened.response.headers()),
            message,
            body,
        };
        Err(SendError::Status(Box::new(refusal)))
    }

    async fn received(
        &self,
        call: &Call<'_>,
        mut opened: Opened,
        streams: bool,
    ) -> Result<(Reply, ResponseHeaders), SendError> {
        let stream = body::stream(&opened.response, call.tool.method, usize::MAX);
        let stream = stream.map_err(|unread| self.unread(call, &opened, unread))?;
        let stream = stream.filter(|_| streams);
        let body = match stream {
            Some(_) => Vec::new(),
            None => self.whole(call, &mut opened).await?,
        };
        let named = opened.response.headers();
        let content_type = header(named, &CONTENT_TYPE).unwrap_or_default();
        let disposition = header(named, &CONTENT_DISPOSITION);
        let headers = headers_of(named);
        let mut received = Received {
            call: call.name.clone(),
            status: opened.response.status().as_u16(),
            content_type: content_type.into_owned(),
            file_name: disposition.as_deref().and_then(file_name),
            body,
            items: None,
        };
        if let Some(stream) = stream {
            let live = self.live(call, opened);
            let items = LiveItems::new(live, stream, self.limits.response_bytes);
            received.items = Some(Box::new(items));
        }
        Ok((Reply::of(received), headers))
    }

    fn live(&self, call: &Call<'_>, opened: Opened) -> Live {
        Live {
            response: opened.response,
            turn: opened.turn,
            place: opened.place,
            patience: call.tries.timeout(),
            span: call.trace.span(),
            received: 0,
            is_over: false,
        }
    }

    /// The whole body, in what is left of the call's time.
    async fn whole(&self, call: &Call<'_>, opened: &mut Opened) -> Result<Vec<u8>, SendError> {
        let mut intake = Intake::new(&call.trace, deadline_after(call.left()));
        let limit = self.limits.response_bytes;
        let body = body::whole(&mut opened.response, limit, &mut intake);
        let body = tokio::time::timeout(call.left(), body).await;
        let body = body.unwrap_or(Err(body::Unread::Late));
        body.map_err(|unread| self.unread(call, opened, unread))
    }

    /// The end of a call: what failed is told with how often it was tried, and without secrets.
    fn ended<T>(&self, call: &Call<'_>, result: Result<T, SendError>) -> Result<T, SendError> {
        call.ends(result.is_err());
        result.map_err(|mut error| {
            error.message_mut().push_str(&call.tries.told());
            self.masked(error)
        })
    }

    fn masked(&self, mut error: SendError) -> SendError {
        self.keyring.mask_text(error.message_mut());
        match &mut error {
            SendError::Status(refusal) => self.mask_bytes(&mut refusal.body),
            SendError::Decode(error) => {
                self.mask_bytes(&mut error.body);
                for violation in &mut error.violations {
                    self.keyring.mask_text(&mut violation.message);
                }
            }
            _ => {}
        }
        error
    }

    fn mask_bytes(&self, body: &mut Vec<u8>) {
        match String::from_utf8(std::mem::take(body)) {
            Ok(mut text) => {
                self.keyring.mask_text(&mut text);
                *body = text.into_bytes();
            }
            Err(error) => *body = error.into_bytes(),
        }
    }
}

fn written<R: Operation>(request: &R) -> (&'static Tool, HttpRequest) {
    let tool = R::tool();
    let mut message = HttpRequest::new(tool.method, tool.path);
    request.encode(&mut message);
    (tool, message)
}

fn headers_of(headers: &HeaderMap) -> ResponseHeaders {
    let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
    headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes())))
        .collect()
}
