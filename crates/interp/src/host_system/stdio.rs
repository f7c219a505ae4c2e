//! `<stdio.h>` and the files of `<unistd.h>`: what each function does with its arguments.

use super::call::{Call, unsupported};
use super::files::Files;
use super::format::formatted;
use super::scan::{Bytes, Place, Text, scan};
use super::streams::{Mode, Streams, Target};
use super::strerror::error_text;
use super::{ABORTED, Host, Printed, errno};
use crate::undefined::{Misbehaviour, Res};
use cairn_ir::external::hosted_stream;

/// `EOF`, and the `-1` of every other function.
const MINUS_ONE: u128 = u128::MAX;

/// An open file as the bytes that `scanf` reads.
struct OfStream<'s> {
    streams: &'s mut Streams,
    files: &'s Files,
    number: usize,
}

impl Bytes for OfStream<'_> {
    fn next(&mut self) -> Option<u8> {
        self.streams.read(self.files, self.number)
    }
    fn back(&mut self, byte: u8) {
        self.streams.push_back(self.number, byte);
    }
    fn place(&mut self) -> Option<Place> {
        self.streams.place(self.number)
    }
}

fn number(value: i32) -> u128 {
    i128::from(value) as u128
}

impl Host {
    /// Runs a function of `<stdio.h>` or `<unistd.h>`; `None` where it is none.
    pub(super) fn stdio(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<Option<u128>> {
        let result = match name {
            "printf" | "vprintf" | "fprintf" | "vfprintf" | "dprintf" | "vdprintf" | "sprintf" | "vsprintf"
            | "snprintf" | "vsnprintf" | "asprintf" | "vasprintf" => self.printf(name, call)?,
            "scanf" | "vscanf" | "fscanf" | "vfscanf" | "sscanf" | "vsscanf" => self.scanf(name, call)?,
            "getchar" => self.get(0),
            "fgetc" | "getc" => {
                let stream = self.stream(call)?;
                self.get(stream)
            }
            "putchar" => {
                let byte = call.int()? as u8;
                self.put(call, 1, &[byte])?.map_or(MINUS_ONE, |()| u128::from(byte))
            }
            "fputc" | "putc" => {
                let (byte, stream) = (call.int()? as u8, self.stream(call)?);
                self.put(call, stream, &[byte])?.map_or(MINUS_ONE, |()| u128::from(byte))
            }
            "ungetc" => {
                let (byte, stream) = (call.int()?, self.stream(call)?);
                let done = byte != -1 && self.streams.push_back(stream, byte as u8);
                if done { u128::from(byte as u8) } else { MINUS_ONE }
            }
            "puts" => {
                let text = [call.text()?, b"\n".to_vec()].concat();
                self.put(call, 1, &text)?.map_or(MINUS_ONE, |()| text.len() as u128)
            }
            "fputs" => {
                let (text, stream) = (call.text()?, self.stream(call)?);
                self.put(call, stream, &text)?.map_or(MINUS_ONE, |()| 1)
            }
            "access" => {
                // What is there may be read, written and executed.
                let (path, _) = (call.text()?, call.int()?);
                match self.files.find(&path) {
                    Some(_) => 0,
                    None => {
                        self.missing.files.insert(path);
                        call.fail(errno::ENOENT, MINUS_ONE)?
                    }
                }
            }
            "perror" => {
                let (at, error) = (call.size()?, call.errno()?);
                let before = if at == 0 { Vec::new() } else { call.text_at(at)? };
                let colon: &[u8] = if before.is_empty() { b"" } else { b": " };
                let text = [&before, colon, error_text(error).as_bytes(), b"\n"].concat();
                self.put(call, 2, &text)?;
                0
            }
            "__assert_fail" => {
                let (what, file, line, function) = (call.text()?, call.text()?, call.int()?, call.text()?);
                let [what, file, function] =
                    [what, file, function].map(|text| String::from_utf8_lossy(&text).into_owned());
                let program = String::from_utf8_lossy(self.arguments.first().map_or(b"", Vec::as_slice));
                let text = format!("{program}: {file}:{line}: {function}: Assertion `{what}' failed.\n");
                self.status = Some(ABORTED);
                self.put(call, 2, text.as_bytes())?;
                0
            }
            "fgets" => self.fgets(call)?,
            "getline" => self.getline(call, false)?,
            "getdelim" => self.getline(call, true)?,
            "fread" => {
                let (to, size, count) = (call.size()?, call.size()?, call.size()?);
                let stream = self.stream(call)?;
                let bytes = self.take(stream, size.saturating_mul(count));
                call.put_bytes(to, &bytes)?;
                u128::from((bytes.len() as u64).checked_div(size).unwrap_or(0))
            }
            "fwrite" => {
                let (from, size, count) = (call.size()?, call.size()?, call.size()?);
                let stream = self.stream(call)?;
                let bytes = call.bytes(from, size.saturating_mul(count))?;
                let done = self.put(call, stream, &bytes)?;
                if size == 0 || done.is_none() { 0 } else { u128::from(count) }
            }
            "read" => {
                let (file, to, count) = (call.int()? as usize, call.size()?, call.size()?);
                match self.streams.get(file).is_some() {
                    true => {
                        let bytes = self.take(file, count);
                        call.put_bytes(to, &bytes)?;
                        bytes.len() as u128
                    }
                    false => call.fail(errno::EBADF, MINUS_ONE)?,
                }
            }
            "write" => {
                let (file, from, count) = (call.int()? as usize, call.size()?, call.size()?);
                let bytes = call.bytes(from, count)?;
                match self.put(call, file, &bytes)? {
                    Some(()) => u128::from(count),
                    None => MINUS_ONE,
                }
            }
            "fopen" => {
                let (path, mode) = (call.text()?, call.text()?);
                match Mode::of_text(&mode) {
                    Some(mode) => self.open(call, &path, mode)?.map_or(0, |file| self.pointer(call, file)),
                    None => call.fail(errno::EINVAL, 0)?,
                }
            }
            "open" => {
                let (path, flags) = (call.text()?, call.int()?);
                self.open(call, &path, Mode::of_flags(flags))?.map_or(MINUS_ONE, |file| file as u128)
            }
            "fdopen" => {
                let file = call.int()? as usize;
                match self.streams.get(file).is_some() {
                    true => self.pointer(call, file),
                    false => call.fail(errno::EBADF, 0)?,
                }
            }
            "freopen" => {
                let (at, mode) = (call.size()?, call.text()?);
                let stream = self.stream(call)?;
                if at == 0 {
                    return unsupported("'freopen' without a path");
                }
                let (path, mode) = (call.text_at(at)?, Mode::of_text(&mode).unwrap_or_default());
                match self.open(call, &path, mode)? {
                    Some(file) => {
                        self.streams.replace(stream, file);
                        self.pointer(call, stream)
                    }
                    None => 0,
                }
            }
            "fclose" => {
                let stream = self.stream(call)?;
                self.streams.close(stream);
                0
            }
            "close" => {
                let file = call.int()? as usize;
                if self.streams.close(file) { 0 } else { call.fail(errno::EBADF, MINUS_ONE)? }
            }
            "fflush" | "setvbuf" | "setbuf" | "setlinebuf" | "fsync" => 0,
            "feof" | "ferror" => {
                let stream = self.stream(call)?;
                let of = self.streams.get(stream);
                u128::from(of.is_some_and(|of| if name == "feof" { of.at_end } else { of.failed }))
            }
            "clearerr" | "rewind" => {
                let stream = self.stream(call)?;
                if name == "rewind" {
                    self.streams.seek(&self.files, stream, 0, 0);
                }
                if let Some(of) = self.streams.get(stream) {
                    (of.at_end, of.failed) = (false, false);
                }
                0
            }
            "fileno" => self.stream(call)? as u128,
            "fseek" | "fseeko" => {
                let (stream, offset, from) = (self.stream(call)?, call.long()?, call.int()?);
                let done = self.streams.seek(&self.files, stream, offset, from);
                if done { 0 } else { call.fail(errno::EINVAL, MINUS_ONE)? }
            }
            "ftell" | "ftello" => {
                let stream = self.stream(call)?;
                match self.streams.tell(stream) {
                    Some(at) => u128::from(at),
                    None => call.fail(errno::ESPIPE, MINUS_ONE)?,
                }
            }
            "lseek" => {
                let (file, offset, from) = (call.int()? as usize, call.long()?, call.int()?);
                let done = self.streams.seek(&self.files, file, offset, from);
                let at = self.streams.tell(file).filter(|_| done);
                at.map_or_else(|| call.fail(errno::EINVAL, MINUS_ONE), |at| Ok(u128::from(at)))?
            }
            "remove" | "unlink" => {
                let path = call.text()?;
                if self.files.remove(&path) { 0 } else { call.fail(errno::ENOENT, MINUS_ONE)? }
            }
            "rename" => {
                let (from, to) = (call.text()?, call.text()?);
                if self.files.rename(&from, &to) { 0 } else { call.fail(errno::ENOENT, MINUS_ONE)? }
            }
            "isatty" => call.fail(errno::ENOTTY, 0)?,
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// The number of the stream that the next argument points to. What is no open stream is undefined, as on a system.
    fn stream(&mut self, call: &mut Call<'_, '_, '_>) -> Res<usize> {
        let pointer = call.size()?;
        let first = hosted_stream(call.model(), 0);
        let identity = pointer.wrapping_sub(first) / 16;
        let found = self.streams.with_identity(identity);
        match found.filter(|_| pointer == hosted_stream(call.model(), identity)) {
            Some(number) => Ok(number),
            None if pointer == 0 => Err(Misbehaviour::NullDereference(0).into()),
            None => Err(Misbehaviour::UseAfterFree(pointer).into()),
        }
    }

    fn pointer(&self, call: &Call<'_, '_, '_>, file: usize) -> u128 {
        u128::from(hosted_stream(call.model(), self.streams.identity(file)))
    }

    fn get(&mut self, stream: usize) -> u128 {
        self.streams.read(&self.files, stream).map_or(MINUS_ONE, u128::from)
    }

    fn take(&mut self, stream: usize, most: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < most
            && let Some(byte) = self.streams.read(&self.files, stream)
        {
            bytes.push(byte);
        }
        bytes
    }

    /// Writes; `None` and errno where that fails.
    fn put(&mut self, call: &mut Call<'_, '_, '_>, stream: usize, bytes: &[u8]) -> Res<Option<()>> {
        let target = self.streams.get(stream).map(|stream| stream.target);
        if matches!(target, Some(Target::Out | Target::Err)) {
            self.printed.extend(bytes);
        }
        match target {
            Some(Target::Out) => call.print(Printed::Out, bytes),
            Some(Target::Err) => call.print(Printed::Err, bytes),
            Some(Target::File(_)) if self.streams.write(&mut self.files, stream, bytes) => {}
            _ => return call.fail(errno::EBADF, None),
        }
        Ok(Some(()))
    }

    fn open(&mut self, call: &mut Call<'_, '_, '_>, path: &[u8], mode: Mode) -> Res<Option<usize>> {
        match self.streams.open(&mut self.files, path, mode) {
            Ok(file) => {
                if mode.creates {
                    self.missing.made.insert(path.to_vec());
                }
                self.done.push((super::quoted(path), "opened".to_owned()));
                Ok(Some(file))
            }
            Err(error) => {
                if error == errno::ENOENT {
                    self.missing.files.insert(path.to_vec());
                }
                self.done.push((super::quoted(path), "not there, or no file".to_owned()));
                call.fail(error, None)
            }
        }
    }

    fn printf(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<u128> {
        let (list, plain) = match name.strip_prefix('v') {
            Some(plain) => (true, plain),
            None => (false, name),
        };
        let (mut stream, mut to, mut room) = (1, 0, u64::MAX);
        match plain {
            "fprintf" => stream = self.stream(call)?,
            "dprintf" => stream = call.int()? as usize,
            "sprintf" | "asprintf" => to = call.size()?,
            "snprintf" => (to, room) = (call.size()?, call.size()?),
            _ => {}
        }
        let format = call.text()?;
        if list {
            call.follow_list()?;
        }
        let text = formatted(call, &format)?;
        match plain {
            "sprintf" | "snprintf" => {
                if room > 0 {
                    let kept = (text.len() as u64).min(room - 1);
                    call.put_bytes(to, &text[..kept as usize])?;
                    call.store(to + kept, 0, 1)?;
                }
            }
            "asprintf" => {
                let (at, word) = (call.new_text(&text)?, call.word());
                call.store(to, u128::from(at), word as usize)?;
            }
            _ => {
                if self.put(call, stream, &text)?.is_none() {
                    return Ok(MINUS_ONE);
                }
            }
        }
        Ok(text.len() as u128)
    }

    fn scanf(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<u128> {
        let (list, plain) = match name.strip_prefix('v') {
            Some(plain) => (true, plain),
            None => (false, name),
        };
        let stream = if plain == "fscanf" { self.stream(call)? } else { 0 };
        let text = match plain {
            "sscanf" => {
                let address = call.size()?;
                Some(Text { bytes: call.text_at(address)?, at: 0, address })
            }
            _ => None,
        };
        let format = call.text()?;
        if list {
            call.follow_list()?;
        }
        let done = match text {
            Some(mut text) => scan(call, &format, &mut text)?,
            None => {
                let from = &mut OfStream { streams: &mut self.streams, files: &self.files, number: stream };
                scan(call, &format, from)?
            }
        };
        Ok(number(done))
    }

    fn fgets(&mut self, call: &mut Call<'_, '_, '_>) -> Res<u128> {
        let (to, size) = (call.size()?, call.int()?);
        let stream = self.stream(call)?;
        let Some(room) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else { return Ok(0) };
        let line = self.line(stream, b'\n', room);
        if line.is_empty() && room > 0 {
            return Ok(0);
        }
        call.put_bytes(to, &line)?;
        call.store(to + line.len() as u64, 0, 1)?;
        Ok(u128::from(to))
    }

    fn line(&mut self, stream: usize, end: u8, room: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while line.len() < room
            && let Some(byte) = self.streams.read(&self.files, stream)
        {
            line.push(byte);
            if byte == end {
                break;
            }
        }
        line
    }

    fn getline(&mut self, call: &mut Call<'_, '_, '_>, delimited: bool) -> Res<u128> {
        let (at, size) = (call.size()?, call.size()?);
        let end = if delimited { call.int()? as u8 } else { b'\n' };
        let stream = self.stream(call)?;
        let word = call.word() as usize;
        let (mut buffer, room) = (call.load(at, word)? as u64, call.load(size, word)? as u64);
        let line = self.line(stream, end, usize::MAX);
        let needed = line.len() as u64 + 1;
        if buffer == 0 || room < needed {
            let room = needed.max(120).max(if buffer == 0 { 0 } else { 2 * room });
            buffer = call.reallocate(buffer, room)?;
            call.store(at, u128::from(buffer), word)?;
            call.store(size, u128::from(room), word)?;
        }
        if line.is_empty() {
            return Ok(MINUS_ONE);
        }
        call.put_bytes(buffer, &line)?;
        call.store(buffer + line.len() as u64, 0, 1)?;
        Ok(line.len() as u128)
    }
}
