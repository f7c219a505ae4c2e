//! Uninterpreted functions. Unlike symbols, functions of one name and signature are one function: what they stand for
//! (an operation that is not modelled) has no place in the program.

use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{FunctionId, FunctionSignature, TermId, TermOp};

impl Terms {
    /// The function of a name and signature.
    pub fn function(&mut self, name: impl Into<String>, domain: &[Sort], range: Sort) -> FunctionId {
        self.functions.intern(FunctionSignature { name: name.into(), domain: domain.to_vec(), range })
    }
    /// The signature of a function.
    pub fn signature(&self, function: FunctionId) -> &FunctionSignature {
        &self.functions[function]
    }
    /// Number of functions: ids are dense below it.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }
    /// The value of a function at some arguments.
    pub fn call(&mut self, function: FunctionId, args: &[TermId]) -> TermId {
        debug_assert!(args.iter().map(|arg| self.sort(*arg)).eq(self.signature(function).domain.iter().copied()));
        let range = self.signature(function).range;
        self.intern(TermOp::Call(function), args, range)
    }
}
