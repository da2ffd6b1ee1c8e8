//! Calls whose responses have types.

use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use tracing::Instrument;

use crate::context::CallContext;
use crate::deadline::deadline_after;
use crate::http::executor::live_body::{LiveBody, LiveItems};
use crate::http::executor::response_body::{BodyError, ResponseMemory};
use crate::http::executor::retry::BodyReading;
use crate::http::executor::upstream_call::UpstreamCall;
use crate::http::executor::{HttpExecutor, OpenedResponse, header_text, response_body};
use crate::http::upstream_response::{Body, WholeBody, parse_file_name};
use crate::memory::Reservation;
use crate::request::HttpRequest;
use crate::request::ResponseOptions;
use crate::response::{
    Chunks, Operation, Received, Refusal, Reply, Response, ResponseHeaders, SendError,
};
use crate::tool::Tool;

/// A response that is about to be decoded.
struct ReceivedReply {
    reply: Reply,
    headers: ResponseHeaders,
    /// For the body and for the values that it is decoded from.
    memory: Vec<Reservation>,
}

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
        let (tool, message) = encode_request(request);
        let received = self.receive_reply(context, tool, message, R::STREAMS);
        let ReceivedReply {
            mut reply,
            headers,
            memory,
        } = received.await?;
        let status = reply.status();
        let body = R::read(&mut reply);
        // A handler may wait for anything from here on, also for the response of another call.
        drop(memory);
        match reply.into_error() {
            None => Ok(Response::new(status, headers, body)),
            Some(error) => Err(self.mask_error(SendError::Decode(Box::new(error)))),
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
        let (tool, message) = encode_request(request);
        self.receive_chunks(context, tool, message).await
    }

    async fn receive_reply(
        &self,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
        streams: bool,
    ) -> Result<ReceivedReply, SendError> {
        let mut call = self.begin_call(context, tool, &request);
        let span = call.trace.span();
        async {
            let reading = match streams {
                true => BodyReading::AsItComes,
                false => BodyReading::Whole,
            };
            let received = match self.open_successful(&mut call, request, reading).await {
                Ok(opened) => self.read_reply(&call, opened, streams).await,
                Err(error) => Err(error),
            };
            self.finish_typed_call(&call, received)
        }
        .instrument(span)
        .await
    }

    async fn receive_chunks(
        &self,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
    ) -> Result<Response<Chunks>, SendError> {
        let mut call = self.begin_call(context, tool, &request);
        let span = call.trace.span();
        async {
            let opened = self
                .open_successful(&mut call, request, BodyReading::AsItComes)
                .await;
            let chunks = opened.map(|opened| {
                let status = opened.response.status().as_u16();
                let headers = response_headers(opened.response.headers());
                let live = self.live_body_from(&call, opened);
                Response::new(status, headers, Chunks::from_source(Box::new(live)))
            });
            self.finish_typed_call(&call, chunks)
        }
        .instrument(span)
        .await
    }

    /// The response that says that all went well.
    async fn open_successful(
        &self,
        call: &mut UpstreamCall<'_>,
        request: HttpRequest,
        reading: BodyReading,
    ) -> Result<OpenedResponse, SendError> {
        let mut opened = self.send_until_response(call, request, reading).await?;
        if opened.response.status().is_success() {
            return Ok(opened);
        }
        let (body, _memory) = self.read_whole_body(call, &mut opened).await?;
        let shown = Body::Whole(WholeBody::from(body.clone()));
        let wanted = ResponseOptions::default();
        let mut message = self.with_response(&opened, &wanted, shown, |it| it.error_outcome().text);
        message.push_str(&self.advise_on_refusal(call, &opened));
        let refusal = Refusal {
            status: opened.response.status().as_u16(),
            headers: response_headers(opened.response.headers()),
            message,
            body,
        };
        Err(SendError::Status(Box::new(refusal)))
    }

    async fn read_reply(
        &self,
        call: &UpstreamCall<'_>,
        mut opened: OpenedResponse,
        streams: bool,
    ) -> Result<ReceivedReply, SendError> {
        let stream =
            response_body::open_item_stream(&opened.response, call.tool.method, usize::MAX);
        let stream = stream.map_err(|unread| self.describe_unread(call, &opened, unread))?;
        let stream = stream.filter(|_| streams);
        let (body, memory) = match stream {
            Some(_) => (Vec::new(), Vec::new()),
            None => self.read_whole_body(call, &mut opened).await?,
        };
        let named = opened.response.headers();
        let content_type = header_text(named, &CONTENT_TYPE).unwrap_or_default();
        let disposition = header_text(named, &CONTENT_DISPOSITION);
        let headers = response_headers(named);
        let mut received = Received {
            call: call.name.clone(),
            status: opened.response.status().as_u16(),
            content_type: content_type.into_owned(),
            file_name: disposition.as_deref().and_then(parse_file_name),
            body,
            items: None,
        };
        if let Some(stream) = stream {
            let live = self.live_body_from(call, opened);
            let items = LiveItems::new(live, stream, self.limits.response_bytes);
            received.items = Some(Box::new(items));
        }
        Ok(ReceivedReply {
            reply: Reply::from_received(received),
            headers,
            memory,
        })
    }

    fn live_body_from(&self, call: &UpstreamCall<'_>, opened: OpenedResponse) -> LiveBody {
        LiveBody {
            response: opened.response,
            permit: opened.permit,
            place: opened.place,
            patience: call.attempts.timeout(),
            span: call.trace.span(),
            received: 0,
            is_over: false,
        }
    }

    /// The whole body, in what is left of the call's time, and the memory that was reserved for it and for its values.
    async fn read_whole_body(
        &self,
        call: &UpstreamCall<'_>,
        opened: &mut OpenedResponse,
    ) -> Result<(Vec<u8>, Vec<Reservation>), SendError> {
        let mut intake = ResponseMemory::new(&call.trace, deadline_after(call.time_left()));
        let limit = self.limits.response_bytes;
        let reading = async {
            // Only servers have memory that calls share, and only for them the values are counted.
            let body = match call.context.memory() {
                Some(_) => WholeBody::default(),
                None => WholeBody::unscanned(),
            };
            let body =
                response_body::read_whole_body(&mut opened.response, body, limit, &mut intake);
            let body = body.await?;
            intake.reserve_for_decoding(&body).await?;
            Ok(body.bytes)
        };
        let body = tokio::time::timeout(call.time_left(), reading).await;
        let body = body.unwrap_or(Err(BodyError::Late));
        match body {
            Ok(body) => Ok((body, intake.into_reserved())),
            Err(unread) => Err(self.describe_unread(call, opened, unread)),
        }
    }

    /// The end of a call: what failed is told with how often it was tried, and without secrets.
    fn finish_typed_call<T>(
        &self,
        call: &UpstreamCall<'_>,
        result: Result<T, SendError>,
    ) -> Result<T, SendError> {
        call.finish_call(result.is_err());
        result.map_err(|mut error| {
            error
                .message_mut()
                .push_str(&call.attempts.describe_attempts());
            self.mask_error(error)
        })
    }

    fn mask_error(&self, mut error: SendError) -> SendError {
        self.keyring.mask_text(error.message_mut());
        match &mut error {
            SendError::Status(refusal) => self.keyring.mask_bytes(&mut refusal.body),
            SendError::Decode(error) => {
                self.keyring.mask_bytes(&mut error.body);
                for violation in &mut error.violations {
                    self.keyring.mask_text(&mut violation.message);
                }
            }
            _ => {}
        }
        error
    }
}

fn encode_request<R: Operation>(request: &R) -> (&'static Tool, HttpRequest) {
    let tool = R::tool();
    let mut message = HttpRequest::new(tool.method, tool.path);
    request.encode(&mut message);
    (tool, message)
}

fn response_headers(headers: &HeaderMap) -> ResponseHeaders {
    let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
    headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes())))
        .collect()
}
