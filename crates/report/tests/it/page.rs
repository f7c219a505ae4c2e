//! The page as text: what a program says cannot leave its place in it; and the server answers only those it should.

use crate::sample;

use cairn_dss::Recorder;
use cairn_report::messages::{MessageSource, json, page};
use cairn_report::serve::Serving;
use sample::{HOSTILE, log};

#[test]
fn hostile_text_stays_text() {
    let page = page(&log(), MessageSource::File);
    assert!(!page.contains(HOSTILE) && !page.contains("<b>"), "{page}");
    // The log's own element, and the script's; each is ended by the template only.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    assert!(page.contains("<title>Messages: a&lt;b&gt;.c</title>"), "{page}");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(page.len() < 300_000, "{}", page.len());
}

#[test]
fn what_looks_like_a_place_of_the_template_is_text() {
    let mut log = log();
    log.program = vec!["{{log}}{{style}}.c".to_owned()];
    let page = page(&log, MessageSource::File);
    assert_eq!(page.matches("{{log}}{{style}}.c").count(), 3, "twice as title, once in the log");
}

#[test]
fn only_this_machine_is_answered_and_only_reading() {
    let recorder = Recorder::default();
    *recorder.log() = log();
    let serving = Serving::start(recorder.clone(), 0).expect("a port");
    let url = serving.url();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let get = |path: &str, host: Option<&str>| {
        let request = agent.get(format!("{url}{path}"));
        let request =
            host.map_or(request.header("Accept", "*/*"), |host| agent.get(format!("{url}{path}")).header("Host", host));
        let mut response = request.call().expect("it answers");
        (response.status().as_u16(), response.body_mut().read_to_string().expect("text"))
    };
    assert_eq!(get("", None), (200, page(&log(), MessageSource::Live)));
    assert_eq!(get("log.json", None), (200, json(&log())));
    let (code, rest) = get("log.json?from=3", None);
    assert!(code == 200 && rest.contains("\"time\":3") && !rest.contains("\"time\":2,"), "{rest}");
    assert_eq!(get("log.json?from=1000000", None).0, 200);
    assert_eq!(get("elsewhere", None).0, 404);
    assert_eq!(get("", Some("cairn.example")).0, 403);
    let posted = agent.post(&url).send("x").expect("it answers");
    assert_eq!(posted.status().as_u16(), 405);
}
