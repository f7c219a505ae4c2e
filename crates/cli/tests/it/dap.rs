//! `cairn dap` as a debugger has it: the execution of a violation is played forward and backward, and shows the values of each moment.

use crate::cairn;

use cairn::{Folder, command};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// With 5, and no other limit, an element behind the last one is written.
const FAULT: &str = "extern int __VERIFIER_nondet_int(void);
int calls;
static int twice(int n)
{
  calls = calls + 1;
  return 2 * n;
}
int main(void)
{
  struct { int all[4]; int *last; } t;
  int limit = __VERIFIER_nondet_int();
  int i = 0;
  if (limit < 0 || limit > 5) {
    return 0;
  }
  while (i < limit) {
    int d = 1 + twice(i);
    t.all[i] = d;
    t.last = &t.all[i];
    i = i + 1;
  }
  return 0;
}
";
/// Lines of it.
const FIRST: u64 = 11;
const NOT_TAKEN: u64 = 14;
const CALL: u64 = 17;
const WRITE: u64 = 18;
const ADD: u64 = 20;

const ON_COMMAND_LINE: &str = "#include <stdio.h>
int main(int argc, char **argv)
{
  char text[4] = \"abc\";
  printf(\"%d\\n\", argc);
  if (argc > 1 && argv[1][0] == '-') {
    text[argc + 2] = 'x';
  }
  return text[0];
}
";

/// A debugger that says one thing after the other.
struct Debugger {
    adapter: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    requests: i64,
    /// Events that were not looked at yet.
    events: Vec<Value>,
}

impl Debugger {
    fn new(folder: &Folder) -> Self {
        let mut adapter =
            command(folder).arg("dap").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("cairn runs");
        let (to, from) = (adapter.stdin.take(), BufReader::new(adapter.stdout.take().unwrap()));
        let mut this = Self { adapter, to, from, requests: 0, events: Vec::new() };
        let can = this.ask("initialize", json!({ "adapterID": "cairn", "linesStartAt1": true }));
        assert_eq!((&can["supportsStepBack"], &can["supportsExceptionInfoRequest"]), (&json!(true), &json!(true)));
        this.event("initialized");
        this
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().expect("the client has not ended");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        to.flush().unwrap();
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the adapter has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The answer to a request, whatever it is.
    fn answer(&mut self, command: &str, arguments: Value) -> Value {
        self.requests += 1;
        let number = self.requests;
        self.send(&json!({ "seq": number, "type": "request", "command": command, "arguments": arguments }));
        loop {
            let message = self.next();
            if message["type"] == "response" {
                assert_eq!((&message["request_seq"], &message["command"]), (&json!(number), &json!(command)));
                return message;
            }
            self.events.push(message);
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let mut answer = self.answer(command, arguments);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].take()
    }

    /// Why a request has no answer.
    fn refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.answer(command, arguments);
        assert_eq!(answer["success"], false, "{answer}");
        answer["message"].as_str().unwrap().to_owned()
    }

    /// The next event of a kind.
    fn event(&mut self, kind: &str) -> Value {
        loop {
            let at = self.events.iter().position(|event| event["event"] == kind);
            if let Some(at) = at {
                return self.events.remove(at)["body"].take();
            }
            let message = self.next();
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// What was shown so far.
    fn output(&self) -> String {
        let shown = self.events.iter().filter(|event| event["event"] == "output");
        shown.map(|event| event["body"]["output"].as_str().unwrap()).collect()
    }

    /// Moves; why it stopped, in which function, and on which line.
    fn go(&mut self, command: &str) -> (String, String, u64) {
        self.ask(command, json!({ "threadId": 1 }));
        self.stopped()
    }

    fn stopped(&mut self) -> (String, String, u64) {
        let stopped = self.event("stopped");
        let stack = self.ask("stackTrace", json!({ "threadId": 1 }));
        let top = &stack["stackFrames"][0];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&stopped["reason"]), text(&top["name"]), top["line"].as_u64().unwrap())
    }

    fn value(&mut self, expression: &str) -> String {
        let found = self.ask("evaluate", json!({ "expression": expression, "context": "hover" }));
        found["result"].as_str().unwrap().to_owned()
    }

    /// The rows of a scope of the innermost frame.
    fn scope(&mut self, name: &str) -> Vec<Value> {
        let stack = self.ask("stackTrace", json!({ "threadId": 1 }));
        let scopes = self.ask("scopes", json!({ "frameId": stack["stackFrames"][0]["id"] }));
        let scope = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == name).unwrap().clone();
        self.rows(&scope)
    }

    fn rows(&mut self, of: &Value) -> Vec<Value> {
        let shown = self.ask("variables", json!({ "variablesReference": of["variablesReference"] }));
        shown["variables"].as_array().unwrap().clone()
    }

    fn end(mut self) {
        self.ask("disconnect", json!({}));
        self.to = None;
        assert!(self.adapter.wait().unwrap().success());
    }
}

fn row<'r>(rows: &'r [Value], name: &str) -> &'r Value {
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name} in {rows:?}"))
}

fn at(reason: &str, function: &str, line: u64) -> (String, String, u64) {
    (reason.to_owned(), function.to_owned(), line)
}

#[test]
fn an_execution_is_played_forward_and_backward() {
    let folder = Folder::new(&[("a.c", FAULT.as_bytes())]);
    let file = folder.path("a.c").display().to_string();
    let mut debugger = Debugger::new(&folder);
    assert!(debugger.refused("stackTrace", json!({ "threadId": 1 })).contains("no execution"));
    assert!(debugger.refused("launch", json!({ "program": file, "args": ["--no-such"] })).contains("--no-such"));
    let arguments = json!({ "program": file, "args": ["--check", "array-index"], "stopOnEntry": true });
    debugger.ask("launch", arguments);
    let lines = [json!({ "line": WRITE }), json!({ "line": NOT_TAKEN }), json!({ "line": 1 })];
    let set = debugger.ask("setBreakpoints", json!({ "source": { "path": file }, "breakpoints": lines }));
    assert_eq!(set["breakpoints"].as_array().unwrap().len(), 3);
    debugger.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    debugger.ask("configurationDone", Value::Null);
    assert_eq!(debugger.stopped(), at("entry", "main", FIRST));
    let verified: Vec<Value> = (0..3).map(|_| debugger.event("breakpoint")["breakpoint"].clone()).collect();
    assert_eq!(verified[0]["verified"], true);
    assert_eq!(verified[1]["message"], "the execution does not come to this line");
    assert_eq!(verified[2]["message"], "there is no operation on this line");
    assert_eq!(debugger.ask("threads", Value::Null)["threads"].as_array().unwrap().len(), 1);
    assert!(debugger.refused("exceptionInfo", json!({ "threadId": 1 })).contains("nothing is violated"));
    assert!(debugger.refused("no-such-request", Value::Null).contains("no-such-request"));

    // Forward to a breakpoint, twice, and back.
    assert_eq!(debugger.go("continue"), at("breakpoint", "main", WRITE));
    assert_eq!(
        (debugger.value("i"), debugger.value("d"), debugger.value("t.all[0]")),
        ("0".into(), "1".into(), "no value yet".into())
    );
    assert_eq!(debugger.go("continue"), at("breakpoint", "main", WRITE));
    assert_eq!(
        (debugger.value("i"), debugger.value("d"), debugger.value("calls")),
        ("1".into(), "3".into(), "2".into())
    );
    assert_eq!(debugger.value("*t.last"), "1");
    assert_eq!(debugger.go("next").2, WRITE + 1);
    assert_eq!(debugger.go("next"), at("step", "main", ADD));
    assert_eq!((debugger.value("i"), debugger.value("t.all[i]")), ("1".into(), "3".into()));
    debugger.go("next");
    assert_eq!(debugger.value("i"), "2");
    assert_eq!(debugger.go("stepBack"), at("step", "main", ADD));
    assert_eq!((debugger.value("i"), debugger.value("t.last")), ("1".into(), "&t.all[1]".into()));
    assert_eq!(debugger.go("reverseContinue"), at("breakpoint", "main", WRITE));
    assert_eq!((debugger.value("i"), debugger.value("t.last")), ("1".into(), "&t.all[0]".into()));

    // Into a call from its end, and out of it.
    assert_eq!(debugger.go("stepBack"), at("step", "main", CALL));
    assert_eq!((debugger.value("calls"), debugger.value("t.all[400000]")), ("1".into(), "in no living object".into()));
    assert_eq!(debugger.go("stepIn"), at("step", "twice", 5));
    assert_eq!(debugger.value("n"), "1");
    let stack = debugger.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!((&stack["totalFrames"], &stack["stackFrames"][1]["line"]), (&json!(2), &json!(CALL)));
    assert!(debugger.refused("evaluate", json!({ "expression": "limit" })).contains("'limit'"));
    assert_eq!(debugger.go("stepOut"), at("step", "main", CALL));
    assert_eq!(debugger.value("calls"), "2");
    assert_eq!(debugger.go("next"), at("step", "main", WRITE));

    // To the violation.
    let none = debugger.ask("setBreakpoints", json!({ "source": { "path": file }, "breakpoints": [] }));
    assert_eq!(none["breakpoints"], json!([]));
    assert_eq!(debugger.go("continue"), at("exception", "main", WRITE));
    let exception = debugger.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert_eq!((&exception["exceptionId"], &exception["breakMode"]), (&json!("array-index"), &json!("always")));
    assert!(exception["description"].as_str().unwrap().contains("t.all[i]"), "{exception}");
    let locals = debugger.scope("Locals");
    assert_eq!((&row(&locals, "i")["value"], &row(&locals, "i")["type"]), (&json!("4"), &json!("int")));
    let members = debugger.rows(&row(&locals, "t").clone());
    let elements = debugger.rows(&row(&members, "all").clone());
    let values: Vec<&str> = elements.iter().map(|element| element["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["1", "3", "5", "7"]);
    assert_eq!(row(&debugger.scope("Globals"), "calls")["value"], "5");
    assert_eq!(debugger.scope("Input")[0]["value"], "5");
    assert_eq!(debugger.go("continue"), at("exception", "main", WRITE));
    assert_eq!(debugger.go("reverseContinue"), at("entry", "main", FIRST));
    assert!(debugger.refused("variables", json!({ "variablesReference": 1 })).contains("another moment"));
    debugger.end();
}

#[test]
fn a_program_without_a_violation_is_not_played() {
    let folder = Folder::new(&[("a.c", FAULT.replace("limit > 5", "limit > 4").as_bytes())]);
    let mut debugger = Debugger::new(&folder);
    debugger.ask("launch", json!({ "program": folder.path("a.c"), "args": ["--check", "array-index"] }));
    debugger.ask("configurationDone", Value::Null);
    debugger.event("terminated");
    let said = debugger.output();
    assert!(said.contains("No violation was found") && said.contains("proved"), "{said}");
    debugger.end();
}

#[test]
fn a_program_is_played_with_the_command_line_that_violates_it() {
    let folder = Folder::new(&[("a.c", ON_COMMAND_LINE.as_bytes())]);
    let mut debugger = Debugger::new(&folder);
    let arguments = json!({ "program": folder.path("a.c"), "args": ["--check", "array-index"], "obligation": "a.c:7" });
    debugger.ask("launch", arguments);
    debugger.ask("configurationDone", Value::Null);
    assert_eq!(debugger.stopped(), at("exception", "main", 7));
    assert_eq!(debugger.value("text"), "\"abc\"");
    let given = debugger.scope("Input");
    assert!(row(&given, "argv[1]")["value"].as_str().unwrap().starts_with("\"-"), "{given:?}");
    let argc = debugger.value("argc");
    assert!(debugger.output().contains(&format!("{argc}\n")), "what it prints is shown");
    assert_eq!(debugger.go("stepBack").2, 6);
    assert_eq!(debugger.go("stepBack").2, 5);
    debugger.end();
}
