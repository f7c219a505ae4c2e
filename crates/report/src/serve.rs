//! The message page while the run goes on: a small server that only this machine reaches.
//!
//! It listens on the loopback address, and answers only requests that name it as their host: a page from elsewhere whose name
//! resolves to this machine learns nothing. It reads the log and changes nothing.

use crate::messages::{MessageSource, json_from, page};
use cairn_dss::Recorder;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use tiny_http::{Header, Method, Request, Response, Server};

/// A server that runs until it is dropped.
pub struct Serving {
    server: Arc<Server>,
    address: SocketAddr,
    thread: Option<JoinHandle<()>>,
}

impl Serving {
    /// Serves a log at a port of this machine; 0: one that is free.
    ///
    /// # Errors
    /// The port cannot be had.
    pub fn start(recorder: Recorder, port: u16) -> io::Result<Self> {
        let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(io::Error::other)?;
        let server = Arc::new(server);
        let address = server.server_addr().to_ip().ok_or_else(|| io::Error::other("no address of the internet"))?;
        let answering = server.clone();
        let body = move || {
            // A client that has gone is no error.
            answering.incoming_requests().for_each(|request| drop(answer(request, &recorder, address)));
        };
        let thread = std::thread::Builder::new().name("serve".to_owned()).spawn(body)?;
        Ok(Self { server, address, thread: Some(thread) })
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(request: Request, recorder: &Recorder, address: SocketAddr) -> io::Result<()> {
    let is_meant =
        |host: &str| [address.to_string(), format!("localhost:{}", address.port())].contains(&host.to_owned());
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    if !host.is_some_and(|host| is_meant(host.value.as_str())) {
        return request.respond(Response::from_string("asked for another host").with_status_code(403));
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("only GET").with_status_code(405));
    }
    let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
    let (kind, text) = match path {
        "/" => ("text/html; charset=utf-8", page(&recorder.log(), MessageSource::Live)),
        "/log.json" => {
            let first = query.strip_prefix("from=").and_then(|from| from.parse().ok()).unwrap_or(0);
            ("application/json", json_from(&recorder.log(), first))
        }
        _ => return request.respond(Response::from_string("not found").with_status_code(404)),
    };
    let mut response = Response::from_string(text);
    let headers = [("Content-Type", kind), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")];
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()) {
        response.add_header(header);
    }
    request.respond(response)
}
