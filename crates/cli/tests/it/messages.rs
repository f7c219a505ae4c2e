//! `cairn verify --message-log` and `--serve`.

use crate::cairn;

use cairn::{Folder, cairn, command};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// Safe, with text that would be markup; needs a refinement.
const PROGRAM: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int puts(const char *);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  puts(\"</script><b>bold</b>\");
  while (x < n) {
    x++;
    y++;
  }
  if (x != y)
    reach_error();
  return 0;
}
";
const FILE: &str = "a<b>.c";
const VERIFY: [&str; 3] = ["verify", "--analysis", "distributed"];

#[test]
fn the_log_is_a_page_or_json_and_changes_nothing() {
    let folder = Folder::new(&[(FILE, PROGRAM)]);
    let verify = |more: &[&str]| cairn(&folder, &[&VERIFY[..], more, &[FILE]].concat(), &[]);
    let (without, with) = (verify(&[]), verify(&["--message-log", "log.html"]));
    assert!(with.code == 0 && with.out == without.out && with.err == without.err, "{with:?} and {without:?}");
    let page = folder.read("log.html");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("</script><b>") && !page.contains("<b>"), "{page}");
    assert!(
        page.contains("\"a\\u003cb>.c\"") && page.contains("<title>Messages: a&lt;b&gt;.c"),
        "the name is text: {page}"
    );
    assert!(page.len() < 100_000, "{} bytes", page.len());

    assert_eq!(verify(&["--message-log", "log.json"]).code, 0);
    let log: Value = serde_json::from_str(&folder.read("log.json")).expect("JSON");
    assert_eq!((&log["program"][0], &log["verdict"]), (&Value::from(FILE), &Value::from("TRUE")));
    let events = log["events"].as_array().expect("a list");
    for kind in ["BlockPostcondition", "ErrorCondition", "ErrorConditionUnreachable", "Result"] {
        let sent = events.iter().find(|event| event["sent"]["kind"] == kind);
        let sent = &sent.unwrap_or_else(|| panic!("no {kind}: {log}"))["sent"];
        assert!(sent["receivers"].is_object() || kind == "Result", "{sent}");
    }
    let learnt =
        events.iter().any(|event| event["sent"]["words"].as_str().is_some_and(|words| words.contains("main::x")));
    assert!(learnt, "a state is said in words: {log}");
}

#[test]
fn what_cannot_be_logged_is_refused() {
    let folder = Folder::new(&[(FILE, PROGRAM)]);
    let none = cairn(&folder, &["verify", "--message-log", "log.html", FILE], &[]);
    assert!(none.code == 2 && none.err.contains("need --analysis distributed"), "{none:?}");
    let form = cairn(&folder, &[&VERIFY[..], &["--message-log", "log.txt", FILE]].concat(), &[]);
    assert!(form.code == 2 && form.err.contains("log.txt: a message log is .html or .json"), "{form:?}");
    let place = cairn(&folder, &[&VERIFY[..], &["--message-log", "none/log.html", FILE]].concat(), &[]);
    assert!(place.code == 2 && place.err.contains("cannot write none/log.html"), "{place:?}");
}

#[test]
fn the_messages_are_served_until_the_user_interrupts() {
    let folder = Folder::new(&[(FILE, PROGRAM)]);
    let arguments = [&VERIFY[..], &["--serve", FILE]].concat();
    let mut process = command(&folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
    let url = lines.next().expect("a line");
    let address = url.strip_prefix("messages: http://").and_then(|url| url.strip_suffix('/')).expect("an address");
    assert!(lines.any(|line| line.contains("until you interrupt")), "the run is over");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /log.json HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"verdict\":\"TRUE\""), "{answer}");
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    let ended = process.wait_with_output().unwrap();
    assert!(ended.status.code() == Some(0), "the exit code is the verdict's: {ended:?}");
}
