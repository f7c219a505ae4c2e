//! Names of the symbols of predicates: cells by variable and bits, memory by the objects and accesses that make up its
//! region.
//!
//! The order of arguments in a term is that of ids, which is chance. So a term is built anew in a store of its own, in
//! which symbols come in the order of their names, before it is written: [`ordered`].

use crate::workspace::Workspace;
use cairn_base::{FastIndexMap, FastMap};
use cairn_cpa::Names;
use cairn_formula::Watched;
use cairn_formula::{Cell, CellId, Encoder};
use cairn_ir::Program;
use cairn_pointer_analysis::{MemoryPartition, PointeeObject, Position, RegionId};
use cairn_term::{Sort, SymbolId, TermId, Terms};
use std::fmt::Write;

/// Prefix of names of symbols that are no cells': only conditions have them.
const LOCAL: &str = "x";

/// The regions of a program by name.
pub struct RegionNames {
    names: FastIndexMap<String, RegionId>,
    of: FastMap<RegionId, String>,
}

impl RegionNames {
    fn new(encoder: &Encoder, names: &Names<'_>, program: &Program) -> Self {
        let mut all = Self { names: FastIndexMap::default(), of: FastMap::default() };
        let partition = encoder.memory();
        for (id, _) in partition.regions() {
            let what = description(id, partition, encoder, names, program);
            let digest = cairn_cpa::names::digest(what.as_bytes());
            let mut name = digest.clone();
            let mut number = 1;
            while all.names.contains_key(&name) {
                number += 1;
                name = format!("{digest}#{number}");
            }
            all.names.insert(name.clone(), id);
            all.of.insert(id, name);
        }
        all
    }
    pub fn name(&self, region: RegionId) -> &str {
        self.of.get(&region).map_or("", String::as_str)
    }
}

/// All that formulas about a region depend on.
fn description(
    id: RegionId,
    partition: &MemoryPartition,
    encoder: &Encoder,
    names: &Names<'_>,
    program: &Program,
) -> String {
    let region = partition.region(id);
    let objects = partition.objects(region.node);
    let mut members: Vec<String> = Vec::new();
    for (object, at) in &objects.members {
        members.push(match object {
            PointeeObject::Variable(var) => {
                let address = encoder.is_in_memory(*var).then(|| encoder.address_of(program, *var));
                format!("{} {at} {address:?}", names.var_text(*var))
            }
            PointeeObject::Allocation(edge) => {
                let (function, which, place) = names.edge_place(*edge);
                format!("{} {at} {which:?} {place}", names.function_text(function))
            }
            PointeeObject::Absolute => format!("absolute {at}"),
        });
    }
    members.sort_unstable();
    let position = |position: Option<Position>| match position {
        Some(Position::Variable(var, at)) => {
            format!("{} {at} {:?}", names.var_text(var), encoder.address_of(program, var))
        }
        other => format!("{other:?}"),
    };
    let mut scalars: Vec<String> = region.scalars.iter().map(|scalar| format!("{scalar:?}")).collect();
    scalars.sort_unstable();
    let (singleton, likely, period) = (position(region.singleton), position(region.likely), objects.period);
    let mut text = format!("{:?} {singleton} {likely} {period} {scalars:?} {:?}", region.layout, region.shapes);
    for member in members {
        let _ = write!(text, "\n{member}");
    }
    text
}

#[derive(Default)]
pub struct Cells {
    regions: Option<RegionNames>,
}

impl Cells {
    /// The names of regions, made when they are first needed.
    pub fn regions_named(&mut self, workspace: &Workspace, names: &Names<'_>, program: &Program) -> &RegionNames {
        let encoder = &workspace.encoder;
        self.regions.get_or_insert_with(|| RegionNames::new(encoder, names, program))
    }

    /// The name of a region; names must have been made.
    pub fn region_name(&self, region: RegionId) -> &str {
        self.regions.as_ref().map_or("", |regions| regions.name(region))
    }

    /// Name of a cell. Where functions are analysed by themselves, only the frame at depth 0 has names.
    fn cell_name(
        &mut self,
        workspace: &Workspace,
        cell: CellId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<String> {
        Some(match workspace.encoder.cell(cell)? {
            Cell::Scalar { var, depth: 0, first, bits } => format!("v {first} {bits} {}", names.var_text(var)),
            Cell::Region { region, piece } => {
                format!("m {piece} {}", self.regions_named(workspace, names, program).name(region))
            }
            Cell::HeapTop => "h".to_owned(),
            Cell::Watched(what) => format!("w {}", what as u8),
            Cell::FrameBase => "b".to_owned(),
            Cell::Entry { of, function, depth: 0 } => {
                format!("e {} {}", names.function_text(function), self.cell_name(workspace, of, names, program)?)
            }
            Cell::Scalar { var, depth, first, bits } if !workspace.options.modular => {
                format!("f {depth} {first} {bits} {}", names.var_text(var))
            }
            Cell::Scalar { .. } | Cell::Entry { .. } => return None,
        })
    }

    fn cell_named(
        &mut self,
        workspace: &mut Workspace,
        name: &str,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<CellId> {
        let (kind, rest) = name.split_once(' ').unwrap_or((name, ""));
        let cell = match kind {
            "v" => {
                let (first, rest) = rest.split_once(' ')?;
                let (bits, var) = rest.split_once(' ')?;
                let var = names.var(var)?;
                Cell::Scalar { var, depth: 0, first: first.parse().ok()?, bits: bits.parse().ok()? }
            }
            "f" => {
                let (depth, rest) = rest.split_once(' ')?;
                let (first, rest) = rest.split_once(' ')?;
                let (bits, var) = rest.split_once(' ')?;
                let (var, depth) = (names.var(var)?, depth.parse().ok().filter(|depth| *depth > 0)?);
                Cell::Scalar { var, depth, first: first.parse().ok()?, bits: bits.parse().ok()? }
            }
            "m" => {
                let (piece, region) = rest.split_once(' ')?;
                let region = *self.regions_named(workspace, names, program).names.get(region)?;
                Cell::Region { region, piece: piece.parse().ok()? }
            }
            "h" => Cell::HeapTop,
            "w" => Cell::Watched(*Watched::ALL.get(rest.parse::<usize>().ok()?)?),
            "b" => Cell::FrameBase,
            "e" => {
                let (function, inner) = rest.split_once(' ')?;
                let function = names.function(function)?;
                // Of a cell, not of what an entry cell holds: names do not nest deeper than two.
                let inner = (!inner.starts_with("e ")).then_some(inner)?;
                Cell::Entry { of: self.cell_named(workspace, inner, names, program)?, function, depth: 0 }
            }
            _ => return None,
        };
        workspace.encoder.cell_that_is(program, cell)
    }

    /// The names of the symbols of a term; `None` when one has none.
    pub fn symbol_names(
        &mut self,
        workspace: &Workspace,
        term: TermId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<FastMap<SymbolId, String>> {
        let symbols = workspace.encoder.terms.symbols_of(&[term]);
        let mut named = FastMap::default();
        for symbol in symbols {
            let cell = workspace.encoder.cell_of(symbol)?;
            named.insert(symbol, self.cell_name(workspace, cell, names, program)?);
        }
        Some(named)
    }

    /// The names of the symbols of a condition: what is no cell's has a number of its own, and stands for any value.
    pub fn condition_names(
        &mut self,
        workspace: &Workspace,
        term: TermId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<FastMap<SymbolId, String>> {
        let mut named = FastMap::default();
        for (number, symbol) in workspace.encoder.terms.symbols_of(&[term]).into_iter().enumerate() {
            let name = match workspace.encoder.cell_of(symbol) {
                Some(cell) => self.cell_name(workspace, cell, names, program)?,
                None => format!("{LOCAL} {number}"),
            };
            named.insert(symbol, name);
        }
        Some(named)
    }

    /// The term of a text; `None` when the text is none, or is about what is not there.
    pub fn term_of(
        &mut self,
        workspace: &mut Workspace,
        text: &str,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<TermId> {
        // Which symbols there are is found out first: to make a cell needs the encoder, which is at work below.
        let mut wanted: Vec<(String, Sort)> = Vec::new();
        Terms::new()
            .unpack(text, &mut |terms, name, sort| {
                wanted.push((name.to_owned(), sort));
                terms.symbol(name, sort)
            })
            .ok()?;
        let mut symbols: FastMap<String, TermId> = FastMap::default();
        for (name, sort) in wanted {
            if let Some(number) = name.strip_prefix(LOCAL) {
                let symbol = workspace.encoder.terms.symbol(format!("of a condition{number}"), sort);
                symbols.insert(name, symbol);
                continue;
            }
            let cell = self.cell_named(workspace, &name, names, program)?;
            symbols.insert(name, workspace.encoder.plain(cell)?);
        }
        let terms = &mut workspace.encoder.terms;
        let unknown = terms.bool(true);
        let roots = terms.unpack(text, &mut |_, name, _| symbols.get(name).copied().unwrap_or(unknown)).ok()?;
        let [term] = roots[..] else { return None };
        (terms.sort(term) == Sort::Bool).then_some(term)
    }
}

/// A term as text, with its symbols named, built in a store in which they come in the order of their names.
pub fn ordered(terms: &Terms, term: TermId, symbols: &FastMap<SymbolId, String>) -> Option<String> {
    let text = terms.pack_named(&[term], &|symbol| symbols.get(&symbol).cloned().unwrap_or_default());
    let mut store = Terms::new();
    let mut in_order: Vec<(&str, Sort)> = symbols
        .iter()
        .map(|(symbol, name)| (name.as_str(), terms.symbol_sort(*symbol)))
        .filter(|(_, sort)| !matches!(sort, Sort::Array(_)))
        .collect();
    in_order.sort_unstable_by_key(|(name, _)| *name);
    let mut known: FastMap<String, TermId> =
        in_order.into_iter().map(|(name, sort)| (name.to_owned(), store.symbol(name, sort))).collect();
    let roots = store.unpack(&text, &mut |store, name, sort| {
        *known.entry(name.to_owned()).or_insert_with(|| store.symbol(name, sort))
    });
    Some(store.pack(&roots.ok()?))
}
