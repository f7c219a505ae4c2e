//! The symbols of formulas: the plain ones of cells, inputs, results of operations that are left open, names of deep
//! terms. Each is made once for one key, so that the same step gives the same terms again, and each comes with what
//! holds of it.

use crate::cell::{Cell, CellId, CellInfo, Shape};
use crate::encoder::Encoder;
use crate::symbol_table::{Opaque, OpaqueOp};
use cairn_ir::interval::Interval;
use cairn_ir::types::{FloatKind, Scalar};
use cairn_ir::{Program, Step};
use cairn_term::{Sort, SymbolId, TermId, TermOp};

impl Encoder {
    /// True when values are mathematical integers: floats and 128-bit integers never are.
    pub(crate) fn is_number(&self, of: Scalar) -> bool {
        self.encoding.is_integer() && !matches!(of, Scalar::Float(_)) && of.bits() <= 64
    }
    pub(crate) fn sort_of(&self, shape: Shape) -> Sort {
        if self.is_number(shape.of) { Sort::Int } else { Sort::BitVec(shape.bits) }
    }
    pub(crate) fn address_sort(&self) -> Sort {
        self.sort_of(Shape::whole(self.pointer()))
    }
    pub(crate) fn pointer(&self) -> Scalar {
        Scalar::Pointer { bits: self.pointer_bits }
    }
    /// A constant of a scalar by its bits.
    pub(crate) fn constant(&mut self, shape: Shape, bits: u128) -> TermId {
        if self.is_number(shape.of) {
            let value = cairn_ir::Value::truncated(bits, shape.bits);
            let value = if shape.is_signed() { value.as_signed(shape.bits) } else { value.0 as i128 };
            self.terms.int(value)
        } else {
            self.terms.bits(shape.bits, bits)
        }
    }
    pub(crate) fn address(&mut self, at: u64) -> TermId {
        let pointer = Shape::whole(self.pointer());
        self.constant(pointer, u128::from(at))
    }

    /// A symbol for a value of a scalar, with what holds of it.
    pub(crate) fn scalar_symbol(&mut self, name: String, shape: Shape) -> TermId {
        let sort = self.sort_of(shape);
        let symbol = self.terms.symbol(name, sort);
        self.note_range(symbol, shape);
        symbol
    }

    /// The scalar range as a fact of a symbol.
    fn note_range(&mut self, symbol: TermId, shape: Shape) {
        if self.is_number(shape.of) {
            self.known.intervals.insert(symbol, shape.range());
        }
        let fact = self.in_range(symbol, shape);
        self.note(symbol, fact);
    }

    /// Adds to what holds of a symbol.
    pub(crate) fn note(&mut self, symbol: TermId, fact: TermId) {
        let TermOp::Symbol(id) = self.terms.op(symbol) else { return };
        if self.terms.as_bool(fact) == Some(true) {
            return;
        }
        let all = match self.known.facts_of.get(&id) {
            Some(old) => self.terms.and(&[*old, fact]),
            None => fact,
        };
        self.known.facts_of.insert(id, all);
    }

    /// That a term is a value of a scalar.
    pub(crate) fn in_range(&mut self, value: TermId, shape: Shape) -> TermId {
        if self.is_number(shape.of) {
            let range = shape.range();
            return self.between(value, range);
        }
        match shape.of {
            Scalar::Bool if shape.bits > 1 => {
                let two = self.terms.bits(shape.bits, 2);
                self.terms.bv_ult(value, two)
            }
            Scalar::Float(FloatKind::LongDouble) => {
                // The integer bit is that of the exponent.
                let exponent = self.terms.extract(value, 78, 64);
                let integer = self.terms.extract(value, 63, 63);
                let (zero, clear) = (self.terms.bits(15, 0), self.terms.bits(1, 0));
                let small = self.terms.eq(exponent, zero);
                let without = self.terms.eq(integer, clear);
                self.terms.eq(small, without)
            }
            _ => self.terms.bool(true),
        }
    }

    /// That a number is in an interval.
    pub(crate) fn between(&mut self, value: TermId, range: Interval) -> TermId {
        let (low, high) = (self.terms.int(range.low), self.terms.int(range.high));
        let above = self.terms.le(low, value);
        let below = self.terms.le(value, high);
        self.terms.and(&[above, below])
    }

    pub(crate) fn input(&mut self, step: Step, ordinal: u32, shape: Shape) -> TermId {
        let sort = self.sort_of(shape);
        if let Some(known) = self.cells.inputs.get(&(step, ordinal, sort, shape)) {
            return *known;
        }
        let symbol = self.scalar_symbol(format!("input{ordinal}"), shape);
        self.cells.inputs.insert((step, ordinal, sort, shape), symbol);
        symbol
    }

    /// The input that a step made, by its ordinal; for tests that pin inputs.
    #[doc(hidden)]
    pub fn input_of(&self, step: Step, ordinal: u32) -> Option<TermId> {
        self.inputs().find(|((s, o), _)| *s == step && *o == ordinal).map(|(_, term)| term)
    }

    /// All inputs, by the step that made them and their ordinal on its path.
    pub fn inputs(&self) -> impl Iterator<Item = ((Step, u32), TermId)> {
        self.cells.inputs.iter().map(|((step, ordinal, ..), term)| ((*step, *ordinal), *term))
    }

    /// The result of an operation that is left open.
    pub(crate) fn opaque(&mut self, what: OpaqueOp, args: &[TermId], of: Shape) -> (TermId, bool) {
        let key = Opaque { what, args: args.into(), of };
        if let Some(known) = self.cells.opaques.get(&key) {
            return (*known, false);
        }
        let symbol = self.scalar_symbol("open".to_owned(), of);
        self.cells.opaques.insert(key, symbol);
        (symbol, true)
    }

    /// The cell's id and its plain symbol.
    pub(crate) fn intern_cell(
        &mut self,
        program: Option<&Program>,
        cell: Cell,
        shape: Option<Shape>,
        sort: Sort,
    ) -> CellId {
        if let Some(at) = self.cells.all.get_index_of(&cell) {
            return cairn_base::id::Id::from_index(at);
        }
        let name = match (cell, program) {
            (Cell::Entry { of, .. }, _) => {
                let inner = self.plain(of).and_then(|plain| self.symbol_of(plain));
                format!("old {}", inner.map_or("cell", |symbol| self.terms.symbol_name(symbol)))
            }
            (_, Some(program)) => cell.name(program),
            (_, None) => format!("{cell:?}"),
        };
        let plain = match shape {
            Some(shape) => self.scalar_symbol(name, shape),
            None => self.terms.symbol(name, sort),
        };
        let frame = match cell {
            Cell::Scalar { var, depth, .. } => {
                program.and_then(|program| program.vars[var].frame()).map(|function| (function, depth))
            }
            Cell::Entry { function, depth, .. } => Some((function, depth)),
            _ => None,
        };
        let symbol = self.symbol_of(plain);
        self.cells.add(cell, CellInfo { plain, shape }, symbol, frame)
    }

    /// The symbol of a plain or other symbol term.
    pub(crate) fn symbol_of(&self, term: TermId) -> Option<SymbolId> {
        match self.terms.op(term) {
            TermOp::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// A shallow term for a value: itself, or a name for it. What a name stands for is a fact of it, so that it costs
    /// nothing where nothing depends on it.
    pub(crate) fn named(&mut self, value: TermId) -> TermId {
        if self.terms.depth(value) <= self.deepest {
            return value;
        }
        if let Some(name) = self.cells.names.get(&value) {
            return *name;
        }
        let sort = self.terms.sort(value);
        let name = self.terms.symbol("name", sort);
        if sort == Sort::Int
            && let Some(range) = self.interval(value)
        {
            self.known.intervals.insert(name, range);
        }
        if let Some(shape) = self.elements_of(value) {
            self.known.elements.insert(name, shape);
        }
        self.cells.names.insert(value, name);
        self.known.named_values.insert(name, value);
        let definition = self.terms.eq(name, value);
        self.note(name, definition);
        name
    }
}
