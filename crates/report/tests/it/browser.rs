//! The page in a real Chromium, driven over WebDriver: it opens from a file and from the server without an error on the console,
//! filters, shows formulas, works by keyboard, and fits a phone. So does the page of a run: steps, states, hostile programs.
//!
//! Where there is no `chromedriver` the tests say so and pass.

use crate::asked;
use crate::driver;
use crate::sample;

use cairn_dss::Recorder;
use cairn_report::messages::{MessageSource, page};
use cairn_report::serve::Serving;
use driver::Browser;
use sample::{HOSTILE, log};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const TIMES: &str = "return [...document.querySelectorAll('.row')].map((row) => Number(row.dataset.time))";

#[test]
fn the_page_filters_shows_formulas_and_works_by_keyboard() {
    let Some(browser) = Browser::open("file") else { return };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{}.html", std::process::id()));
    std::fs::write(&path, page(&log(), MessageSource::File)).expect("it can be written");
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
    browser.narrow(360);
    assert_eq!(browser.run("return document.documentElement.scrollWidth <= 360"), true);
    for (scheme, is_dark) in [("dark", true), ("light", false)] {
        browser.scheme(scheme);
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
        assert!(start.elapsed() < Duration::from_secs(300), "{} and not {times}", browser.run(TIMES));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Opens the page of a run.
fn open(browser: &Browser, name: &str, page: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.html", std::process::id()));
    std::fs::write(&path, page).expect("it can be written");
    browser.go(&format!("file://{}", path.display()));
    path
}

const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const STEP: &str = "return Number(document.getElementById('slider').value)";
const HERE: &str = "return Number(document.querySelector('.row.here')?.dataset.line ?? 0)";
const VALUES: &str = "return document.getElementById('values').textContent";

#[test]
fn the_violating_execution_goes_by_keys_and_by_slider() {
    let Some(browser) = Browser::open("steps") else { return };
    let path = open(&browser, "steps", &asked::page(asked::UNSAFE, &[]));
    assert_eq!(browser.run("return document.getElementById('badge').textContent"), "FALSE");
    let last = browser.run("return Number(document.getElementById('slider').max)");
    assert_eq!(browser.run(STEP), last, "the violation");
    browser.run("document.querySelector('#steps button').click()");
    assert_eq!(browser.run(STEP), 0);
    browser.press(END);
    assert_eq!(browser.run(STEP), last);
    assert_eq!(browser.run(HERE), 10, "where it fails");
    let values = browser.run(VALUES).to_string();
    assert!(values.contains("total") && values.contains("count"), "{values}");
    browser.press(HOME);
    [RIGHT, "j", RIGHT, "k"].iter().for_each(|key| browser.press(key));
    assert_eq!(browser.run(STEP), 2);
    browser.press(LEFT);
    assert_eq!(browser.run(STEP), 1);
    assert_eq!(browser.run("return document.querySelectorAll('.row.here').length"), 1);
    // By the slider, to a step inside of a call: who is open is shown.
    let inside = "const s = document.getElementById('slider'); for (let i = 0; i <= s.max; i++) { s.value = i; \
                  s.dispatchEvent(new Event('input')); if (document.querySelectorAll('#stack li').length === 2) return i; } return -1";
    assert!(browser.run(inside).as_i64() > Some(0));
    assert!(browser.run("return document.getElementById('stack').textContent").to_string().contains("add"));
    // A part by its key, and back.
    browser.run("document.getElementById('tab-source').focus()");
    browser.press(RIGHT);
    assert_eq!(browser.run("return document.getElementById('flow').hidden"), false);
    assert_eq!(browser.run("return document.querySelectorAll('#flow-box .box, #flow-box .cond').length > 5"), true);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
    let _ = std::fs::remove_file(path);
}

#[test]
fn states_fold_and_are_found() {
    let Some(browser) = Browser::open("states") else { return };
    let path = open(&browser, "states", &asked::page(asked::SAFE, &[("analysis", "value")]));
    assert_eq!(browser.run("return document.getElementById('badge').textContent"), "TRUE");
    assert_eq!(
        browser.run("return document.querySelectorAll('#code .note').length > 0"),
        true,
        "an invariant is there"
    );
    browser.run("document.getElementById('tab-states').click()");
    let shown = "return document.querySelectorAll('#tree .state').length";
    browser.run("document.getElementById('fold').click()");
    let folded = browser.run(shown).as_u64();
    browser.run("document.getElementById('unfold').click()");
    assert!(browser.run(shown).as_u64() > folded, "{folded:?}");
    browser.run("document.getElementById('fold').click()");
    browser.run("const s = document.getElementById('search'); s.value = 'COUNT'; s.dispatchEvent(new Event('input'))");
    assert_eq!(
        browser.run("return document.querySelector('#tree [aria-selected=true]').classList.contains('hit')"),
        true
    );
    let matches = browser.run("return document.getElementById('matches').textContent");
    browser.run("document.getElementById('next').click()");
    assert_ne!(browser.run("return document.getElementById('matches').textContent"), matches);
    // By keyboard.
    browser.run("document.getElementById('tree').focus()");
    browser.press(HOME);
    assert_eq!(browser.run("return document.querySelector('#tree [aria-selected=true]').id"), "item-0");
    browser.press("\u{E015}");
    assert_eq!(browser.run("return document.querySelector('#tree [aria-selected=true]').id"), "item-1");
    assert_eq!(browser.run("return document.querySelector('#pixels svg, #pixels img') !== null"), true);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
    let _ = std::fs::remove_file(path);
}

#[test]
fn every_part_fits_a_phone_and_what_is_hostile_does_nothing() {
    let Some(browser) = Browser::open("phone") else { return };
    for (name, program) in [("phone", asked::UNSAFE.to_owned()), ("hostile", asked::hostile())] {
        browser.narrow(360);
        let path = open(&browser, name, &asked::page(&program, &[]));
        for part in ["source", "flow", "states", "blocks", "run"] {
            browser.run(&format!("document.getElementById('tab-{part}')?.click()"));
            assert_eq!(browser.run("return document.documentElement.scrollWidth <= 360"), true, "{name}: {part}");
        }
        assert_eq!(
            browser.run("return window.stolen === undefined && document.querySelector('img[src=x]') === null"),
            true
        );
        for (scheme, back) in [("dark", "rgb(21, 23, 26)"), ("light", "rgb(255, 255, 255)")] {
            browser.scheme(scheme);
            assert_eq!(browser.run("return getComputedStyle(document.body).backgroundColor"), back);
        }
        assert_eq!(browser.complaints(), Vec::<Value>::new());
        let _ = std::fs::remove_file(path);
    }
}
