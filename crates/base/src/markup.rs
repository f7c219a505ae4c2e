//! Text in XML and HTML: in an element or in an attribute.

/// A text in which no character begins a tag or an entity, or ends an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_ends_what_a_text_is_in() {
        assert_eq!(super::escaped("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
    }
}
