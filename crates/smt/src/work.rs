//! How much work questions may cost: every limit of Cairn that is counted in a solver's units, in one place.
//!
//! A limit is there so that a hard question does not keep an analysis from the others. Each was chosen in seconds once, and
//! is the work that Z3 does in that time at the rate measured for the theories that the question is mostly about
//! (`docs/design/terms-and-solver.md` has the measurement). None of them decides what is true, only when to give up. A limit that
//! one kind of query has says which, for the figures ([`QueryKind`]).

use cairn_base::{QueryKind, QueryLimit, Work};

/// A second in Z3's incremental core and then in its tactics, over bit-vectors and propositions.
pub const SECOND: Work = Work::thousands(2_000);
/// A second of Spacer, of projection, and of what interpolation asks beside it.
pub const INTERPOLATION_SECOND: Work = Work::thousands(1_000);
/// A second of Spacer alone.
const SPACER_SECOND: Work = Work::thousands(500);
/// A second of what Z3 is fastest at: no question that is answered within a stage is cut off by what the stage's time is
/// worth.
pub(crate) const SLICE_SECOND: Work = Work::thousands(8_000);

/// The first stage of a check, Z3's incremental core.
pub(crate) const FIRST_STAGE: Work = Work::thousands(4_500);
/// The same where floats, products or quotients are in the formula, at which the tactics are mostly better. The core counts
/// little there: of 221 questions that it answered all but 10 took less, and 30 others took 0.15 s each in vain with more.
pub(crate) const FIRST_STAGE_ARITHMETIC: Work = Work::thousands(20);
/// The same for the many small questions of interpolation.
pub(crate) const FIRST_STAGE_INTERPOLATION: Work = Work::thousands(45);

/// All methods of interpolation together when a request sets no limit, and each part of one at most.
pub const INTERPOLATION: Work = INTERPOLATION_SECOND.times(60);
/// Interpolants that are too large: the next methods get as much as was spent so far, and this.
pub(crate) const SECOND_OPINION: Work = INTERPOLATION_SECOND.part(3);
/// A question with assumptions gets this much; then it is asked without, and all of them are the core.
pub(crate) const ASSUMPTIONS: Work = INTERPOLATION_SECOND.part(3);
pub(crate) const UNIFORM: Work = INTERPOLATION_SECOND.times(2);
/// A new term of interpolation, which no solver counts.
pub(crate) const TERM: Work = Work::units(1);
/// The small core that predicates are mined from.
pub const CORE: QueryLimit = QueryKind::Interpolation.limit(INTERPOLATION_SECOND.times(10));

/// A question of a predicate abstraction; what is not known by then is taken as possible.
pub const ABSTRACTION: QueryLimit = QueryKind::Abstraction.limit(SECOND.times(5));
/// The feasibility of a block.
pub const BLOCK: QueryLimit = QueryKind::BlockFeasibility.limit(SECOND.times(15));
/// Whether something that is not modelled can be reached.
pub const UNMODELLED: QueryLimit = QueryKind::BlockFeasibility.limit(SECOND.times(3));
/// Whether one abstraction implies another.
pub const IMPLICATION: QueryLimit = QueryKind::Coverage.limit(SECOND.times(3));
/// The formula of a path of blocks.
pub const PATH_OF_BLOCKS: QueryLimit = QueryKind::PathFeasibility.limit(SECOND.times(60));
/// Whether an execution can leave its path at a branch.
pub const FLIP: QueryLimit = QueryKind::PathFeasibility.limit(SECOND.part(40));
/// Each question for the shortest infeasible part of a path of blocks, and for its end alone.
pub const PART_OF_PATH: QueryLimit = QueryKind::PathFeasibility.limit(SECOND.times(5));
/// A question about a template.
pub const TEMPLATE: QueryLimit = QueryKind::Lemma.limit(SECOND.part(2));
/// The first attempt to solve the clauses of all unwindings; each in vain doubles it.
pub const CLOSURE: Work = SPACER_SECOND;
/// No such attempt gets more.
pub const LONGEST_CLOSURE: Work = SPACER_SECOND.times(60);
/// All attempts get as much together as interpolation did, and this.
pub const CLOSURE_CREDIT: Work = SPACER_SECOND.times(2);

/// A question of bounded model checking.
pub const UNROLLING: Work = SECOND.times(60);
/// A question of the inductive step, for each unit of the bound.
pub const INDUCTIVE_STEP: Work = SECOND.part(2);

/// A question about one transition, of which property-directed reachability asks thousands.
pub const PROPERTY_DIRECTED: Work = SECOND.times(2);

/// All Horn clauses of a program, and each of them under a solution.
pub const HORN: Work = SPACER_SECOND.times(300);

/// Which candidates a clause keeps; what is not known by then is dropped.
pub const HORN_CANDIDATE: Work = SECOND.part(2);
/// The first attempt at the clauses; each further one gets twice as much.
pub const HORN_ROUND: Work = SPACER_SECOND.part(2);

/// A question of symbolic execution about a branch; what is not known by then is followed.
pub const BRANCH: QueryLimit = QueryKind::PathFeasibility.limit(SECOND.times(2));

/// A question of IMPACT about covering.
pub const COVER: Work = SECOND.times(2);
/// A question of IMPACT about a path, and its interpolants.
pub const PATH_OF_IMPACT: Work = SECOND.times(30);

/// The formula of one path that an analysis reports.
pub const PATH: Work = SECOND.times(100);
/// A question in the middle of such a path.
pub const WITHIN_PATH: QueryLimit = QueryKind::PathFeasibility.limit(SECOND.times(2));
/// The search for a shorter infeasible prefix: what the path itself cost, but not less than the first and not more than
/// the second.
pub const PREFIX: (Work, Work) = (SECOND.part(5), SECOND.times(2));

/// A question of fault localization: about some statements of an execution, or about the sets that are not looked at yet.
pub const LOCALIZATION: QueryLimit = QueryKind::Localization.limit(SECOND.times(10));
/// Whether an interpolant of such an execution holds at another place of it; what is not known by then is no.
pub const LOCALIZATION_INVARIANT: QueryLimit = QueryKind::Localization.limit(SECOND.part(2));
/// The interpolants of such an execution.
pub const LOCALIZATION_INTERPOLANTS: QueryLimit = QueryKind::Interpolation.limit(INTERPOLATION_SECOND.times(15));
