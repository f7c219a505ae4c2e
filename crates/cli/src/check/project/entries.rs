//! The entries of a project that are checked: its programs, each from `main`, and the functions with external linkage that
//! no program reaches, each with any arguments.
//!
//! A function is called by a harness (`cairn_harness`) that is written behind the text of its file, in memory. So what is found
//! of it is about the arguments that `cairn harness --any-caller` writes (docs/design/callers.md), behind calls of the functions of its file that get
//! at the same static variables. A contract is proved with those of `cairn harness`.
//!
//! Invariant: an entry has all files that it can reach by names, as `cairn verify -p` links them.

use super::super::kept::KeptPlace;
use crate::exit::InputError;
use crate::inputs::InputSelection;
use crate::linked_files::{Needs, needed};
use crate::project::Unit;
use cairn_front_c::contracts;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_harness::clauses::CallerClause;
use cairn_harness::paths::AccessPath;
use cairn_harness::{ArgumentSizes, Callers, HarnessPlace, HarnessRequest, ObjectStorage, TypedefNames};
use cairn_ir::ExprKind;
use cairn_ir::types::Type;
use cairn_ir::{FunctionId, Program};
use cairn_summaries::Key;
pub use cairn_verify::HARNESS_FILE;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::Path;

/// The function in which the harness of a function begins.
const HARNESS: &str = "cairn_calls_it";
/// How many elements a pointer of an argument has at most, where they are numbers or structures of numbers.
pub const FLAT_ELEMENTS: u64 = 1000;
/// The same of others; and of all where nothing was shown with more.
pub const ELEMENTS: u64 = 3;
/// How many objects a pointer points to, and through how many pointers structures are filled.
const SIZES: ArgumentSizes = ArgumentSizes {
    callers: Callers::Any,
    elements: ELEMENTS,
    flat_elements: FLAT_ELEMENTS,
    depth: 2,
    room: ObjectStorage::Heap,
    globals: false,
};
/// A number that a program compares with, or the length of an array of it, is a bound for clauses up to this one.
const BOUND: u128 = 64;
/// So many bounds are tried, lengths and then numbers, the least first.
const BOUNDS: usize = 12;

/// Who calls a function that is checked by itself.
#[derive(Clone, Debug)]
pub struct Caller {
    /// How many elements a pointer to numbers has at most.
    pub flat_elements: u64,
    pub assumed: Vec<CallerClause>,
    /// Entries that may have been called before, each with what its callers ensure.
    pub before: Vec<(usize, Vec<CallerClause>)>,
    /// Static variables of its file have any value, and not what calls before leave there.
    pub any_statics: bool,
}

impl Caller {
    /// One of whom nothing is known.
    pub fn any() -> Self {
        Self { flat_elements: FLAT_ELEMENTS, assumed: Vec::new(), before: Vec::new(), any_statics: false }
    }
}

pub struct EntryProgram {
    pub inputs: Vec<Input>,
    /// The function in which executions begin.
    pub entry: String,
    /// Access paths of clauses about its caller.
    pub paths: Vec<AccessPath>,
    /// Lengths of arrays, and small numbers.
    pub bounds: BTreeSet<u64>,
    /// How many elements a pointer of an argument has at most, the fewest of all pointers; none where there is no such pointer.
    pub most: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckEntry {
    pub unit: usize,
    /// The function: `main` for a program.
    pub function: String,
    /// Its body is proved against its contract.
    pub is_proof: bool,
}

impl CheckEntry {
    pub fn is_program(&self) -> bool {
        self.function == "main" && !self.is_proof
    }

    pub fn name(&self, units: &[Unit]) -> String {
        let contract = if self.is_proof { ", its contract" } else { "" };
        format!("{}: {}{contract}", units[self.unit].name, self.function)
    }
}

/// An entry, with all that it needs.
pub struct LinkedEntry {
    pub entry: CheckEntry,
    /// Its needs, or why that cannot be said.
    pub needs: Result<Needs, String>,
    /// Functions of its file that get at the same static variables, itself among them; by their positions in the list of entries.
    pub before: Vec<usize>,
    /// It is checked, and not only there for what it leaves in static variables.
    pub is_checked: bool,
}

/// Which functions are entries beside programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Functions {
    /// None.
    None,
    /// With external linkage, where no program reaches them.
    Unreached,
    All,
}

/// All entries; with `contracts`, each function with a contract is one by itself. Whatever a program reaches can be called before others as well.
pub fn all(units: &mut [Unit], functions: Functions, contracts: bool) -> Vec<LinkedEntry> {
    let mut linked = Vec::new();
    let mut reached: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut push = |units: &mut [Unit], unit: usize, function: &str, is_proof: bool, is_checked: bool| {
        let needs = needs(units, unit, function);
        let pieces = needs.iter().flat_map(|needs| needs.pieces.iter().copied()).collect::<Vec<_>>();
        let entry = CheckEntry { unit, function: function.to_owned(), is_proof };
        linked.push(LinkedEntry { entry, needs, before: Vec::new(), is_checked });
        pieces
    };
    for at in programs(units) {
        let pieces = push(units, at, "main", false, true);
        if functions == Functions::Unreached {
            reached.extend(pieces.iter().map(|(unit, piece)| (*unit, units[*unit].pieces[*piece].name.clone())));
        }
    }
    for at in 0..units.len() {
        let is_meant = |piece: &&crate::project::Piece| piece.is_function && piece.is_external && piece.name != "main";
        let names: Vec<String> = units[at].pieces.iter().filter(is_meant).map(|piece| piece.name.clone()).collect();
        for name in names.iter().filter(|_| functions != Functions::None) {
            push(units, at, name, false, !reached.contains(&(at, name.clone())));
        }
        let promised = units[at].pieces.iter().filter(|piece| contracts && piece.is_function && piece.has_contract);
        let promised: Vec<String> = promised.map(|piece| piece.name.clone()).collect();
        for name in &promised {
            push(units, at, name, true, true);
        }
    }
    for (at, before) in sharing(&linked, units).into_iter().enumerate() {
        linked[at].before = before;
    }
    linked
}

/// For each entry the entries of the same file that get at static variables that it gets at, or that one of these does.
fn sharing(linked: &[LinkedEntry], units: &[Unit]) -> Vec<Vec<usize>> {
    let statics: Vec<BTreeSet<usize>> = linked.iter().map(|one| one.statics(units)).collect();
    let is_by_itself = |at: &usize| !linked[*at].entry.is_proof && !linked[*at].entry.is_program();
    let of = |at: usize| {
        let mut known = statics[at].clone();
        let mut others: Vec<usize> = (0..linked.len()).filter(is_by_itself).collect();
        others.retain(|other| linked[*other].entry.unit == linked[at].entry.unit);
        let mut sharing = BTreeSet::new();
        loop {
            let (more, rest): (Vec<usize>, Vec<usize>) =
                others.iter().partition(|other| !statics[**other].is_disjoint(&known));
            if more.is_empty() {
                return sharing.into_iter().collect();
            }
            known.extend(more.iter().flat_map(|other| &statics[*other]));
            sharing.extend(more);
            others = rest;
        }
    };
    (0..linked.len()).map(|at| if is_by_itself(&at) { of(at) } else { Vec::new() }).collect()
}

/// Has only those checked that are named, FILE:FUNCTION or FUNCTION; all where none is.
///
/// # Errors
/// A name that there is not.
pub fn choose(linked: &mut [LinkedEntry], units: &[Unit], names: &[String]) -> Result<(), InputError> {
    let is = |one: &LinkedEntry, name: &str| {
        let (file, function) = name.rsplit_once(':').unwrap_or(("", name));
        one.entry.function == function && Path::new(&units[one.entry.unit].name).ends_with(file)
            || one.entry.function == name
    };
    if let Some(name) = names.iter().find(|name| !linked.iter().any(|one| is(one, name))) {
        return Err(InputError::new(format!("no function of the project that other files know is the entry '{name}'")));
    }
    for one in linked {
        one.is_checked &= names.is_empty() || names.iter().any(|name| is(one, name));
    }
    Ok(())
}

/// Units with a `main` that other files know.
fn programs(units: &[Unit]) -> Vec<usize> {
    let is_main =
        |unit: &Unit| unit.pieces.iter().any(|piece| piece.name == "main" && piece.is_function && piece.is_external);
    (0..units.len()).filter(|at| is_main(&units[*at])).collect()
}

/// Needs of an entry, by positions in the units as they are.
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
    /// The pieces of its file that hold a value from call to call, as far as it can come to them: objects that are not constant, and functions with such an
    /// object of their own. By the text: more than there are.
    fn statics(&self, units: &[Unit]) -> BTreeSet<usize> {
        let Ok(needs) = &self.needs else { return BTreeSet::new() };
        let own = needs.pieces.iter().filter(|(unit, _)| *unit == self.entry.unit);
        let holds = |piece: &&usize| {
            let piece = &units[self.entry.unit].pieces[**piece];
            let words = |word: &str| {
                let words = piece.text.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.filter(|one| *one == word).count()
            };
            // `int of[static 16]` is about an argument.
            let in_arrays =
                piece.text.split('[').skip(1).filter(|rest| rest.trim_start().starts_with("static")).count();
            match piece.is_function {
                true => words("static") > in_arrays + usize::from(!piece.is_external),
                false => !piece.is_constant,
            }
        };
        own.map(|(_, piece)| piece).filter(holds).copied().collect()
    }

    /// Addition to a key: the text of all that the entry can reach, without where it is.
    pub fn text_key(&self, linked: &[LinkedEntry], units: &[Unit], mut key: Key) -> Option<Key> {
        let mut needs = self.needs.as_ref().ok()?.clone();
        for other in &self.before {
            let other = linked[*other].needs.as_ref().ok()?;
            needs.units.extend(&other.units);
            needs.pieces.extend(&other.pieces);
        }
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
}

/// The texts of an entry, and what is understood of them: compiled once, whichever callers it is checked with.
pub struct EntryTexts<'s> {
    one: &'s LinkedEntry,
    linked: &'s [LinkedEntry],
    units: &'s [Unit],
    wanted: &'s InputSelection,
    /// By itself, and behind calls of others.
    understood: [OnceCell<Result<UnderstoodEntry, String>>; 2],
}

/// The program of a function, before there is a harness.
struct UnderstoodEntry {
    inputs: Vec<Input>,
    /// Other functions of its file are in it, where these are called before.
    program: Program,
    function: FunctionId,
    /// The static variables that it can come to.
    statics: BTreeSet<String>,
    /// These are numbers.
    statics_are_numbers: bool,
    bounds: BTreeSet<u64>,
}

impl<'s> EntryTexts<'s> {
    /// Those of the entry at a position.
    pub fn new(at: usize, linked: &'s [LinkedEntry], units: &'s [Unit], wanted: &'s InputSelection) -> Self {
        Self { one: &linked[at], linked, units, wanted, understood: Default::default() }
    }

    /// The program of the entry; of a function by itself, with a harness.
    ///
    /// # Errors
    /// It cannot be linked, is no C that is understood, or has a parameter for which no argument can be written.
    pub fn program(&self, caller: &Caller) -> Result<EntryProgram, String> {
        let before: Vec<usize> = caller.before.iter().map(|(at, _)| *at).collect();
        if self.one.entry.is_program() {
            let (inputs, entry) = (self.inputs(&before)?, "main".to_owned());
            return Ok(EntryProgram { inputs, entry, paths: Vec::new(), bounds: BTreeSet::new(), most: None });
        }
        let understood = self.understood[usize::from(!before.is_empty())].get_or_init(|| self.understand(&before));
        let known = understood.as_ref().map_err(Clone::clone)?;
        let mut called = Vec::new();
        for (at, clauses) in &caller.before {
            called.push((self.function_of(&known.program, &self.linked[*at].entry.function)?, clauses.as_slice()));
        }
        let own = &self.units[self.one.entry.unit];
        let names = TypedefNames::of(&own.name, &own.text);
        let shape = match self.one.entry.is_proof {
            true => ArgumentSizes { callers: Callers::Regular, globals: true, room: ObjectStorage::Static, ..SIZES },
            false => ArgumentSizes { flat_elements: caller.flat_elements, globals: caller.any_statics, ..SIZES },
        };
        let asked = HarnessRequest {
            function: known.function,
            place: HarnessPlace::Behind(HARNESS),
            command: "",
            shape,
            assumed: &caller.assumed,
            before: &called,
            statics: &known.statics,
        };
        let harness = cairn_harness::write(&known.program, &names, &asked)?;
        let text = format!("{}\n# 1 \"{HARNESS_FILE}\"\n{}", own.text, harness.text);
        let mut inputs = known.inputs.clone();
        inputs[0] = Input { name: own.name.clone(), text: text.into() };
        let most = if self.one.entry.is_proof { Some(ELEMENTS) } else { harness.most };
        let bounds = known.bounds.clone();
        Ok(EntryProgram { inputs, entry: HARNESS.to_owned(), paths: harness.paths, bounds, most })
    }

    /// Whether the static variables that a function can come to are numbers, as far as its program is understood.
    pub fn statics_are_numbers(&self) -> bool {
        let known = self.understood[0].get_or_init(|| self.understand(&[]));
        known.as_ref().is_ok_and(|known| known.statics_are_numbers)
    }

    /// The files, its own first: with those that some entries need that are called before.
    fn inputs(&self, before: &[usize]) -> Result<Vec<Input>, String> {
        let mut others: BTreeSet<usize> = self.one.needs.as_ref().map_err(Clone::clone)?.units.clone();
        for at in before {
            others.extend(&self.linked[*at].needs.as_ref().map_err(Clone::clone)?.units);
        }
        others.remove(&self.one.entry.unit);
        let input =
            |unit: usize| Input { name: self.units[unit].name.clone(), text: self.units[unit].text.clone().into() };
        Ok(std::iter::once(self.one.entry.unit).chain(others).map(input).collect())
    }

    fn understand(&self, before: &[usize]) -> Result<UnderstoodEntry, String> {
        let inputs = self.inputs(before)?;
        let (mut program, mut function) = self.compiled(&inputs, false)?;
        let statics = cairn_harness::names_of_statics(&program, function);
        let statics_are_numbers = cairn_harness::statics_are_numbers(&program, function);
        let bounds = self::bounds(&program);
        if !before.is_empty() {
            (program, function) = self.compiled(&inputs, true)?;
        }
        Ok(UnderstoodEntry { inputs, program, function, statics, statics_are_numbers, bounds })
    }

    /// The function of a name that the entry's file defines.
    fn function_of(&self, program: &Program, name: &str) -> Result<FunctionId, String> {
        let own = self.units[self.one.entry.unit].name.as_str();
        let is_meant = |of: &cairn_ir::Function| {
            of.name == name && of.body.is_some() && program.sources.name_of(of.span) == Some(own)
        };
        let found = program.functions.iter_ids().find(|(_, of)| is_meant(of)).map(|(function, _)| function);
        found.ok_or_else(|| format!("'{name}' has no body that is understood"))
    }

    /// The program of a function, and the function in it; other functions of its file are in it, too.
    fn compiled(&self, inputs: &[Input], has_others: bool) -> Result<(Program, FunctionId), String> {
        let entry = &self.one.entry;
        let name = match entry.is_proof {
            true => &contracts::proof_name(&entry.function),
            false => &entry.function,
        };
        let options =
            FrontEndOptions { entry: name.clone(), ..cairn_verify::front_options(&self.wanted.configuration) };
        // What is not called from an entry is in no program but that of a library.
        let program = match has_others {
            true => cairn_front_c::compile_library(inputs, options.model),
            false => cairn_verify::compile(inputs, &options),
        };
        let program = program.map_err(|error| {
            let first = error.diagnostics.first();
            first.map_or_else(
                || "it is no C that is understood".to_owned(),
                |first| first.render(&error.sources).lines().next().unwrap_or_default().to_owned(),
            )
        })?;
        let function = self.function_of(&program, name)?;
        Ok((program, function))
    }
}

/// Lengths of the program's arrays, and the small numbers in it.
fn bounds(program: &Program) -> BTreeSet<u64> {
    let lengths = program.vars.iter().filter_map(|var| match program.types.get(var.ty) {
        Type::Array(_, Some(length)) => Some(*length),
        _ => None,
    });
    let numbers = program.exprs.exprs().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Constant(value @ 2..=BOUND) => u64::try_from(value).ok(),
        _ => None,
    });
    // A length of an array is what an index is below; a number is one of many.
    let is_bound = |bound: &u64| (2..=1 << 20).contains(bound);
    let [lengths, numbers]: [BTreeSet<u64>; 2] =
        [lengths.filter(is_bound).collect(), numbers.filter(is_bound).collect()];
    lengths.into_iter().chain(numbers).take(BOUNDS).collect()
}
