//! `cairn lsp` as a client has it: what is opened and edited is checked, whatever is on the disk, and answered at its places.

use crate::cairn;

use cairn::{Folder, command};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// On the disk there is another text: what counts is what the editor has.
const ON_DISK: &[u8] = b"int main(void) { return 0; }\n";
const HEADER: &[u8] = b"extern int __VERIFIER_nondet_int(void);\n#define SIZE 10\n";
const FAULT: &str = "#include \"values.h\"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int table[SIZE] = {0};
  if (x < 0 || x > SIZE) return 0;
  return /* \u{1d11e} */ table[x];
}
";
const FUNCTIONS: &str = "int half(int a, int b)
{
  return a / b;
}
int one(unsigned i)
{
  int t[2] = {1, 1};
  return t[i % 2];
}
";

/// A client that says one thing after the other.
struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    requests: i64,
}

impl Client {
    fn new(folder: &Folder, options: Value) -> Self {
        let mut server =
            command(folder).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("cairn runs");
        let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        let mut this = Self { server, to, from, requests: 0 };
        let capabilities = json!({ "window": { "workDoneProgress": true } });
        let answer = this.ask(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options }),
        );
        assert_eq!(answer["serverInfo"]["name"], "cairn");
        assert!(answer["capabilities"]["codeLensProvider"].is_object(), "{answer}");
        this.notify("initialized", json!({}));
        this
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().expect("the client has not ended");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        to.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The next message of the server.
    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.next();
            if message["id"] == id && message["method"].is_null() {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].take();
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn edit(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics of a file when the check of this version is over, and how often there were some before.
    fn checked(&mut self, uri: &str, version: i32) -> (Vec<Value>, usize) {
        let (mut is_over, mut before) = (false, 0);
        loop {
            let message = self.next();
            let params = &message["params"];
            match message["method"].as_str() {
                Some("$/progress") => {
                    is_over = params["value"]["kind"] == "end" && params["value"]["message"] != "cancelled"
                }
                Some("textDocument/publishDiagnostics") if params["uri"] == uri && params["version"] == version => {
                    if is_over {
                        return (params["diagnostics"].as_array().unwrap().clone(), before);
                    }
                    before += 1;
                }
                _ => {}
            }
        }
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.to = None;
        assert!(self.server.wait().unwrap().success());
    }
}

fn uri(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path(name).display())
}

fn of(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

#[test]
fn a_fault_is_shown_until_it_is_mended() {
    let folder = Folder::new(&[("a.c", ON_DISK), ("values.h", HEADER)]);
    let file = uri(&folder, "a.c");
    let mut client = Client::new(&folder, json!({ "timeLimit": "60s" }));
    client.open(&file, FAULT);
    let (found, before) = client.checked(&file, 1);
    assert!(before > 0, "the first table is sent");
    let [fault] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&fault["severity"], &fault["code"], &fault["source"]),
        (&json!(1), &json!("array-index"), &json!("cairn"))
    );
    assert_eq!(fault["range"]["start"], json!({ "line": 5, "character": 2 }));
    let message = fault["message"].as_str().unwrap();
    assert!(message.starts_with("violated: array-index in main") && message.contains("= 10"), "{message}");
    let steps = fault["relatedInformation"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["location"]["uri"] == file.as_str()), "{steps:?}");
    assert!(steps.iter().any(|step| step["message"].as_str().unwrap().contains("[x = 10]")), "{steps:?}");
    let lenses = client.ask("textDocument/codeLens", of(&file));
    assert_eq!(lenses[0]["range"]["start"]["line"], 1);
    assert_eq!(lenses[0]["command"]["title"], "1 proved, 1 violated");
    let mut at = of(&file);
    at["position"] = json!({ "line": 5, "character": 0 });
    let shown = client.ask("textDocument/hover", at);
    let shown = shown["contents"]["value"].as_str().unwrap();
    assert!(shown.starts_with("```text\nviolated: ") && shown.contains("proved by"), "{shown}");

    client.edit(&file, 2, &FAULT.replace("x > SIZE", "x >= SIZE"));
    let (found, _) = client.checked(&file, 2);
    assert_eq!(found, Vec::<Value>::new());
    let lenses = client.ask("textDocument/codeLens", of(&file));
    assert_eq!(lenses[0]["command"]["title"], "1 proved");
    let mut at = of(&file);
    at["position"] = json!({ "line": 5, "character": 20 });
    let shown = client.ask("textDocument/hover", at);
    assert!(shown["contents"]["value"].as_str().unwrap().contains("proved by"), "{shown}");
    // The range of the variable where the cursor rests.
    let mut at = of(&file);
    at["position"] = json!({ "line": 5, "character": 24 });
    let shown = client.ask("textDocument/hover", at);
    assert!(shown["contents"]["value"].as_str().unwrap().starts_with("`x` is 0 to 9 on this line."), "{shown}");

    client.edit(&file, 3, &FAULT.replace("x > SIZE", "x > "));
    let (found, _) = client.checked(&file, 3);
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]["start"]["line"]),
        (&json!("not-checked"), &json!(4)),
        "{found:?}"
    );
    assert_eq!(folder.read("a.c").as_bytes(), ON_DISK);
    client.end();
}

#[test]
fn what_is_open_is_shown_where_it_is_asked_for() {
    let open = "int main(int argc, char **argv) { int n = argc; __asm__(\"nop\" : \"+r\"(n)); return 5 / n; }\n";
    let folder = Folder::new(&[]);
    let file = uri(&folder, "a.c");
    for (unknown, severities) in [(false, &[][..]), (true, &[json!(3)])] {
        let options = json!({ "timeLimit": "2s", "unknown": unknown, "arguments": ["--check", "division"] });
        let mut client = Client::new(&folder, options);
        client.open(&file, open);
        let (found, _) = client.checked(&file, 1);
        let found: Vec<&Value> = found.iter().map(|one| &one["severity"]).collect();
        assert_eq!(found, severities.iter().collect::<Vec<_>>());
        let lenses = client.ask("textDocument/codeLens", of(&file));
        assert_eq!(lenses[0]["command"]["title"], "1 open");
        client.end();
    }
}

#[test]
fn functions_are_checked_by_themselves_and_needs_can_be_inserted() {
    let folder = Folder::new(&[]);
    let file = uri(&folder, "b.c");
    let mut client =
        Client::new(&folder, json!({ "timeLimit": "60s", "arguments": ["--check", "division,array-index"] }));
    client.open(&file, FUNCTIONS);
    let (found, _) = client.checked(&file, 1);
    let [need] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&need["severity"], &need["code"], &need["range"]["start"]["line"]),
        (&json!(2), &json!("division"), &json!(2))
    );
    let lenses = client.ask("textDocument/codeLens", of(&file));
    let titles: Vec<&str> =
        lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["1 with needs of callers", "1 proved"]);
    let mut asked = of(&file);
    (asked["range"], asked["context"]) = (need["range"].clone(), json!({ "diagnostics": [need] }));
    let actions = client.ask("textDocument/codeAction", asked);
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 0, "character": 22 }), "{actions}");
    let clause = edit["newText"].as_str().unwrap();
    assert_eq!(clause, " __CPROVER_requires(b != 0)");

    client.edit(&file, 2, &FUNCTIONS.replace("int b)", &format!("int b){clause}")));
    let (found, _) = client.checked(&file, 2);
    assert_eq!(found, Vec::<Value>::new());
    client.end();
}

#[test]
fn rows_in_linked_files_are_shown_there_until_those_are_open() {
    let main = "int pick(int i);\nint main(void) { return pick(LAST); }\n";
    let pick = "int t[4];\nint pick(int i) { return t[i]; }\n";
    let folder = Folder::new(&[("main.c", main.as_bytes()), ("pick.c", pick.as_bytes())]);
    std::fs::create_dir(folder.path("build")).unwrap();
    let list = json!([
        { "directory": folder.path("build"), "file": "../main.c", "arguments": ["cc", "-DLAST=4", "-c", "../main.c"] },
        { "directory": folder.path("build"), "file": "../pick.c", "arguments": ["cc", "-c", "../pick.c"] },
    ]);
    std::fs::write(folder.path("build/compile_commands.json"), list.to_string()).unwrap();
    let (file, other) = (uri(&folder, "main.c"), uri(&folder, "pick.c"));
    let mut client = Client::new(&folder, json!({ "timeLimit": "60s", "arguments": ["--check", "array-index"] }));
    client.open(&file, main);
    loop {
        let message = client.next();
        let shown = &message["params"]["diagnostics"][0];
        if message["params"]["uri"] == other.as_str() && shown["severity"] == 1 {
            assert_eq!(shown["range"]["start"], json!({ "line": 1, "character": 18 }), "{message}");
            break;
        }
    }
    client.open(&other, pick);
    let (found, _) = client.checked(&other, 1);
    assert_eq!((found.len(), &found[0]["severity"]), (1, &json!(2)), "{found:?}");
    client.end();
}

#[test]
fn what_cannot_be_used_is_said_and_the_server_goes_on() {
    let folder = Folder::new(&[("a.c", ON_DISK)]);
    let file = uri(&folder, "a.c");
    let mut client = Client::new(&folder, json!({ "timeLimit": "soon", "colour": 1 }));
    let shown = [client.next(), client.next()].map(|message| message["params"]["message"].as_str().unwrap().to_owned());
    assert!(shown.iter().any(|text| text.contains("timeLimit")) && shown.iter().any(|text| text.contains("colour")));
    client.open("untitled:new", "int x;");
    client.notify("textDocument/didOpen", json!({}));
    client.open(&file, "int main(void) { return 0; }\n");
    assert_eq!(client.checked(&file, 1).0, Vec::<Value>::new());
    client.notify("textDocument/didClose", of(&file));
    client.end();
}

#[test]
fn a_client_that_exits_without_shutdown_is_told_by_the_exit_code() {
    let folder = Folder::new(&[]);
    let mut client = Client::new(&folder, json!({}));
    client.notify("exit", Value::Null);
    client.to = None;
    assert_eq!(client.server.wait().unwrap().code(), Some(1));
}
