//! The variables of a frame, and what the client may open of them.
//!
//! Invariant: a number that the client has for a part is good until the run moves, and an old one is an error. Why numbers and not names: two
//! variables of a function may have one name.

use super::player::Player;
use super::values::{Located, Looking, PARTS};
use cairn_interp::Pointee;
use cairn_ir::{VarId, VarKind};
use cairn_verify::{Violation, is_users};
use serde_json::{Value, json};

/// Referent of a number of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    Locals(usize),
    Globals,
    Input,
    Parts(Located),
}

/// The numbers that were given out since the run moved.
#[derive(Default)]
pub struct OpenedParts {
    all: Vec<Opened>,
    /// Numbers that were given out before.
    before: u64,
    has_moved: bool,
}

impl OpenedParts {
    /// Whether the run has not moved yet.
    pub fn is_new(&self) -> bool {
        !self.has_moved
    }

    /// Whether the parts of what was opened have numbers.
    pub fn is_indexed(&self, what: Opened, player: &Player<'_, '_>) -> bool {
        let looking = Looking { run: player.run(), program: player.program() };
        matches!(what, Opened::Parts(at) if looking.is_indexed(at.ty))
    }

    pub fn forget(&mut self) {
        self.has_moved = true;
        self.before += self.all.len() as u64;
        self.all.clear();
    }

    pub fn number(&mut self, what: Opened) -> u64 {
        self.all.push(what);
        self.before + self.all.len() as u64
    }

    pub fn get(&self, number: u64) -> Option<Opened> {
        let index = number.checked_sub(self.before + 1)?;
        self.all.get(usize::try_from(index).ok()?).copied()
    }

    /// An object as the client is told of it.
    pub fn shown(&mut self, looking: &Looking<'_, '_, '_>, name: &str, at: Located) -> Value {
        let mut shown = json!({ "name": name, "value": looking.text(at), "type": looking.type_text(at.ty), "variablesReference": 0 });
        let count = looking.count(at);
        if count > 0 {
            shown["variablesReference"] = self.number(Opened::Parts(at)).into();
            if looking.is_indexed(at.ty) {
                shown["indexedVariables"] = count.into();
            }
        }
        shown
    }
}

/// The variables that are seen in a frame, by name: those of the frame, or with `None` those of the whole program.
pub fn variables(player: &Player<'_, '_>, frame: Option<usize>) -> Vec<(String, Located)> {
    let (program, run) = (player.program(), player.run());
    let function = frame.and_then(|frame| run.function(frame));
    let is_seen = |var: &VarId| {
        let var = &program.vars[*var];
        let is_written = matches!(var.kind, VarKind::Static | VarKind::Param(_) | VarKind::Local);
        // What the front end makes up has a name that no variable of C can have.
        let is_named = var.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !var.name.contains('#');
        is_written
            && is_named
            && var.function == function
            && (frame.is_none() || function.is_some())
            && (frame.is_some() || is_users(program, var.span))
    };
    let one = |var: VarId| {
        let address = run.address_of(frame.unwrap_or(0), var)?;
        let ty = program.vars[var].ty;
        let is_there =
            matches!(run.pointee(address), Pointee::Object(object) if object.live && object.address == address);
        is_there.then(|| (program.vars[var].name.clone(), Located { address, ty, bits: None }))
    };
    program.vars.ids().filter(is_seen).filter_map(one).collect()
}

pub fn scopes(opened: &mut OpenedParts, frame: usize) -> Value {
    let mut one = |name: &str, hint: Option<&str>, what: Opened| {
        let mut scope = json!({ "name": name, "variablesReference": opened.number(what), "expensive": false });
        if let Some(hint) = hint {
            scope["presentationHint"] = hint.into();
        }
        scope
    };
    let locals = one("Locals", Some("locals"), Opened::Locals(frame));
    let globals = one("Globals", Some("globals"), Opened::Globals);
    let input = one("Input", None, Opened::Input);
    json!({ "scopes": [locals, globals, input] })
}

/// Rows of a number of the client.
pub fn rows(
    opened: &mut OpenedParts,
    player: &Player<'_, '_>,
    violation: &Violation,
    what: Opened,
    range: (u64, Option<u64>),
) -> Vec<Value> {
    let looking = Looking { run: player.run(), program: player.program() };
    let all = match what {
        Opened::Locals(frame) => variables(player, Some(frame)),
        Opened::Globals => variables(player, None),
        Opened::Input => return given(violation),
        Opened::Parts(at) => {
            let (from, most) = (range.0, range.1.unwrap_or(PARTS).min(10 * PARTS));
            let mut rows: Vec<Value> =
                looking.parts(at, from, most).iter().map(|(name, part)| opened.shown(&looking, name, *part)).collect();
            let left = looking.count(at).saturating_sub(from.saturating_add(rows.len() as u64));
            if range.1.is_none() && left > 0 {
                rows.push(row("…", &format!("{left} more")));
            }
            return rows;
        }
    };
    all.iter().map(|(name, at)| opened.shown(&looking, name, *at)).collect()
}

fn row(name: &str, value: &str) -> Value {
    json!({ "name": name, "value": value, "variablesReference": 0 })
}

fn given(violation: &Violation) -> Vec<Value> {
    let mut rows = Vec::new();
    let text = |bytes: &[u8]| format!("\"{}\"", bytes.escape_ascii());
    if let Some(given) = &violation.given {
        rows.push(row("command line", &crate::report::command_line::line(given)));
        rows.extend(given.arguments.iter().enumerate().map(|(at, word)| row(&format!("argv[{at}]"), &text(word))));
        rows.push(row("standard input", &text(&given.input)));
        rows.extend(given.environment.iter().map(|entry| row("environment", &text(entry))));
        rows.extend(given.files.iter().map(|(name, content)| row(&format!("file {}", text(name)), &text(content))));
    }
    rows.extend(
        violation.inputs.iter().enumerate().map(|(at, (who, value))| row(&format!("{}: {who}", at + 1), value)),
    );
    rows.extend(violation.assumptions.iter().map(|text| row("assumption", text)));
    rows
}
