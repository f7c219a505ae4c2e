//! A real Chromium, driven over WebDriver.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A browser, which is closed at the end of the test.
pub struct Browser {
    driver: Child,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Nothing where there is no driver.
    pub fn open(name: &str) -> Option<Self> {
        if !cairn_tools::needs(cairn_tools::Tool::Chromium) {
            return None;
        }
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut driver = driver.expect("it is there");
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

    pub fn ask(&self, what: &str, body: &Value) -> Value {
        let answer = post(&format!("{}/{what}", self.session), body);
        assert!(answer.get("error").is_none(), "{what} {body}: {answer}");
        answer
    }
    pub fn go(&self, url: &str) {
        self.ask("url", &json!({ "url": url }));
    }
    /// What a script returns.
    pub fn run(&self, script: &str) -> Value {
        self.ask("execute/sync", &json!({ "script": script, "args": [] }))
    }
    pub fn press(&self, key: &str) {
        let press = |kind: &str| json!({ "type": kind, "value": key });
        self.ask(
            "actions",
            &json!({ "actions": [{ "type": "key", "id": "k", "actions": [press("keyDown"), press("keyUp")] }] }),
        );
    }
    /// As a phone shows pages, or as it was.
    pub fn narrow(&self, width: u32) {
        let parameters = json!({ "width": width, "height": 640, "deviceScaleFactor": 2, "mobile": true });
        self.ask("goog/cdp/execute", &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": parameters }));
    }
    /// Dark or light.
    pub fn scheme(&self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.ask("goog/cdp/execute", &json!({ "cmd": "Emulation.setEmulatedMedia", "params": features }));
    }
    /// What was written on the console that is worse than a note.
    pub fn complaints(&self) -> Vec<Value> {
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
