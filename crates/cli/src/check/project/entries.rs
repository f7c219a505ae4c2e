//! What of a project is checked: its programs, each from `main`, and the functions with external linkage that no program reaches, each
//! with any arguments.
//!
//! A function is called by a harness (`cairn_harness`) that is written behind the text of its file, in memory. So what is found
//! of it is about the arguments that `cairn harness` writes: pointers to objects of a few elements that do not overlap, and not null.
//!
//! Invariant: an entry has all files that it can reach by names, as `cairn verify -p` links them.

use super::super::kept::KeptPlace;
use crate::exit::InputError;
use crate::inputs::InputSelection;
use crate::project::{Needs, Unit, needed};
use cairn_front_c::contracts;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_harness::{ArgumentSizes, HarnessPlace, HarnessRequest, ObjectStorage, TypedefNames};
use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Program};
use cairn_summaries::Key;
use std::collections::BTreeSet;
use std::path::Path;

/// The function in which the harness of a function begins.
const HARNESS: &str = "cairn_calls_it";
/// The file that places in a harness are in.
pub const HARNESS_FILE: &str = "<harness>";
/// How many objects a pointer of an argument points to.
pub const ELEMENTS: u64 = 3;
/// How many objects a pointer points to, and through how many pointers structures are filled, as in `cairn harness`.
const SIZES: ArgumentSizes =
    ArgumentSizes { elements: ELEMENTS, depth: 2, room: ObjectStorage::Static, globals: false };

/// Where executions begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckEntry {
    /// The unit, by its position.
    pub unit: usize,
    /// The function: `main` for a program.
    pub function: String,
    /// Its body is proved against its contract.
    pub is_proof: bool,
}

impl CheckEntry {
    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        self.function == "main" && !self.is_proof
    }

    /// What it is called.
    pub fn name(&self, units: &[Unit]) -> String {
        let contract = if self.is_proof { ", its contract" } else { "" };
        format!("{}: {}{contract}", units[self.unit].name, self.function)
    }
}

/// An entry, with all that it needs.
pub struct LinkedEntry {
    /// What it is.
    pub entry: CheckEntry,
    /// What it needs, or why that cannot be said.
    pub needs: Result<Needs, String>,
}

/// Which functions are entries beside programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Functions {
    /// None.
    None,
    /// With external linkage, where no program reaches them.
    Unreached,
    /// With external linkage.
    All,
}

/// All entries; with `contracts`, each function with a contract is one by itself.
pub fn all(units: &mut [Unit], functions: Functions, contracts: bool) -> Vec<LinkedEntry> {
    let mut linked = Vec::new();
    let mut reached: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut push = |units: &mut [Unit], unit: usize, function: &str, is_proof: bool| {
        let needs = needs(units, unit, function);
        let pieces = needs.iter().flat_map(|needs| needs.pieces.iter().copied()).collect::<Vec<_>>();
        linked.push(LinkedEntry { entry: CheckEntry { unit, function: function.to_owned(), is_proof }, needs });
        pieces
    };
    for at in programs(units) {
        let pieces = push(units, at, "main", false);
        if functions == Functions::Unreached {
            reached.extend(pieces.iter().map(|(unit, piece)| (*unit, units[*unit].pieces[*piece].name.clone())));
        }
    }
    for at in 0..units.len() {
        let is_meant = |piece: &&crate::project::Piece| piece.is_function && piece.is_external && piece.name != "main";
        let names: Vec<String> = units[at].pieces.iter().filter(is_meant).map(|piece| piece.name.clone()).collect();
        let is_open = |name: &String| functions != Functions::None && !reached.contains(&(at, name.clone()));
        for name in names.iter().filter(|name| is_open(name)) {
            push(units, at, name, false);
        }
        let promised = units[at].pieces.iter().filter(|piece| contracts && piece.is_function && piece.has_contract);
        let promised: Vec<String> = promised.map(|piece| piece.name.clone()).collect();
        for name in &promised {
            push(units, at, name, true);
        }
    }
    linked
}

/// Those that are named, FILE:FUNCTION or FUNCTION; all where none is.
///
/// # Errors
/// A name that there is not.
pub fn meant(linked: Vec<LinkedEntry>, units: &[Unit], names: &[String]) -> Result<Vec<LinkedEntry>, InputError> {
    let is = |one: &LinkedEntry, name: &str| {
        let (file, function) = name.rsplit_once(':').unwrap_or(("", name));
        one.entry.function == function && Path::new(&units[one.entry.unit].name).ends_with(file)
            || one.entry.function == name
    };
    if let Some(name) = names.iter().find(|name| !linked.iter().any(|one| is(one, name))) {
        return Err(InputError::new(format!("no function of the project that other files know is the entry '{name}'")));
    }
    let is_meant = |one: &LinkedEntry| names.is_empty() || names.iter().any(|name| is(one, name));
    Ok(linked.into_iter().filter(is_meant).collect())
}

/// Units with a `main` that other files know.
fn programs(units: &[Unit]) -> Vec<usize> {
    let is_main =
        |unit: &Unit| unit.pieces.iter().any(|piece| piece.name == "main" && piece.is_function && piece.is_external);
    (0..units.len()).filter(|at| is_main(&units[*at])).collect()
}

/// What an entry needs, by positions in the units as they are.
fn needs(units: &mut [Unit], at: usize, function: &str) -> Result<Needs, String> {
    // A function's own file comes first.
    units.swap(0, at);
    let found = needed(units, 1, function);
    units.swap(0, at);
    let back = |unit: usize| match unit {
        0 => at,
        unit if unit == at => 0,
        unit => unit,
    };
    found.map(|needs| Needs {
        units: needs.units.into_iter().map(back).collect(),
        pieces: needs.pieces.into_iter().map(|(unit, piece)| (back(unit), piece)).collect(),
    })
}

impl LinkedEntry {
    /// What is added to a key: the text of all that the entry can reach, without where it is.
    pub fn text_key(&self, units: &[Unit], mut key: Key) -> Option<Key> {
        let needs = self.needs.as_ref().ok()?;
        key = key.with(self.entry.name(units).as_bytes());
        for unit in &needs.units {
            key = key.with(units[*unit].name.as_bytes()).with(units[*unit].declarations.as_bytes());
        }
        for (unit, piece) in &needs.pieces {
            let piece = &units[*unit].pieces[*piece];
            key = key.with(piece.name.as_bytes()).with(piece.text.as_bytes());
        }
        Some(key)
    }

    /// Where the functions that it reaches begin.
    pub fn places(&self, units: &[Unit]) -> Vec<KeptPlace> {
        let pieces = self.needs.iter().flat_map(|needs| &needs.pieces);
        let functions = pieces.map(|(unit, piece)| (&units[*unit], &units[*unit].pieces[*piece]));
        functions
            .filter(|(_, piece)| piece.is_function)
            .map(|(unit, piece)| KeptPlace { file: unit.name.clone(), function: piece.name.clone(), line: piece.line })
            .collect()
    }

    /// The texts, the entry function, and what is wrong where there are none.
    ///
    /// # Errors
    /// It cannot be linked, is no C that is understood, or has a parameter for which no argument can be written.
    pub fn inputs(
        &self,
        units: &[Unit],
        wanted: &InputSelection,
        assumed: Option<&str>,
    ) -> Result<(Vec<Input>, String), String> {
        let needs = self.needs.as_ref().map_err(Clone::clone)?;
        let input = |unit: &Unit| Input { name: unit.name.clone(), text: unit.text.clone().into() };
        let own = &units[self.entry.unit];
        let others = needs.units.iter().filter(|unit| **unit != self.entry.unit).map(|unit| &units[*unit]);
        let mut inputs: Vec<Input> = std::iter::once(own).chain(others).map(input).collect();
        if self.entry.is_program() {
            return Ok((inputs, "main".to_owned()));
        }
        let (program, function) = self.compiled(units, &inputs, wanted)?;
        let names = TypedefNames::of(&own.name, &own.text);
        let asked = HarnessRequest {
            function,
            place: HarnessPlace::Behind(HARNESS),
            command: "",
            shape: ArgumentSizes { globals: self.entry.is_proof, ..SIZES },
            assumed,
        };
        let harness = cairn_harness::write(&program, &names, &asked)?;
        let text = format!("{}\n# 1 \"{HARNESS_FILE}\"\n{harness}", own.text);
        inputs[0] = Input { name: own.name.clone(), text: text.into() };
        Ok((inputs, HARNESS.to_owned()))
    }

    /// The program of a function, and the function in it.
    fn compiled(
        &self,
        units: &[Unit],
        inputs: &[Input],
        wanted: &InputSelection,
    ) -> Result<(Program, FunctionId), String> {
        let own = units[self.entry.unit].name.as_str();
        let name = match self.entry.is_proof {
            true => &contracts::proof_name(&self.entry.function),
            false => &self.entry.function,
        };
        let options = FrontEndOptions { entry: name.clone(), ..cairn_verify::front_options(&wanted.configuration) };
        let program = cairn_verify::compile(inputs, &options).map_err(|error| {
            let first = error.diagnostics.first();
            first.map_or_else(
                || "it is no C that is understood".to_owned(),
                |first| first.render(&error.sources).lines().next().unwrap_or_default().to_owned(),
            )
        })?;
        let is_meant = |of: &cairn_ir::Function| {
            of.name == *name && of.body.is_some() && program.sources.name_of(of.span) == Some(own)
        };
        let found = program.functions.iter_ids().find(|(_, of)| is_meant(of)).map(|(function, _)| function);
        let function = found.ok_or_else(|| format!("'{name}' has no body that is understood"))?;
        Ok((program, function))
    }

    /// The integer parameters of a function, each with whether it is signed.
    pub fn integers(&self, units: &[Unit], wanted: &InputSelection) -> Vec<(String, bool)> {
        let Ok(needs) = &self.needs else { return Vec::new() };
        let first = std::iter::once(self.entry.unit);
        let others = needs.units.iter().copied().filter(|unit| *unit != self.entry.unit);
        let input = |unit: usize| Input { name: units[unit].name.clone(), text: units[unit].text.clone().into() };
        let inputs: Vec<Input> = first.chain(others).map(input).collect();
        let Ok((program, function)) = self.compiled(units, &inputs, wanted) else { return Vec::new() };
        let integer = |param: &cairn_ir::VarId| {
            let variable = &program.vars[*param];
            match program.types.scalar(variable.ty) {
                Some(Scalar::Int { signed, bits: 32.. }) if !variable.name.is_empty() => {
                    Some((variable.name.clone(), signed))
                }
                _ => None,
            }
        };
        program.functions[function].params.iter().filter_map(integer).collect()
    }
}
