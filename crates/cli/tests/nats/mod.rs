//! Servers and workers on loopback, which end with the test, however it ends.

#![allow(dead_code)] // Each test binary uses a part.
#![allow(clippy::print_stderr)] // A test says what it leaves out.

use crate::cairn::{Folder, command};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that is killed at the end.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// kill -9, now.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// A NATS server with streams in a folder.
pub struct Nats {
    process: Option<Process>,
    port: u16,
    store: PathBuf,
    more: Vec<String>,
}

/// Waits until something is so; the test fails when it never is.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Nats {
    /// A server with further arguments; `None`, with a note, where the program is not installed.
    pub fn start(folder: &Folder, more: &[&str]) -> Option<Self> {
        if Command::new("nats-server").arg("--version").stdout(Stdio::null()).status().is_err() {
            eprintln!("note: nats-server is not installed: not tested");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let more = more.iter().map(|argument| (*argument).to_owned()).collect();
        let mut server = Self { process: None, port, store: folder.path("store"), more };
        server.up();
        Some(server)
    }

    /// Starts it (again), with what it has on disk.
    pub fn up(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(&self.store).args(&self.more);
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        self.process = Some(Process(process));
        until("a server", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// kill -9.
    pub fn down(&mut self) {
        self.process.take().unwrap().kill();
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The runs that it has logs of.
    pub fn runs(&self) -> Vec<String> {
        let folder = self.store.join("jetstream").join("$G").join("streams");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_prefix("cairn-")?.to_owned())).collect()
    }

    /// Writes a message, as anybody can.
    pub fn write(&self, subject: &str, payload: &[u8]) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(stream, "CONNECT {{\"verbose\":false}}\r\nPUB {subject} {}\r\n", payload.len()).unwrap();
        stream.write_all(payload).unwrap();
        stream.write_all(b"\r\nPING\r\n").unwrap();
        let mut answer = String::new();
        let mut byte = [0];
        while !answer.ends_with("PONG\r\n") && stream.read(&mut byte).unwrap() == 1 {
            answer.push(char::from(byte[0]));
        }
    }
}

/// A worker.
pub fn worker(folder: &Folder, url: &str, name: &str, more: &[&str]) -> Process {
    let mut command = command(folder);
    command.args(["worker", "--connect", url, "--name", name, "--jobs", "1"]).args(more);
    let log = std::fs::File::create(folder.path(&format!("{name}.log"))).unwrap();
    Process(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap())
}

/// A command whose output goes to files `NAME.out` and `NAME.err` of the folder.
pub fn begin(folder: &Folder, name: &str, arguments: &[&str]) -> Process {
    let file = |ending: &str| std::fs::File::create(folder.path(&format!("{name}.{ending}"))).unwrap();
    let mut command = command(folder);
    command.args(arguments).stdin(Stdio::null()).stdout(file("out")).stderr(file("err"));
    Process(command.spawn().unwrap())
}

/// Waits for its end: the exit code, the output and what it said beside.
pub fn end(folder: &Folder, name: &str, process: &mut Process) -> (i32, String, String) {
    let mut code = None;
    until(name, || {
        code = process.0.try_wait().unwrap();
        code.is_some()
    });
    let read = |ending: &str| folder.read(&format!("{name}.{ending}"));
    (code.and_then(|status| status.code()).unwrap_or(-1), read("out"), read("err"))
}
