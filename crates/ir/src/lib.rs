//! Programs as Cairn sees them: C types with their layout ([`types`]), side-effect-free typed expressions and places
//! ([`expr`], [`operator`]), operations on the edges of control-flow automata ([`op`], [`primitive`]), the automata and the
//! program ([`program`]),
//! constants and bit-precise arithmetic on them ([`value`], [`eval`]).
//!
//! Invariants: an expression has no side effect and no unresolved name or conversion; every implicit conversion of C is
//! an explicit [`expr::ExprKind::Cast`]; nothing in here knows a front end's syntax, an analysis, or a file.

pub mod assertion;
pub mod assumption;
pub mod behaviour;
pub mod builder;
pub mod callgraph;
pub mod check;
pub mod components;
pub mod control_graph;
pub mod dataflow;
pub mod dominators;
pub mod dot;
pub mod effects;
pub mod eval;
pub mod expr;
pub mod external;
pub mod external_pointers;
mod facts;
pub mod ids;
pub mod interval;
pub mod json;
mod levels;
pub mod loops;
pub mod machine;
pub mod op;
pub mod operator;
pub mod primitive;
pub mod print;
pub mod program;
mod reachable;
pub mod reverse_postorder;
pub mod step;
pub mod termination;
pub mod thread_mark;
pub mod types;
pub mod value;
pub mod walk;

pub use assertion::Assertion;
pub use assumption::{Assumption, Assumptions};
pub use callgraph::CallGraph;
pub use control_graph::ControlGraph;
pub use dominators::Dominators;
pub use dot::dot;
pub use expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceId, PlaceKind, UnaryOp};
pub use external::{Outside, Treatment, pointers_in, pointers_to};
pub use external_pointers::Exposure;
pub use facts::ProgramFacts;
pub use ids::{EdgeId, FunctionId, NodeId, VarId};
pub use json::json;
pub use levels::levels;
pub use loops::{Loop, LoopId, Loops};
pub use op::{CallSite, CallSiteId, Intrinsic, NondetSource, Op};
pub use print::{format_expr, format_op, format_place, format_type};
pub use program::{Edge, EdgeList, Function, Node, PointerCall, Program, VarKind, Variable};
pub use reachable::{any_reachable, mark_reachable, reachable};
pub use step::{PassedValues, Step};
pub use termination::Ending;
pub use types::{Field, FloatKind, IntKind, MachineModel, Qualified, Record, RecordId, Type, TypeId, Types};
pub use value::Value;
