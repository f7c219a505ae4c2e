//! Servers and workers on loopback, which end with the test, however it ends.

#![allow(dead_code)] // Each test binary uses a part.

use crate::cairn::{Folder, command};
use cairn_tools::{Tool, needs};
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
    address: String,
    port: u16,
    store: PathBuf,
    more: Vec<String>,
    environment: Vec<(String, String)>,
}

/// Waits until something is so; the test fails when it never is.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(300), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Nats {
    /// A server with further arguments; `None` where the program is not installed.
    pub fn start(folder: &Folder, more: &[&str]) -> Option<Self> {
        Self::start_at("127.0.0.1", folder, more, &[])
    }

    /// A server at an address of this machine, with variables of the environment.
    pub fn start_at(address: &str, folder: &Folder, more: &[&str], environment: &[(&str, &str)]) -> Option<Self> {
        if !needs(Tool::NatsServer) {
            return None;
        }
        let port = TcpListener::bind((address, 0)).unwrap().local_addr().unwrap().port();
        let more = more.iter().map(|argument| (*argument).to_owned()).collect();
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let (address, environment) = (address.to_owned(), environment.iter().map(owned).collect());
        let mut server = Self { process: None, address, port, store: folder.path("store"), more, environment };
        server.up();
        Some(server)
    }

    /// Starts it (again), with what it has on disk.
    pub fn up(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", &self.address, "-p", &self.port.to_string(), "-sd"]).arg(&self.store).args(&self.more);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        self.process = Some(Process(process));
        until("a server", || TcpStream::connect((self.address.as_str(), self.port)).is_ok());
    }

    /// kill -9.
    pub fn down(&mut self) {
        self.process.take().unwrap().kill();
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://{}:{}", self.address, self.port)
    }

    /// Its address for those who ask for TLS.
    pub fn tls(&self) -> String {
        format!("tls://{}:{}", self.address, self.port)
    }

    /// The runs that it has logs of.
    pub fn runs(&self) -> Vec<String> {
        let folder = self.store.join("jetstream").join("$G").join("streams");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_prefix("cairn-")?.to_owned())).collect()
    }

    /// Writes a message, as anybody can.
    pub fn write(&self, subject: &str, payload: &[u8]) {
        let mut stream = TcpStream::connect((self.address.as_str(), self.port)).unwrap();
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
    worker_as(command(folder), folder, url, name, more)
}

/// A worker whose command is begun already.
pub fn worker_as(mut command: Command, folder: &Folder, url: &str, name: &str, more: &[&str]) -> Process {
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
