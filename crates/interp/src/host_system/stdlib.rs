//! `<stdlib.h>`, `<math.h>` and what little there is of `<time.h>`: what each function does with its arguments.

use super::call::Call;
use super::random::Random;
use super::strerror::error_text;
use super::strtod::leading_double;
use super::{ABORTED, Host, errno};
use crate::undefined::{Fault, Res};

/// The item of `nl_langinfo` for the encoding, as glibc numbers it. A program that sets no locale, or has none in its environment, has that of C.
const CODESET: i32 = 14;

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// Functions of one argument. The system's own, so that they are what a compiled program calls.
const UNARY: &[(&str, Unary)] = &[
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("sinh", f64::sinh),
    ("cosh", f64::cosh),
    ("tanh", f64::tanh),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("log", f64::ln),
    ("log2", f64::log2),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("cbrt", f64::cbrt),
];

const BINARY: &[(&str, Binary)] = &[("atan2", f64::atan2), ("pow", f64::powf), ("hypot", f64::hypot)];

impl Host {
    /// Runs a function of these headers; `None` where it is none.
    pub(super) fn stdlib(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<Option<u128>> {
        if let Some((_, function)) = UNARY.iter().find(|(unary, _)| *unary == name) {
            return Ok(Some(u128::from(function(call.double()?).to_bits())));
        }
        if let Some((_, function)) = BINARY.iter().find(|(binary, _)| *binary == name) {
            let (x, y) = (call.double()?, call.double()?);
            return Ok(Some(u128::from(function(x, y).to_bits())));
        }
        let result = match name {
            "texts" => self.given_texts(call)?.len() as u128,
            "text size" => self.given_text(call)?.len() as u128 + 1,
            "text" => {
                let text = [self.given_text(call)?, vec![0]].concat();
                let to = call.size()?;
                call.put_bytes(to, &text)?;
                text.len() as u128
            }
            "exit" => {
                self.status = Some(call.int()? & 0xff);
                0
            }
            "abort" => {
                self.status = Some(ABORTED);
                0
            }
            "getenv" | "secure_getenv" => {
                let name = call.text()?;
                let found = self.environment.get(&name).cloned();
                let text = found.as_ref().map_or_else(|| "not set".to_owned(), |value| super::quoted(value));
                self.done.push((String::from_utf8_lossy(&name).into_owned(), text));
                match found {
                    Some(value) => self.text("the environment", &value, call)?,
                    None => {
                        self.missing.variables.insert(name);
                        0
                    }
                }
            }
            "setenv" => {
                let (name, value, replaces) = (call.text()?, call.text()?, call.int()? != 0);
                if name.is_empty() || name.contains(&b'=') {
                    return call.fail(errno::EINVAL, Some(u128::MAX));
                }
                if replaces || !self.environment.contains_key(&name) {
                    self.environment.insert(name, value);
                }
                0
            }
            "unsetenv" => {
                let name = call.text()?;
                if name.is_empty() || name.contains(&b'=') {
                    return call.fail(errno::EINVAL, Some(u128::MAX));
                }
                self.environment.remove(&name);
                0
            }
            "strerror" => {
                let text = error_text(call.int()?);
                self.text("strerror", text.as_bytes(), call)?
            }
            "atof" => {
                let text = call.text()?;
                u128::from(leading_double(&text).0.to_bits())
            }
            "strtod" | "strtof" => {
                let at = call.size()?;
                let end = call.size()?;
                let text = call.text_at(at)?;
                let (value, length, error) = leading_double(&text);
                if end != 0 {
                    let word = call.word() as usize;
                    call.store(end, u128::from(at + length as u64), word)?;
                }
                let short = single(&text[..length], value);
                let is_short_out = name == "strtof"
                    && (short.is_infinite() && value.is_finite() || !short.is_normal() && f64::from(short) != value)
                    && !value.is_nan();
                if error != 0 || is_short_out {
                    call.fail(errno::ERANGE, ())?;
                }
                if name == "strtod" { u128::from(value.to_bits()) } else { u128::from(short.to_bits()) }
            }
            "rand" | "random" => self.random.next() as u128,
            "srand" | "srandom" => {
                self.random = Random::seeded(call.int()? as u32);
                0
            }
            "time" => {
                let (to, word) = (call.size()?, call.word() as usize);
                if to != 0 {
                    call.store(to, 0, word)?;
                }
                0
            }
            "clock" => 0,
            "getuid" | "geteuid" | "getgid" | "getegid" => super::USER,
            // No signal ever comes, and what is set before is the default.
            "signal" => 0,
            // The terminal has no size, as there is none.
            "ioctl" => call.fail(errno::ENOTTY, u128::MAX)?,
            "fcntl" => 0,
            "nl_langinfo" => match call.int()? {
                CODESET => self.text("nl_langinfo", b"ANSI_X3.4-1968", call)?,
                _ => return Err(Box::new(Fault::Unsupported("'nl_langinfo' of anything but CODESET".to_owned()))),
            },
            "gmtime" | "localtime" => self.date(call, false)?,
            "gmtime_r" | "localtime_r" => self.date(call, true)?,
            "umask" => 0o022,
            "getpagesize" => 4096,
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    /// The arguments of `main`, or the entries of its environment.
    fn given_texts(&self, call: &mut Call<'_, '_, '_>) -> Res<&[Vec<u8>]> {
        Ok(if call.int()? == 0 { &self.arguments } else { &self.entries })
    }

    fn given_text(&self, call: &mut Call<'_, '_, '_>) -> Res<Vec<u8>> {
        let texts = self.given_texts(call)?;
        Ok(texts.get(call.size()? as usize).cloned().unwrap_or_default())
    }

    /// The address of a text that the library keeps.
    pub(super) fn text(&mut self, of: &'static str, text: &[u8], call: &mut Call<'_, '_, '_>) -> Res<u128> {
        if let Some(known) = self.texts.get(&(of, text.to_vec())) {
            return Ok(u128::from(*known));
        }
        let at = call.new_text_of_library(text)?;
        self.texts.insert((of, text.to_vec()), at);
        Ok(u128::from(at))
    }
}

/// The nearest `float`: of the text, where it is decimal, so that it is rounded once.
fn single(text: &[u8], value: f64) -> f32 {
    String::from_utf8_lossy(text).trim().parse().unwrap_or(value as f32)
}
