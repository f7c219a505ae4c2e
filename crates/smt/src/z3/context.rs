//! The one place that calls Z3's C interface: a [`Context`] that owns its memory, and safe methods for what Cairn needs.
//!
//! Invariants that the safety rests on: an [`Ast`] is made by its context only, its reference count is raised once and
//! never lowered before the context goes (terms live as long as the store that they mirror); the context outlives the
//! solvers and models made in it, because these are made and used by methods of the module above that hold it; no
//! pointer leaves `crate::z3`. Errors of Z3 set a code instead of calling `exit`, and every method looks at it.
// tidy: long because all unsafe code is to be in one place.
#![allow(unsafe_code)] // Foreign functions; see the invariants above.

use super::super::solver::{Interrupter, SolverError};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::sync::{Arc, Mutex, PoisonError};
use z3_sys::*;

/// An expression of one [`Context`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ast(Z3_ast);

/// A sort of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SortHandle(Z3_sort);

/// A function of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionHandle(Z3_func_decl);

/// A solver of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverHandle(Z3_solver);

/// A model of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelHandle(Z3_model);

// SAFETY: handles are pointers into one context, used only by methods that have that context; a context and its handles
// move between threads together, inside the `Z3Solver` that owns them, and Z3 binds a context to no thread. Nothing here
// is `Sync`: two threads never use one context at a time.
unsafe impl Send for Ast {}
// SAFETY: as above.
unsafe impl Send for SortHandle {}
// SAFETY: as above.
unsafe impl Send for FunctionHandle {}
// SAFETY: as above.
unsafe impl Send for SolverHandle {}
// SAFETY: as above.
unsafe impl Send for ModelHandle {}
// SAFETY: as above.
unsafe impl Send for Context {}

/// Z3 functions that make an expression of one, two or three expressions.
pub(super) type Make1 = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
/// See [`Make1`].
pub(super) type Make2 = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
/// See [`Make1`].
pub(super) type Make3 = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;

/// Shared with interrupters: the context, while it lives.
struct Alive(Option<Z3_context>);
// SAFETY: the pointer is only used to call Z3_interrupt, which Z3 allows from any thread, under the mutex that the
// owner takes before it deletes the context.
unsafe impl Send for Alive {}

/// A Z3 context.
pub(super) struct Context {
    raw: Z3_context,
    alive: Arc<Mutex<Alive>>,
    /// Without assertions: to be asked for the work of the context, which others would be slow to say.
    counter: Z3_solver,
    /// All expressions, in the order of their making: they are given back before the context goes, because its own
    /// tidying takes time quadratic in their depth.
    owned: RefCell<Vec<Z3_ast>>,
}

/// Interrupts the context that it was made from, as long as that lives.
#[derive(Clone)]
pub(super) struct Z3Interrupter(Arc<Mutex<Alive>>);

impl Interrupter for Z3Interrupter {
    fn interrupt(&self) {
        if let Some(raw) = self.0.lock().unwrap_or_else(PoisonError::into_inner).0 {
            // SAFETY: alive, see `Alive`.
            unsafe { Z3_interrupt(raw) }
        }
    }
}

/// The version of the library, as `5.4.0.0`.
pub(super) fn library_version() -> String {
    // SAFETY: returns a static string.
    text(unsafe { Z3_get_full_version() })
}

fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: Z3 returns null or a terminated string that lives until its next call.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

impl Context {
    pub(super) fn new() -> Result<Self, SolverError> {
        let failed = || SolverError("Z3 cannot make a context".into());
        // SAFETY: the configuration is made and deleted here; the context is owned by the result.
        let (raw, counter) = unsafe {
            let config = Z3_mk_config().ok_or_else(failed)?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(failed)?;
            Z3_set_error_handler(raw, None);
            let Some(counter) = Z3_mk_simple_solver(raw) else {
                Z3_del_context(raw);
                return Err(failed());
            };
            Z3_solver_inc_ref(raw, counter);
            (raw, counter)
        };
        Ok(Self { raw, alive: Arc::new(Mutex::new(Alive(Some(raw)))), counter, owned: RefCell::new(Vec::new()) })
    }

    pub(super) fn interrupter(&self) -> Z3Interrupter {
        Z3Interrupter(self.alive.clone())
    }

    /// The error that the last call left, if any.
    fn checked<T>(&self, result: T) -> Result<T, SolverError> {
        // SAFETY: the context is alive.
        let code = unsafe { Z3_get_error_code(self.raw) };
        if code == ErrorCode::Ok {
            return Ok(result);
        }
        // SAFETY: as above.
        Err(SolverError(text(unsafe { Z3_get_error_msg(self.raw, code) })))
    }

    fn own(&self, made: Option<Z3_ast>) -> Result<Ast, SolverError> {
        match self.checked(made)? {
            Some(ast) => {
                // SAFETY: just made by this context.
                unsafe { Z3_inc_ref(self.raw, ast) };
                self.owned.borrow_mut().push(ast);
                Ok(Ast(ast))
            }
            None => Err(SolverError("Z3 made no expression".into())),
        }
    }

    fn symbol(&self, name: &str) -> Result<Z3_symbol, SolverError> {
        let name = CString::new(name).map_err(|_| SolverError("a zero byte in a name".into()))?;
        // SAFETY: Z3 copies the string.
        let symbol = unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) };
        self.checked(symbol)?.ok_or_else(|| SolverError("Z3 made no symbol".into()))
    }

    // --- sorts

    fn sort(&self, made: Option<Z3_sort>) -> Result<SortHandle, SolverError> {
        let sort = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no sort".into()))?;
        // SAFETY: just made by this context; kept like expressions.
        unsafe {
            if let Some(ast) = Z3_sort_to_ast(self.raw, sort) {
                Z3_inc_ref(self.raw, ast);
            }
        }
        Ok(SortHandle(sort))
    }
    pub(super) fn bool_sort(&self) -> Result<SortHandle, SolverError> {
        // SAFETY: the context is alive; so in all methods below.
        self.sort(unsafe { Z3_mk_bool_sort(self.raw) })
    }
    pub(super) fn bitvec_sort(&self, width: u32) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_mk_bv_sort(self.raw, width) })
    }
    pub(super) fn float_sort(&self, exponent: u32, significand: u32) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_mk_fpa_sort(self.raw, exponent, significand) })
    }
    pub(super) fn int_sort(&self) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_mk_int_sort(self.raw) })
    }
    pub(super) fn real_sort(&self) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_mk_real_sort(self.raw) })
    }
    pub(super) fn array_sort(&self, index: SortHandle, element: SortHandle) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_mk_array_sort(self.raw, index.0, element.0) })
    }

    // --- expressions

    pub(super) fn constant(&self, name: &str, sort: SortHandle) -> Result<Ast, SolverError> {
        let symbol = self.symbol(name)?;
        self.own(unsafe { Z3_mk_const(self.raw, symbol, sort.0) })
    }
    pub(super) fn bool(&self, value: bool) -> Result<Ast, SolverError> {
        self.own(unsafe { if value { Z3_mk_true(self.raw) } else { Z3_mk_false(self.raw) } })
    }
    pub(super) fn numeral(&self, value: u128, sort: SortHandle) -> Result<Ast, SolverError> {
        if let Ok(small) = u64::try_from(value) {
            return self.own(unsafe { Z3_mk_unsigned_int64(self.raw, small, sort.0) });
        }
        let digits = CString::new(value.to_string()).unwrap_or_default();
        self.own(unsafe { Z3_mk_numeral(self.raw, digits.as_ptr(), sort.0) })
    }
    /// A number in Z3's notation: decimal digits, with a sign or as a fraction.
    pub(super) fn number(&self, digits: &str, sort: SortHandle) -> Result<Ast, SolverError> {
        let digits = CString::new(digits).map_err(|_| SolverError("a zero byte in a number".into()))?;
        self.own(unsafe { Z3_mk_numeral(self.raw, digits.as_ptr(), sort.0) })
    }
    pub(super) fn function(
        &self,
        name: &str,
        domain: &[SortHandle],
        range: SortHandle,
    ) -> Result<FunctionHandle, SolverError> {
        let symbol = self.symbol(name)?;
        let raw: Vec<Z3_sort> = domain.iter().map(|sort| sort.0).collect();
        let made = unsafe { Z3_mk_func_decl(self.raw, symbol, raw.len() as u32, raw.as_ptr(), range.0) };
        let made = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no function".into()))?;
        // SAFETY: just made by this context; kept like expressions.
        unsafe {
            if let Some(ast) = Z3_func_decl_to_ast(self.raw, made) {
                Z3_inc_ref(self.raw, ast);
            }
        }
        Ok(FunctionHandle(made))
    }
    pub(super) fn call(&self, function: FunctionHandle, args: &[Ast]) -> Result<Ast, SolverError> {
        let raw: Vec<Z3_ast> = args.iter().map(|a| a.0).collect();
        self.own(unsafe { Z3_mk_app(self.raw, function.0, raw.len() as u32, raw.as_ptr()) })
    }
    pub(super) fn sum(&self, args: &[Ast]) -> Result<Ast, SolverError> {
        let raw: Vec<Z3_ast> = args.iter().map(|a| a.0).collect();
        self.own(unsafe { Z3_mk_add(self.raw, raw.len() as u32, raw.as_ptr()) })
    }
    pub(super) fn product(&self, args: &[Ast]) -> Result<Ast, SolverError> {
        let raw: Vec<Z3_ast> = args.iter().map(|a| a.0).collect();
        self.own(unsafe { Z3_mk_mul(self.raw, raw.len() as u32, raw.as_ptr()) })
    }
    pub(super) fn make1(&self, make: Make1, a: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { make(self.raw, a.0) })
    }
    pub(super) fn make2(&self, make: Make2, a: Ast, b: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { make(self.raw, a.0, b.0) })
    }
    pub(super) fn make3(&self, make: Make3, a: Ast, b: Ast, c: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { make(self.raw, a.0, b.0, c.0) })
    }
    pub(super) fn make0(&self, make: unsafe extern "C" fn(Z3_context) -> Option<Z3_ast>) -> Result<Ast, SolverError> {
        self.own(unsafe { make(self.raw) })
    }
    pub(super) fn and(&self, args: &[Ast]) -> Result<Ast, SolverError> {
        let raw: Vec<Z3_ast> = args.iter().map(|a| a.0).collect();
        self.own(unsafe { Z3_mk_and(self.raw, raw.len() as u32, raw.as_ptr()) })
    }
    pub(super) fn or(&self, args: &[Ast]) -> Result<Ast, SolverError> {
        let raw: Vec<Z3_ast> = args.iter().map(|a| a.0).collect();
        self.own(unsafe { Z3_mk_or(self.raw, raw.len() as u32, raw.as_ptr()) })
    }
    pub(super) fn extract(&self, high: u32, low: u32, a: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_extract(self.raw, high, low, a.0) })
    }
    pub(super) fn zero_extend(&self, by: u32, a: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_zero_ext(self.raw, by, a.0) })
    }
    pub(super) fn sign_extend(&self, by: u32, a: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_sign_ext(self.raw, by, a.0) })
    }
    pub(super) fn const_array(&self, index: SortHandle, value: Ast) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_const_array(self.raw, index.0, value.0) })
    }
    pub(super) fn float_of_bits(&self, bits: Ast, to: SortHandle) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_fp_bv(self.raw, bits.0, to.0) })
    }
    pub(super) fn float_of_float(&self, mode: Ast, a: Ast, to: SortHandle) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_fp_float(self.raw, mode.0, a.0, to.0) })
    }
    pub(super) fn float_of_signed(&self, mode: Ast, a: Ast, to: SortHandle) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_fp_signed(self.raw, mode.0, a.0, to.0) })
    }
    pub(super) fn float_of_unsigned(&self, mode: Ast, a: Ast, to: SortHandle) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_fp_unsigned(self.raw, mode.0, a.0, to.0) })
    }
    pub(super) fn signed_of_float(&self, mode: Ast, a: Ast, width: u32) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_sbv(self.raw, mode.0, a.0, width) })
    }
    pub(super) fn unsigned_of_float(&self, mode: Ast, a: Ast, width: u32) -> Result<Ast, SolverError> {
        self.own(unsafe { Z3_mk_fpa_to_ubv(self.raw, mode.0, a.0, width) })
    }

    // --- solvers

    /// Z3's combined solver: tactics until the first push or second check, the incremental core from then on.
    pub(super) fn solver(&self) -> Result<SolverHandle, SolverError> {
        let made = unsafe { Z3_mk_solver(self.raw) };
        let solver = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no solver".into()))?;
        unsafe { Z3_solver_inc_ref(self.raw, solver) };
        Ok(SolverHandle(solver))
    }
    /// The clockless solver for whole and real numbers: Z3's own tactics for them give up parts of their work by a clock.
    pub(super) fn number_solver(&self) -> Result<SolverHandle, SolverError> {
        let mut tactic: Option<Z3_tactic> = None;
        for name in [c"simplify", c"propagate-values", c"solve-eqs", c"elim-uncnstr", c"simplify", c"smt"] {
            let made = unsafe { Z3_mk_tactic(self.raw, name.as_ptr()) };
            let made = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no tactic".into()))?;
            unsafe { Z3_tactic_inc_ref(self.raw, made) };
            tactic = Some(match tactic {
                None => made,
                Some(first) => {
                    let both = unsafe { Z3_tactic_and_then(self.raw, first, made) };
                    let both = self.checked(both)?.ok_or_else(|| SolverError("Z3 made no tactic".into()))?;
                    // The sequence keeps its parts.
                    unsafe {
                        Z3_tactic_inc_ref(self.raw, both);
                        Z3_tactic_dec_ref(self.raw, first);
                        Z3_tactic_dec_ref(self.raw, made);
                    }
                    both
                }
            });
        }
        let tactic = tactic.ok_or_else(|| SolverError("Z3 made no tactic".into()))?;
        let made = unsafe { Z3_mk_solver_from_tactic(self.raw, tactic) };
        let solver = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no solver".into()))?;
        unsafe {
            Z3_solver_inc_ref(self.raw, solver);
            Z3_tactic_dec_ref(self.raw, tactic);
        }
        Ok(SolverHandle(solver))
    }
    /// The work that the context has done so far, in Z3's units.
    pub(super) fn work(&self) -> Result<u64, SolverError> {
        let made = unsafe { Z3_solver_get_statistics(self.raw, self.counter) };
        let statistics = self.checked(made)?.ok_or_else(|| SolverError("Z3 gave no statistics".into()))?;
        let mut work = None;
        // SAFETY: the statistics are kept for the time of the loop, each index is below their number, and a key is a
        // terminated string that lives as long as they.
        unsafe {
            Z3_stats_inc_ref(self.raw, statistics);
            for at in (0..Z3_stats_size(self.raw, statistics)).rev() {
                if CStr::from_ptr(Z3_stats_get_key(self.raw, statistics, at)) == c"rlimit count" {
                    work = Some(match Z3_stats_is_uint(self.raw, statistics, at) {
                        true => u64::from(Z3_stats_get_uint_value(self.raw, statistics, at)),
                        false => Z3_stats_get_double_value(self.raw, statistics, at) as u64,
                    });
                    break;
                }
            }
            Z3_stats_dec_ref(self.raw, statistics);
        }
        self.checked(work)?.ok_or_else(|| SolverError("Z3 does not count its work".into()))
    }
    /// Gives a solver back. It must not be used again.
    pub(super) fn free_solver(&self, solver: SolverHandle) {
        unsafe { Z3_solver_dec_ref(self.raw, solver.0) };
    }
    pub(super) fn push(&self, solver: SolverHandle) -> Result<(), SolverError> {
        unsafe { Z3_solver_push(self.raw, solver.0) };
        self.checked(())
    }
    pub(super) fn pop(&self, solver: SolverHandle, levels: u32) -> Result<(), SolverError> {
        unsafe { Z3_solver_pop(self.raw, solver.0, levels) };
        self.checked(())
    }
    pub(super) fn assert(&self, solver: SolverHandle, a: Ast) -> Result<(), SolverError> {
        unsafe { Z3_solver_assert(self.raw, solver.0, a.0) };
        self.checked(())
    }
    /// Limits the work of each check from now on, in Z3's units; zero is no limit.
    pub(super) fn limit(&self, solver: SolverHandle, work: u32) -> Result<(), SolverError> {
        let rlimit = self.symbol("rlimit")?;
        let made = unsafe { Z3_mk_params(self.raw) };
        let params = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no parameters".into()))?;
        unsafe {
            Z3_params_inc_ref(self.raw, params);
            Z3_params_set_uint(self.raw, params, rlimit, work);
            Z3_solver_set_params(self.raw, solver.0, params);
            Z3_params_dec_ref(self.raw, params);
        }
        self.checked(())
    }
    /// `Some` is satisfiable or not, `None` unknown.
    pub(super) fn check(&self, solver: SolverHandle, assumptions: &[Ast]) -> Result<Option<bool>, SolverError> {
        let raw: Vec<Z3_ast> = assumptions.iter().map(|a| a.0).collect();
        let answer = unsafe { Z3_solver_check_assumptions(self.raw, solver.0, raw.len() as u32, raw.as_ptr()) };
        Ok(match self.checked(answer)? {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        })
    }
    pub(super) fn reason_unknown(&self, solver: SolverHandle) -> String {
        text(unsafe { Z3_solver_get_reason_unknown(self.raw, solver.0) })
    }
    pub(super) fn core(&self, solver: SolverHandle) -> Result<Vec<Ast>, SolverError> {
        let made = unsafe { Z3_solver_get_unsat_core(self.raw, solver.0) };
        let vector = self.checked(made)?.ok_or_else(|| SolverError("Z3 gave no core".into()))?;
        let mut core = Vec::new();
        // SAFETY: the vector is kept for the time of the loop; its elements are assumptions, which we hold already.
        unsafe {
            Z3_ast_vector_inc_ref(self.raw, vector);
            for i in 0..Z3_ast_vector_size(self.raw, vector) {
                core.extend(Z3_ast_vector_get(self.raw, vector, i).map(Ast));
            }
            Z3_ast_vector_dec_ref(self.raw, vector);
        }
        self.checked(core)
    }
    pub(super) fn model(&self, solver: SolverHandle) -> Result<ModelHandle, SolverError> {
        let made = unsafe { Z3_solver_get_model(self.raw, solver.0) };
        let model = self.checked(made)?.ok_or_else(|| SolverError("Z3 gave no model".into()))?;
        unsafe { Z3_model_inc_ref(self.raw, model) };
        Ok(ModelHandle(model))
    }
    /// Gives a model back. It must not be used again.
    pub(super) fn free_model(&self, model: ModelHandle) {
        unsafe { Z3_model_dec_ref(self.raw, model.0) };
    }
    pub(super) fn bool_value(&self, model: ModelHandle, a: Ast) -> Result<bool, SolverError> {
        let value = self.value(model, a)?;
        match self.checked(unsafe { Z3_get_bool_value(self.raw, value.0) })? {
            Z3_L_TRUE => Ok(true),
            Z3_L_FALSE => Ok(false),
            _ => Err(SolverError("a truth value that Z3 did not evaluate".into())),
        }
    }
    /// The value of a bit-vector.
    pub(super) fn bits_value(&self, model: ModelHandle, a: Ast) -> Result<u128, SolverError> {
        let value = self.value(model, a)?;
        self.numeral_bits(value)
    }
    /// The bits of a numeral.
    pub(super) fn numeral_bits(&self, value: Ast) -> Result<u128, SolverError> {
        if !unsafe { Z3_is_numeral_ast(self.raw, value.0) } {
            return Err(SolverError("a bit-vector that Z3 did not evaluate".into()));
        }
        let digits = text(unsafe { Z3_get_numeral_string(self.raw, value.0) });
        self.checked(())?;
        digits.parse().map_err(|_| SolverError(format!("a bit-vector value '{digits}'")))
    }
    /// The value of a number as Z3 writes it, with a sign or as a fraction.
    pub(super) fn number_value(&self, model: ModelHandle, a: Ast) -> Result<String, SolverError> {
        let value = self.value(model, a)?;
        self.numeral_text(value)
    }
    /// A number as Z3 writes it.
    pub(super) fn numeral_text(&self, value: Ast) -> Result<String, SolverError> {
        if !unsafe { Z3_is_numeral_ast(self.raw, value.0) } {
            return Err(SolverError("a number that Z3 did not evaluate, or that is irrational".into()));
        }
        let digits = text(unsafe { Z3_get_numeral_string(self.raw, value.0) });
        self.checked(digits)
    }
    /// The value of a constant symbol as the model lists it; `None` when it does not. Evaluating costs a hundred times as
    /// much.
    pub(super) fn listed(&self, model: ModelHandle, symbol: Ast) -> Result<Option<Ast>, SolverError> {
        let found = unsafe {
            Z3_to_app(self.raw, symbol.0)
                .and_then(|app| Z3_get_app_decl(self.raw, app))
                .and_then(|decl| Z3_model_get_const_interp(self.raw, model.0, decl))
        };
        match self.checked(found)? {
            Some(value) => self.own(Some(value)).map(Some),
            None => Ok(None),
        }
    }
    fn value(&self, model: ModelHandle, a: Ast) -> Result<Ast, SolverError> {
        let mut value = a.0;
        let done = unsafe { Z3_model_eval(self.raw, model.0, a.0, true, &mut value) };
        if !self.checked(done)? {
            return Err(SolverError("Z3 cannot evaluate a term in its model".into()));
        }
        self.own(Some(value))
    }
}

/// Shape of an expression, for reading it back.
pub(super) enum Shape {
    /// A number: as Z3 writes it (`7`, `-7`, `1/2`).
    Numeral(String),
    /// An operation with its integer parameters and its arguments.
    Operation(DeclKind, Vec<u32>, Vec<Ast>),
    /// A bound variable, a quantifier, or something else that no term is.
    Other,
}

/// Shape of a sort, for reading it back.
pub(super) enum SortShape {
    /// `Bool`.
    Bool,
    BitVec(u32),
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    Array(SortHandle, SortHandle),
    Other,
}

/// A Horn clause engine of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct HornHandle(Z3_fixedpoint);

/// Horn clauses and projection: what interpolation needs.
impl Context {
    /// Spacer without the transformations that lose relations, with so much work a query; zero is no limit. Without global
    /// guidance, in which Z3 5.4.0 meets an internal error and says so on the standard error.
    pub(super) fn horn(&self, work: u32) -> Result<HornHandle, SolverError> {
        let made = unsafe { Z3_mk_fixedpoint(self.raw) };
        let horn = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no Horn clause engine".into()))?;
        unsafe { Z3_fixedpoint_inc_ref(self.raw, horn) };
        let made = unsafe { Z3_mk_params(self.raw) };
        let params = self.checked(made)?.ok_or_else(|| SolverError("Z3 made no parameters".into()))?;
        let (engine, spacer) = (self.symbol("engine")?, self.symbol("spacer")?);
        let rlimit = self.symbol("rlimit")?;
        let off =
            [self.symbol("xform.slice")?, self.symbol("xform.inline_linear")?, self.symbol("xform.inline_eager")?];
        unsafe {
            Z3_params_inc_ref(self.raw, params);
            Z3_params_set_symbol(self.raw, params, engine, spacer);
            for key in off {
                Z3_params_set_bool(self.raw, params, key, false);
            }
            Z3_params_set_uint(self.raw, params, rlimit, work);
            Z3_fixedpoint_set_params(self.raw, horn, params);
            Z3_params_dec_ref(self.raw, params);
        }
        self.checked(HornHandle(horn))
    }
    /// Gives an engine back. It must not be used again.
    pub(super) fn free_horn(&self, horn: HornHandle) {
        unsafe { Z3_fixedpoint_dec_ref(self.raw, horn.0) };
    }
    /// Declares a relation over the sorts of `args` and gives it applied to them.
    pub(super) fn relation(&self, horn: HornHandle, name: &str, args: &[Ast]) -> Result<Ast, SolverError> {
        let name = self.symbol(name)?;
        let bool = self.bool_sort()?;
        let mut sorts = Vec::with_capacity(args.len());
        for arg in args {
            sorts.push(self.sort_of(*arg)?.0);
        }
        let declared = unsafe { Z3_mk_func_decl(self.raw, name, sorts.len() as u32, sorts.as_ptr(), bool.0) };
        let declared = self.checked(declared)?.ok_or_else(|| SolverError("Z3 made no relation".into()))?;
        let raw: Vec<Z3_ast> = args.iter().map(|arg| arg.0).collect();
        // The application keeps the declaration.
        let applied = self.own(unsafe { Z3_mk_app(self.raw, declared, raw.len() as u32, raw.as_ptr()) })?;
        unsafe { Z3_fixedpoint_register_relation(self.raw, horn.0, declared) };
        self.checked(applied)
    }
    /// A relation as [`Context::relation`] gave it, applied to other arguments of the same sorts.
    pub(super) fn applied(&self, relation: Ast, args: &[Ast]) -> Result<Ast, SolverError> {
        let declared = self.declaration(relation)?;
        let raw: Vec<Z3_ast> = args.iter().map(|arg| arg.0).collect();
        self.own(unsafe { Z3_mk_app(self.raw, declared, raw.len() as u32, raw.as_ptr()) })
    }
    /// Adds `∀ bound . body => head`; `bound` are constants.
    pub(super) fn add_rule(&self, horn: HornHandle, bound: &[Ast], body: Ast, head: Ast) -> Result<(), SolverError> {
        let mut rule = self.make2(Z3_mk_implies, body, head)?;
        if !bound.is_empty() {
            let mut bound_apps = Vec::with_capacity(bound.len());
            for constant in bound {
                bound_apps.push(self.app(*constant)?);
            }
            let count = bound_apps.len() as u32;
            rule = self.own(unsafe {
                Z3_mk_forall_const(self.raw, 0, count, bound_apps.as_ptr(), 0, std::ptr::null(), rule.0)
            })?;
        }
        unsafe { Z3_fixedpoint_add_rule(self.raw, horn.0, rule.0, None) };
        self.checked(())
    }
    /// Can a relation without arguments be derived? `None`: not known.
    ///
    /// Asked as a formula: Z3 looks at the limit of work then, and not when it is asked about a relation.
    pub(super) fn derivable(&self, horn: HornHandle, relation: Ast) -> Result<Option<bool>, SolverError> {
        let answer = unsafe { Z3_fixedpoint_query(self.raw, horn.0, relation.0) };
        Ok(match self.checked(answer)? {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        })
    }
    /// Why the last query was not answered.
    pub(super) fn horn_reason(&self, horn: HornHandle) -> String {
        text(unsafe { Z3_fixedpoint_get_reason_unknown(self.raw, horn.0) })
    }
    /// The invariant that refuted the query, of a relation as [`Context::relation`] gave it, over its arguments.
    pub(super) fn cover(&self, horn: HornHandle, relation: Ast) -> Result<Ast, SolverError> {
        let declared = self.declaration(relation)?;
        let cover = self.own(unsafe { Z3_fixedpoint_get_cover_delta(self.raw, horn.0, -1, declared) })?;
        let Shape::Operation(_, _, args) = self.shape(relation)? else { return Ok(cover) };
        let raw: Vec<Z3_ast> = args.iter().map(|arg| arg.0).collect();
        self.own(unsafe { Z3_substitute_vars(self.raw, cover.0, raw.len() as u32, raw.as_ptr()) })
    }
    /// Literals that imply the formula and hold in the model, without the `bound` constants as far as Z3 can.
    pub(super) fn project(&self, model: ModelHandle, bound: &[Ast], formula: Ast) -> Result<Ast, SolverError> {
        let implicant = self.own(unsafe { Z3_model_extrapolate(self.raw, model.0, formula.0) })?;
        if bound.is_empty() {
            return Ok(implicant);
        }
        let mut bound_apps = Vec::with_capacity(bound.len());
        for constant in bound {
            bound_apps.push(self.app(*constant)?);
        }
        let count = bound_apps.len() as u32;
        self.own(unsafe { Z3_qe_model_project(self.raw, model.0, count, bound_apps.as_ptr(), implicant.0) })
    }

    pub(super) fn shape(&self, a: Ast) -> Result<Shape, SolverError> {
        match self.checked(unsafe { Z3_get_ast_kind(self.raw, a.0) })? {
            AstKind::Numeral => {
                let digits = text(unsafe { Z3_get_numeral_string(self.raw, a.0) });
                self.checked(Shape::Numeral(digits))
            }
            AstKind::App => {
                let (app, declared) = (self.app(a)?, self.declaration(a)?);
                let kind = self.checked(unsafe { Z3_get_decl_kind(self.raw, declared) })?;
                let mut parameters = Vec::new();
                for i in 0..self.checked(unsafe { Z3_get_decl_num_parameters(self.raw, declared) })? {
                    // SAFETY: below the number of parameters, and asked only for an integer.
                    let integer = unsafe {
                        (Z3_get_decl_parameter_kind(self.raw, declared, i) == ParameterKind::Int)
                            .then(|| Z3_get_decl_int_parameter(self.raw, declared, i))
                    };
                    parameters.extend(integer.and_then(|integer| u32::try_from(integer).ok()));
                }
                let mut args = Vec::new();
                for i in 0..self.checked(unsafe { Z3_get_app_num_args(self.raw, app) })? {
                    args.push(self.own(unsafe { Z3_get_app_arg(self.raw, app, i) })?);
                }
                Ok(Shape::Operation(kind, parameters, args))
            }
            _ => Ok(Shape::Other),
        }
    }
    pub(super) fn sort_of(&self, a: Ast) -> Result<SortHandle, SolverError> {
        self.sort(unsafe { Z3_get_sort(self.raw, a.0) })
    }
    pub(super) fn sort_shape(&self, sort: SortHandle) -> Result<SortShape, SolverError> {
        Ok(match self.checked(unsafe { Z3_get_sort_kind(self.raw, sort.0) })? {
            SortKind::Bool => SortShape::Bool,
            SortKind::Int => SortShape::Int,
            SortKind::Real => SortShape::Real,
            SortKind::Bv => SortShape::BitVec(self.checked(unsafe { Z3_get_bv_sort_size(self.raw, sort.0) })?),
            SortKind::Array => SortShape::Array(
                self.sort(unsafe { Z3_get_array_sort_domain(self.raw, sort.0) })?,
                self.sort(unsafe { Z3_get_array_sort_range(self.raw, sort.0) })?,
            ),
            _ => SortShape::Other,
        })
    }
    /// The name of the function that an expression applies.
    pub(super) fn name(&self, a: Ast) -> Result<String, SolverError> {
        let declared = self.declaration(a)?;
        let symbol = self.checked(unsafe { Z3_get_decl_name(self.raw, declared) })?;
        let name = symbol.map(|symbol| text(unsafe { Z3_get_symbol_string(self.raw, symbol) }));
        self.checked(name.unwrap_or_default())
    }
    fn app(&self, a: Ast) -> Result<Z3_app, SolverError> {
        let app = unsafe { Z3_to_app(self.raw, a.0) };
        self.checked(app)?.ok_or_else(|| SolverError("an expression that is no application".into()))
    }
    fn declaration(&self, a: Ast) -> Result<Z3_func_decl, SolverError> {
        let app = self.app(a)?;
        let declared = unsafe { Z3_get_app_decl(self.raw, app) };
        self.checked(declared)?.ok_or_else(|| SolverError("an application of nothing".into()))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.alive.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
        // SAFETY: no interrupter holds the context any more, and nobody uses its expressions; everything else made in it
        // goes with it.
        unsafe {
            for ast in self.owned.get_mut().drain(..).rev() {
                Z3_dec_ref(self.raw, ast);
            }
            Z3_solver_dec_ref(self.raw, self.counter);
            Z3_del_context(self.raw);
        }
    }
}
