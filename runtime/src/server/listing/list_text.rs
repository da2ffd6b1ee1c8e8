//! The list of tools as JSON, made from the texts of the schemas: no tree of it is ever made.

#[cfg(feature = "gzip")]
use std::sync::Arc;
use std::sync::OnceLock;

use axum::body::Bytes;
use memchr::memmem;
use rmcp::model::{ProtocolVersion, Tool as ListedTool};

use super::super::Shared;
#[cfg(feature = "gzip")]
use super::super::http::CompressedList;
use super::json_string::push_json_string;
use super::{NO_SOURCES, read_output_schema, to_listed_tool, to_tool_without_schemas};
use crate::document::Expander;
use crate::file::AllowedSources;
use crate::tool_info::ToolInfo;

/// The long parts of a tool, of one without them, as rmcp writes it. Quotes in a text are escaped, so nothing else looks like this.
const NO_DESCRIPTION: &str = "\"description\":\"\"";
const NO_INPUT: &str = "\"inputSchema\":{}";
const NO_OUTPUT: &str = "\"outputSchema\":{}";

/// Room for a tool, beside its description. Those of GitHub need 1,000 bytes on average, those of Microsoft Graph 9,000 and those of
/// Kubernetes 11,000. A list that needs more is copied when it grows, and takes twice its memory then.
const ROOM_FOR_TOOL: usize = 16 * 1024;

/// Where a tool's title is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server) enum TitlePlace {
    Tool,
    /// Revisions before 2025-06-18 know it as an annotation only.
    Annotations,
}

impl TitlePlace {
    pub(in crate::server) fn for_revision(revision: Option<&ProtocolVersion>) -> Self {
        match revision < Some(&ProtocolVersion::V_2025_06_18) {
            true => Self::Annotations,
            false => Self::Tool,
        }
    }

    /// Puts the title of a tool there.
    pub(in crate::server) fn place_title(self, tool: &mut ListedTool) {
        if self == Self::Annotations
            && let Some(annotations) = &mut tool.annotations
        {
            annotations.title = tool.title.take();
        }
    }
}

/// The lists that clients are shown.
#[derive(Debug, Default)]
pub(super) struct ListTexts {
    current: ListText,
    /// For revisions before 2025-06-18.
    early: ListText,
}

/// The tools that clients are shown: the items of a JSON array, without its brackets.
#[derive(Debug, Default)]
struct ListText {
    plain: OnceLock<Bytes>,
    /// `None` if compressing it gains nothing.
    #[cfg(feature = "gzip")]
    compressed: tokio::sync::OnceCell<Option<Arc<CompressedList>>>,
}

impl ListTexts {
    fn get(&self, titles: TitlePlace) -> &ListText {
        match titles {
            TitlePlace::Tool => &self.current,
            TitlePlace::Annotations => &self.early,
        }
    }
}

impl Shared {
    /// The tools that clients are shown: the items of a JSON array, without its brackets.
    pub(in crate::server) fn list_text(&self, titles: TitlePlace) -> &Bytes {
        let text = self.listing.texts.get(titles);
        text.plain.get_or_init(|| self.write_list(titles).into())
    }

    /// The same, compressed when it is first asked for, beside the thread that serves requests.
    #[cfg(feature = "gzip")]
    pub(in crate::server) async fn compressed_list(
        &self,
        titles: TitlePlace,
    ) -> Option<Arc<CompressedList>> {
        let compress = async || {
            let plain = self.list_text(titles).clone();
            let compressed = tokio::task::spawn_blocking(move || CompressedList::new(&plain));
            compressed.await.ok().flatten().map(Arc::new)
        };
        let text = self.listing.texts.get(titles);
        text.compressed.get_or_init(compress).await.clone()
    }

    fn write_list(&self, titles: TitlePlace) -> String {
        let mut list = ListWriter::new(titles, self.estimate_list_bytes());
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.discovered {
            let tools = self.discovery_tools(discovered).into_iter();
            tools.for_each(|tool| list.push_listed(tool));
            self.push_tools(&mut list, |info| discovered.is_listed(info.name));
            return list.into_text();
        }
        self.push_tools(&mut list, |_| true);
        list.into_text()
    }

    /// How much room a list of all tools needs. With discovery none is asked for, since its list is short.
    fn estimate_list_bytes(&self) -> usize {
        #[cfg(feature = "discovery")]
        if self.discovered.is_some() {
            return 0;
        }
        let rooms = self.tools.tool_infos();
        rooms
            .map(|(_, info)| info.description.len() + ROOM_FOR_TOOL)
            .sum()
    }

    fn push_tools(&self, list: &mut ListWriter, chosen: impl Fn(&ToolInfo) -> bool) {
        let ways = self.file_sources();
        let infos = self.tools.tool_infos().filter(|(_, info)| chosen(info));
        infos.for_each(|(home, info)| list.push_tool(&info, ways.get(home).unwrap_or(&NO_SOURCES)));
    }
}

struct ListWriter {
    titles: TitlePlace,
    expander: Expander<'static>,
    /// Made once: with short texts, that takes longer than to search.
    find_no_description: memmem::Finder<'static>,
    find_no_input: memmem::Finder<'static>,
    find_no_output: memmem::Finder<'static>,
}

impl ListWriter {
    fn new(titles: TitlePlace, bytes: usize) -> Self {
        Self {
            titles,
            expander: Expander::for_list_of(bytes),
            find_no_description: memmem::Finder::new(NO_DESCRIPTION),
            find_no_input: memmem::Finder::new(NO_INPUT),
            find_no_output: memmem::Finder::new(NO_OUTPUT),
        }
    }

    fn into_text(self) -> String {
        self.expander.into_text()
    }

    /// Appends a tool whose schemas are trees.
    fn push_listed(&mut self, mut tool: ListedTool) {
        self.titles.place_title(&mut tool);
        match serde_json::to_string(&tool) {
            Ok(text) => self.push_texts(&[&text]),
            Err(error) => tracing::error!(tool = &*tool.name, %error, "a tool is not listed"),
        }
    }

    /// Appends a tool, with its description and the text of its input schema. rmcp writes all else of it.
    fn push_tool(&mut self, info: &ToolInfo, ways: &AllowedSources) {
        let mut frame = to_tool_without_schemas(info);
        frame.description = Some("".into());
        if info.output.is_some() {
            frame.output_schema = Some(Default::default());
        }
        self.titles.place_title(&mut frame);
        let frame = serde_json::to_string(&frame).unwrap_or_default();
        let before = self.expander.written_so_far();
        if !ways.is_empty() || self.fill_frame(info, &frame).is_none() {
            self.expander.go_back(before);
            let listed = to_listed_tool(info, ways, &mut self.expander);
            self.push_listed(listed);
        }
    }

    /// Appends a tool that is written already, but for what is long in it; `None` if it lacks something.
    fn fill_frame(&mut self, info: &ToolInfo, frame: &str) -> Option<()> {
        let (head, rest) = split_at(frame, &self.find_no_description)?;
        let (middle, tail) = split_at(rest, &self.find_no_input)?;
        self.push_texts(&[head, "\"description\":"]);
        push_json_string(info.description_or_name(), |piece| {
            self.expander.push_text(piece);
        });
        self.expander.push_text(middle);
        self.expander.push_text("\"inputSchema\":");
        (self.push_input(info) && self.push_tail(info, tail)).then_some(())
    }

    fn push_input(&mut self, info: &ToolInfo) -> bool {
        let text = info.input.portable();
        info.schemas
            .push_client_input(info.name, text, &mut self.expander)
    }

    /// Appends what comes behind the input schema.
    fn push_tail(&mut self, info: &ToolInfo, tail: &str) -> bool {
        let Some(output) = info.output else {
            self.expander.push_text(tail);
            return true;
        };
        let schema = serde_json::to_string(&read_output_schema(info, output));
        let (Some((head, tail)), Ok(schema)) = (split_at(tail, &self.find_no_output), schema)
        else {
            return false;
        };
        for text in [head, "\"outputSchema\":", &schema, tail] {
            self.expander.push_text(text);
        }
        true
    }

    /// Begins the next item of the list.
    fn push_texts(&mut self, texts: &[&str]) {
        if !self.expander.text().is_empty() {
            self.expander.push_text(",");
        }
        texts.iter().for_each(|text| self.expander.push_text(text));
    }
}

/// What is before and behind a part. `str::split_once` takes several times as long.
fn split_at<'t>(text: &'t str, part: &memmem::Finder<'_>) -> Option<(&'t str, &'t str)> {
    let start = part.find(text.as_bytes())?;
    Some((text.get(..start)?, text.get(start + part.needle().len()..)?))
}
