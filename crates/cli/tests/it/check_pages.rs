//! The pages of `cairn check --report DIR`: a program that looks like markup stays text, what is suppressed has its reason, and in a browser they
//! filter, sort, work by keyboard and fit a phone.

use crate::cairn;
#[path = "../../../report/tests/it/driver/mod.rs"]
mod driver;

use cairn::{Folder, cairn};
use driver::Browser;
use serde_json::Value;
use ureq as _; // By it the driver of the browser is asked.

const HOSTILE: &str = "/* </code></script><script>a()</script> {{style}} \u{202e}turned */
int part(int n) { return 100 / (\"<script>b()</script>\"[0] - n); }
int main(int argc, char **argv) {
  if (argc > 1) {
    int big = 2147483647;
    big += argc; // cairn: allow(overflow) wraps </p><script>c()</script>
    return big;
  }
  return part('<');
}
";
const NAME: &str = "a 'b' & <i>#1%.c";

/// The pages of a hostile program, whose file has a hostile name.
fn pages() -> (Folder, String, String) {
    let folder = Folder::new(&[(NAME, HOSTILE.as_bytes())]);
    let ended = cairn(&folder, &["check", "--check", "overflow,division", "--report", "pages", NAME], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    let (index, page) = (folder.read("pages/index.html"), folder.read("pages/a--b-----i--1-.c.html"));
    (folder, index, page)
}

#[test]
fn what_a_program_says_is_no_markup() {
    let (_folder, index, page) = pages();
    for text in [&index, &page] {
        assert_eq!(text.matches("<script").count(), 1, "the page's own: {text}");
        assert_eq!(text.matches("</script").count(), 1, "{text}");
        assert!(!text.contains("<i>") && text.contains("a 'b' &amp; &lt;i&gt;#1%.c"), "{text}");
        assert!(text.contains("&lt;script&gt;b()&lt;/script&gt;"), "{text}");
        assert!(
            text.contains("It would be violated. Allowed by ")
                && text.contains("wraps &lt;/p&gt;&lt;script&gt;c()&lt;/script&gt;"),
            "{text}"
        );
        for address in ["http:", "https:", "src=", "<link", "@import", "url("] {
            assert!(!text.contains(address), "nothing is fetched: {address}");
        }
    }
    assert!(page.contains("{{style}} \u{fffd}turned") && !page.contains('\u{202e}'), "{page}");
    assert!(page.contains("id=\"L6-overflow\"") && page.contains("class=\"finding suppressed\""), "{page}");
}

/// The index leads to the first violation of a file, and a long file has them listed.
#[test]
fn a_file_opens_at_its_first_violation() {
    let text = format!("{}int main(int argc, char **argv) {{\n  return 5 / (argc - 2);\n}}\n", "\n".repeat(60));
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let ended = cairn(&folder, &["check", "--check", "division", "--report", "pages", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    let (index, page) = (folder.read("pages/index.html"), folder.read("pages/a.c.html"));
    assert!(index.contains("<td><a href=\"a.c.html#L62-division\">a.c</a></td>"), "{index}");
    assert!(page.contains("<li><a href=\"#L62-division\">62: division</a> <code>"), "{page}");
    let (_folder, _, short) = pages();
    assert!(!short.contains("<nav id=violations"), "{short}");
}

/// A finding leads to the page of its kind, which leads to nothing outside.
#[test]
fn kinds_have_pages() {
    let (folder, index, page) = pages();
    for text in [&index, &page] {
        assert!(text.contains("<a class=kind href=\"kind-division.html\">division</a>"), "{text}");
    }
    let kind = folder.read("pages/kind-overflow.html");
    assert!(kind.contains("<h1>overflow: a signed result that does not fit its type</h1>"), "{kind}");
    assert!(kind.contains("How to mend it") && !kind.contains(".md\""), "{kind}");
    assert!(!folder.path("pages/kind-shift.html").exists());
    let all = folder.read("pages/index.html");
    assert!(!all.contains("Not asked about"), "less than all was asked");
}

/// The course of a project: an entry a commit, replaced where a commit is checked again, and drawn from the second on.
#[test]
fn the_course_over_commits_is_drawn() {
    let folder = Folder::new(&[("a.c", b"int main(int argc, char **argv) { return 10 / (argc - 2); }\n")]);
    let git = |words: &[&str]| {
        let mut git = std::process::Command::new("git");
        let identity = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ended = git.arg("-C").arg(folder.path("")).args(identity).args(words).output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
    };
    let check = || {
        let ended = cairn(&folder, &["check", "--report", "pages", "a.c"], &[]);
        assert!(ended.code < 2, "{ended:?}");
        (folder.read("pages/index.html"), serde_json::from_str::<Value>(&folder.read("pages/history.json")).unwrap())
    };
    git(&["init", "-q"]);
    git(&["add", "a.c"]);
    git(&["commit", "-qm", "one"]);
    check();
    let (page, history) = check();
    assert_eq!((history.as_array().map(Vec::len), page.contains("<svg")), (Some(1), false), "{history}");
    assert_eq!(history[0]["violated"], 1);
    std::fs::write(folder.path("a.c"), "int main(void) { return 1; }\n").unwrap();
    let (_, history) = check();
    assert!(history[1]["commit"].as_str().unwrap().ends_with('+'), "changes that no commit has: {history}");
    git(&["commit", "-qam", "two"]);
    let (drawn, history) = check();
    assert_eq!(history.as_array().map(Vec::len), Some(2), "the entry with changes is gone: {history}");
    assert!(drawn.contains("<svg role=img aria-label=\"2 commits: ") && drawn.contains("violated 1 to 0"), "{drawn}");
    std::fs::write(folder.path("pages/history.json"), "no").unwrap();
    let ended = cairn(&folder, &["check", "--report", "pages", "a.c"], &[]);
    assert!(ended.code == 2 && ended.err.contains("remove it to begin a new course"), "{ended:?}");
}

#[test]
fn pages_work_in_a_browser() {
    let Some(browser) = Browser::open("check") else { return };
    let (folder, ..) = pages();
    browser.go(&format!("file://{}", folder.path("pages/index.html").display()));
    browser.narrow(400);
    let fits = "return document.documentElement.scrollWidth <= 400";
    assert_eq!(browser.run(fits), true);
    // Filters: what is not ticked is gone, with the heading above it.
    let tick = "document.querySelector('input[value=violated]').click()";
    let shown = "return [...document.querySelectorAll('.finding')].filter((one) => one.getClientRects().length).length";
    assert_eq!(browser.run(shown), 2);
    browser.run(tick);
    assert_eq!(
        (browser.run(shown), browser.run("return document.getElementById('violated').hidden")),
        (1.into(), true.into())
    );
    browser.run(tick);
    let search = "const s = document.getElementById('search'); s.value = 'WRAPS'; s.dispatchEvent(new Event('input', {bubbles: true}))";
    browser.run(search);
    assert_eq!(browser.run("return document.getElementById('count').textContent"), "1 of 2 findings");
    browser.run(&search.replace("WRAPS", ""));
    // Columns sort, the most first.
    let column = "[...document.querySelectorAll('th button')].find((one) => one.textContent === 'COLUMN').click()";
    let rows = "return [...document.querySelectorAll('table')[1].querySelectorAll('tbody td:first-child')].map((one) => one.textContent)";
    assert_eq!(browser.run(rows), serde_json::json!(["part", "main"]), "what is violated is first");
    browser.run(&column.replace("COLUMN", "function"));
    assert_eq!(browser.run(rows), serde_json::json!(["main", "part"]));
    // By keyboard: help and back, search and back, the first finding, its page.
    let (enter, escape) = ("\u{E007}", "\u{E00C}");
    browser.press("?");
    assert_eq!(browser.run("return document.getElementById('help').open"), true);
    browser.press(escape);
    browser.press("/");
    assert_eq!(browser.run("return document.activeElement.id"), "search");
    browser.press(escape);
    browser.press("j");
    browser.press(enter);
    let is_there = "return location.hash === '#L2-division' && document.querySelector(location.hash).open";
    assert_eq!(browser.run(is_there), true);
    assert_eq!(browser.run("return document.title"), NAME, "no script of the program has run");
    assert_eq!(browser.run("return document.querySelectorAll('script').length"), 1);
    assert_eq!(browser.run(fits), true);
    // No mark covers the code.
    let covered = "return [...document.querySelectorAll('.row')].some((row) => row.querySelector('.marks').getBoundingClientRect().right > row.querySelector('code').getBoundingClientRect().left + 1)";
    assert_eq!(browser.run(covered), false);
    for (scheme, is_dark) in [("dark", true), ("light", false)] {
        browser.scheme(scheme);
        let back = "return getComputedStyle(document.body).backgroundColor === 'rgb(21, 23, 26)'";
        assert_eq!(browser.run(back), is_dark, "{scheme}");
    }
    // What is proved is shown where a link goes to it.
    browser.run("location.hash = document.querySelector('.finding[hidden]').id");
    assert_eq!(browser.run("return document.querySelector(location.hash).hidden"), false);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}
