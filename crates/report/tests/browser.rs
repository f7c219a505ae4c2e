//! The page in a real Chromium, driven over WebDriver: it opens from a file and from the server without an error on the console,
//! filters, shows formulas, works by keyboard, and fits a phone.
//!
//! Where there is no `chromedriver` the tests say so and pass.

mod sample;

use cairn_dss::Recorder;
use cairn_report::messages::{Source, page};
use cairn_report::serve::Serving;
use sample::{HOSTILE, log};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser, which is closed at the end of the test.
struct Browser {
    driver: Child,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Nothing where there is no driver.
    fn open(name: &str) -> Option<Self> {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = driver else {
            #[allow(clippy::print_stderr)] // a test that does less says so
            {
                eprintln!("note: chromedriver is not installed; the page is not tested in a browser");
            }
            return None;
        };
        let lines = BufReader::new(driver.stdout.take().expect("it was asked for")).lines().map_while(Result::ok);
        let port = |line: String| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok();
        let port = lines.filter_map(port).next().expect("a port");
        let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}-{}", std::process::id()));
        let mut arguments = vec![format!("--user-data-dir={}", profile.display())];
        let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-dev-shm-usage";
        arguments.extend(flags.split_whitespace().map(str::to_owned));
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let drivers = format!("http://127.0.0.1:{port}/session");
        let opened = post(&drivers, &wanted);
        let id = opened["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {opened}"));
        Some(Self { session: format!("{drivers}/{id}"), driver, profile })
    }

    fn ask(&self, what: &str, body: &Value) -> Value {
        let answer = post(&format!("{}/{what}", self.session), body);
        assert!(answer.get("error").is_none(), "{what} {body}: {answer}");
        answer
    }
    fn go(&self, url: &str) {
        self.ask("url", &json!({ "url": url }));
    }
    /// What a script returns.
    fn run(&self, script: &str) -> Value {
        self.ask("execute/sync", &json!({ "script": script, "args": [] }))
    }
    fn press(&self, key: &str) {
        let press = |kind: &str| json!({ "type": kind, "value": key });
        self.ask(
            "actions",
            &json!({ "actions": [{ "type": "key", "id": "k", "actions": [press("keyDown"), press("keyUp")] }] }),
        );
    }
    /// What was written on the console that is worse than a note.
    fn complaints(&self) -> Vec<Value> {
        let all = self.ask("se/log", &json!({ "type": "browser" }));
        let bad = |entry: &&Value| !matches!(entry["level"].as_str(), Some("INFO" | "DEBUG"));
        all.as_array().expect("a list").iter().filter(bad).cloned().collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn post(url: &str, body: &Value) -> Value {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut response =
        agent.post(url).header("Content-Type", "application/json").send(body.to_string()).expect("an answer");
    let text = response.body_mut().read_to_string().expect("text");
    serde_json::from_str::<Value>(&text).expect("JSON")["value"].take()
}

const TIMES: &str = "return [...document.querySelectorAll('.row')].map((row) => Number(row.dataset.time))";

#[test]
fn the_page_filters_shows_formulas_and_works_by_keyboard() {
    let Some(browser) = Browser::open("file") else { return };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{}.html", std::process::id()));
    std::fs::write(&path, page(&log(), Source::File)).expect("it can be written");
    browser.go(&format!("file://{}", path.display()));

    assert_eq!(browser.run("return document.title"), "Messages: a<b>.c", "no script of the program has run");
    assert_eq!(browser.run("return document.querySelectorAll('b.bold, pre b, li b').length"), 0);
    assert_eq!(browser.run(TIMES), json!([0, 2, 3, 4, 6, 7]), "all messages, time downwards");
    assert_eq!(browser.run("return document.querySelectorAll('#graph [data-block]').length"), 2);

    // A click shows the formula.
    browser.run("document.querySelector('.row[data-time=\"2\"]').click()");
    assert_eq!(browser.run("return document.getElementById('formula').textContent"), "(main::x = 0)");
    browser.run("document.querySelector('.row[data-time=\"3\"]').click()");
    assert_eq!(browser.run("return document.getElementById('formula').textContent"), HOSTILE);

    // By block, by type, by text.
    browser.run("const s = document.getElementById('block'); s.value = '0'; s.dispatchEvent(new Event('change'))");
    assert_eq!(browser.run(TIMES), json!([0, 2, 4, 7]));
    browser.run("document.querySelector('#kinds input[value=ErrorCondition]').click()");
    assert_eq!(browser.run(TIMES), json!([0, 2, 7]));
    browser.run("const t = document.getElementById('text'); t.value = 'MAIN::X'; t.dispatchEvent(new Event('input'))");
    assert_eq!(browser.run(TIMES), json!([2]));
    browser.go(&format!("file://{}", path.display()));
    browser.run(
        "document.querySelector('#graph [data-block=\"0\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
    );
    assert_eq!(browser.run(TIMES), json!([0, 2, 4, 7]));
    assert!(browser.run("return document.getElementById('detail').textContent").to_string().contains("puts("));

    // By keyboard: down, down, Enter; Escape.
    browser.go(&format!("file://{}", path.display()));
    browser.run("document.querySelector('.row').focus()");
    let (down, enter, escape) = ("\u{E015}", "\u{E007}", "\u{E00C}");
    [down, down, enter].iter().for_each(|key| browser.press(key));
    assert!(
        browser
            .run("return document.querySelector('#detail h3').textContent")
            .to_string()
            .contains("3: BlockPostcondition")
    );
    browser.press(escape);
    assert_eq!(browser.run("return document.getElementById('detail').hidden"), true);

    // At a phone's width nothing but the boxes scrolls sideways; dark is dark.
    browser.ask(
        "goog/cdp/execute",
        &json!({ "cmd": "Emulation.setDeviceMetricsOverride",
        "params": { "width": 360, "height": 640, "deviceScaleFactor": 2, "mobile": true } }),
    );
    assert_eq!(browser.run("return document.documentElement.scrollWidth <= 360"), true);
    for (scheme, is_dark) in [("dark", true), ("light", false)] {
        browser.ask(
            "goog/cdp/execute",
            &json!({ "cmd": "Emulation.setEmulatedMedia",
            "params": { "features": [{ "name": "prefers-color-scheme", "value": scheme }] } }),
        );
        let back = browser.run("return getComputedStyle(document.body).backgroundColor === 'rgb(21, 23, 26)'");
        assert_eq!(back, is_dark, "{scheme}");
    }
    assert_eq!(browser.complaints(), Vec::<Value>::new());
    let _ = std::fs::remove_file(path);
}

#[test]
fn the_served_page_follows_the_run() {
    let Some(browser) = Browser::open("live") else { return };
    let recorder = Recorder::default();
    let serving = Serving::start(recorder.clone(), 0).expect("a port");
    browser.go(&serving.url());
    assert_eq!(browser.run(TIMES), json!([]), "nothing has begun");
    let (mut begun, whole) = (log(), log());
    begun.events.truncate(3);
    begun.verdict = None;
    *recorder.log() = begun;
    wait(&browser, &json!([0, 2]));
    assert_eq!(browser.run("return document.getElementById('state').textContent"), "The run goes on.");
    *recorder.log() = whole;
    wait(&browser, &json!([0, 2, 3, 4, 6, 7]));
    assert_eq!(browser.run("return document.getElementById('verdict').textContent"), "TRUE");
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

/// Waits until the page has these messages.
fn wait(browser: &Browser, times: &Value) {
    let start = Instant::now();
    while browser.run(TIMES) != *times {
        assert!(start.elapsed() < Duration::from_secs(30), "{} and not {times}", browser.run(TIMES));
        std::thread::sleep(Duration::from_millis(100));
    }
}
