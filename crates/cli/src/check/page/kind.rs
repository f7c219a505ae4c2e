//! The page of a kind of check: what the book says of it, beside the report, so that a finding leads to what it means and how it is mended.
//!
//! A link of the book goes to another kind's page where the report has it, and is its text otherwise: nothing leads out of the folder.

use super::{PageParts, Pages, html};
use crate::explain::KindPage;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html as markdown};
use std::collections::BTreeMap;

/// The pages of the kinds that a report has, by the word of the kind.
pub fn names<'r>(kinds: impl Iterator<Item = &'r str>) -> BTreeMap<&'static str, String> {
    kinds.map(|kind| KindPage::of(kind).word).map(|word| (word, format!("kind-{word}.html"))).collect()
}

/// The page of one.
pub fn page(word: &str, pages: &Pages<'_>) -> String {
    let kind = KindPage::of(word);
    let mut is_dropped = Vec::new();
    let events = Parser::new_ext(kind.text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let to = dest_url.strip_suffix(".md").and_then(|word| pages.kinds.get(word));
            is_dropped.push(to.is_none());
            to.map(|name| Event::Start(Tag::Link { link_type, dest_url: name.clone().into(), title, id }))
        }
        Event::End(TagEnd::Link) => (is_dropped.pop() == Some(false)).then_some(event),
        // The heading is the page's own.
        Event::Start(Tag::Heading { level, .. }) if level as usize == 1 => None,
        _ => Some(event),
    });
    // The first line is the title, which the page has above.
    let mut body = String::from("<section class=book>");
    markdown::push_html(&mut body, events.skip_while(|event| !matches!(event, Event::Start(Tag::Paragraph))));
    body += "</section>";
    super::page(&PageParts {
        title: kind.word,
        heading: &format!("{}: {}", kind.word, kind.title()),
        above: "<p><a href=\"index.html\">All checks</a></p>",
        sum: "",
        body: &body,
    })
}

/// A kind, as a link to its page.
pub fn link(kind: &str, pages: &Pages<'_>) -> String {
    match pages.kinds.get(KindPage::of(kind).word) {
        Some(name) => format!("<a class=kind href=\"{name}\">{}</a>", html(kind)),
        None => html(kind),
    }
}
