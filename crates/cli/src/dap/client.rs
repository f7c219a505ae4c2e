//! The messages of the adapter to its client: answers and events, numbered.
//!
//! Invariant: each request has exactly one answer. A client that has gone is noticed where its messages are read, so writing never fails.

use super::wire;
use crate::exit::InputError;
use crossbeam_channel::{Receiver, unbounded};
use serde_json::{Value, json};
use std::io::{self, BufReader};
use std::thread::Builder;

pub struct ClientRequest {
    number: Value,
    pub command: String,
    pub arguments: Value,
}

impl ClientRequest {
    fn of(mut message: Value) -> Option<Self> {
        if message["type"] != "request" {
            return None;
        }
        let command = message["command"].as_str()?.to_owned();
        Some(Self { number: message["seq"].take(), command, arguments: message["arguments"].take() })
    }

    pub fn number_of(&self, name: &str) -> Option<u64> {
        self.arguments[name].as_u64()
    }
}

/// An answer to a request: its body, or why there is none.
pub type RequestAnswer = Result<Value, String>;

pub struct Client {
    sent: u64,
    /// Offset of the client's lines that begin with 0.
    pub first_line: u64,
    pub first_column: u64,
}

impl Client {
    /// The client at the other end of the standard streams, and what it asks.
    ///
    /// # Errors
    /// There is no thread.
    pub fn of_stdio() -> Result<(Self, Receiver<ClientRequest>), InputError> {
        let (send, messages) = unbounded();
        let listen = move || {
            let mut from = BufReader::new(io::stdin());
            while let Ok(Some(message)) = wire::read(&mut from) {
                if let Some(request) = ClientRequest::of(message)
                    && send.send(request).is_err()
                {
                    break;
                }
            }
        };
        let thread = Builder::new().name("client".to_owned()).spawn(listen);
        thread.map_err(|why| InputError::new(format!("the system gives no thread: {why}")))?;
        Ok((Self { sent: 0, first_line: 1, first_column: 1 }, messages))
    }

    pub fn answer(&mut self, request: &ClientRequest, answer: RequestAnswer) {
        let mut message = json!({ "type": "response", "request_seq": request.number, "command": request.command });
        message["success"] = answer.is_ok().into();
        match answer {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(why) => {
                let error = json!({ "id": 1, "format": "{why}", "variables": { "why": why }, "showUser": true });
                message["message"] = why.into();
                message["body"] = json!({ "error": error });
            }
        }
        self.send(message);
    }

    pub fn event(&mut self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    /// Has the client show a text: what Cairn says (`console`), or what the program prints (`stdout`, `stderr`).
    pub fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({ "category": category, "output": text }));
    }

    fn send(&mut self, mut message: Value) {
        self.sent += 1;
        message["seq"] = self.sent.into();
        let _ = wire::write(&mut io::stdout().lock(), &message);
    }
}
