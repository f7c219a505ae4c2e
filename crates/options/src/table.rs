//! Every option of Cairn: one table, sorted by name, from which come the typed [`Configuration`], `cairn options`, the
//! reference in the documentation and the check of what a user sets. (The idea is CaDiCaL's `options.hpp`.)
//!
//! Why not a struct with attributes for each crate: options would be found in as many places as there are crates, and
//! their number would grow unseen.

use crate::analysis::{Analysis, BlockAnalysis};
use crate::capability::Capability;
use crate::quantity::Limit;
use crate::values::{AddressRanges, Bytes, CommandLines, Modules, TraceLength};
use cairn_base::choice::OptionValue;
use cairn_blocks::Decomposition;
use cairn_cpa::{Order, RefineFrom, Sharing};
use cairn_domains::interval::RangeStates;
use cairn_domains::value::Refining;
use cairn_dss::{Combine, Conditions, Proceed};
use cairn_faultloc::Technique;
use cairn_formula::Encoding;
use cairn_front_c::contracts::ContractUse;
use cairn_impact::{BlockSize, Covering};
use cairn_ir::MachineModel;
use cairn_ir::external::{Treatment, VolatileReads};
use cairn_predicate::{AbstractionKind, BlockBoundaries, Form, PredicateScope, Trees};
use cairn_slice::Slicing;
use cairn_smt::SolverChoice;
use cairn_smt::interpolation::FirstMethod;
use std::time::Duration;

/// Who reads an option.
#[derive(Clone, Copy)]
pub enum Readers {
    /// It is about the program, the limits or the output, and has the same effect whatever analysis runs.
    All,
    /// The analyses that can do all of this.
    Only(&'static [Capability]),
}

impl Readers {
    /// Whether an analysis reads the option.
    pub fn has(self, analysis: Analysis) -> bool {
        match self {
            Self::All => true,
            Self::Only(needs) => needs.iter().all(|need| analysis.can(*need)),
        }
    }
    /// Whether workers read it when they run the analysis that it is about.
    fn is_of_workers(self) -> bool {
        matches!(self, Self::Only([Values | Predicates | Encodings]))
    }
}

/// Prefix of options that only the experiments of papers need: `cairn options` leaves them out.
const EXPERIMENT: &str = "experiment.";

/// One option.
pub struct OptionRow {
    /// Its name: words in kebab-case; a dot separates the part of Cairn that it belongs to, behind `experiment.` where only
    /// the experiments of papers need it.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: &'static str,
    /// The value that it has when nobody sets it.
    pub default: &'static str,
    /// Its meaning, one sentence.
    pub meaning: &'static str,
    /// Which analyses read it.
    pub readers: Readers,
    /// Writes a value into a configuration.
    pub set: fn(&mut Configuration, &str) -> Result<(), String>,
}

impl OptionRow {
    /// Whether only the experiments of papers need it.
    pub fn is_experiment(&self) -> bool {
        self.name.starts_with(EXPERIMENT)
    }
}

macro_rules! options {
    ($($name:literal $field:ident : $kind:ty = $default:literal, $readers:expr, $meaning:literal;)*) => {
        /// The value of every option.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Configuration {
            $(#[doc = $meaning] pub $field: $kind,)*
        }
        /// All options, sorted by name.
        pub static TABLE: &[OptionRow] = &[$(OptionRow {
            name: $name,
            kind: <$kind as OptionValue>::TYPE,
            default: $default,
            meaning: $meaning,
            readers: $readers,
            set: |configuration, text| {
                configuration.$field = OptionValue::parse(text)?;
                Ok(())
            },
        },)*];
        impl Configuration {
            /// Every option at its default.
            ///
            /// # Errors
            /// Never for the table as it is: a test reads every default.
            pub fn defaults() -> Result<Self, String> {
                Ok(Self { $($field: <$kind as OptionValue>::parse($default)?,)* })
            }
        }
    };
}

use Capability::{
    Blocks, Distribution, EagerSlices, Encoding as Encodings, ErrorPaths, Exploration, Jobs, Lazy, Predicates, Ranges,
    Refinement, Seed, Solvers, Symbols, Values,
};
use Readers::{All, Only};

options! {
    "analysis" analysis: Analysis = "auto", All,
        "Which analysis runs; auto picks several by what the program looks like, which take turns.";
    "arguments.may-be-none" arguments_may_be_none: bool = "false", All,
        "Whether main may be given no arguments at all, so that argc is 0 and argv[0] is null.";
    "bam.blocks" bam_blocks: Modules = "off", Only(&[Blocks]),
        "Which parts of the program are explored by themselves, their results used again; recursion by a fixpoint.";
    "contracts" contracts: ContractUse = "check", All,
        "Whether contracts are checked where they must hold, or functions with a contract are entries as well (cairn check --contracts).";
    "cpu-limit" cpu_limit: Limit<Duration> = "auto", All,
        "Processor time after which the answer is UNKNOWN; auto stops shortly before the process's own limit.";
    "distributed.deadline" distributed_deadline: Limit<Duration> = "5s", All,
        "How long a worker on another machine may say nothing before its work is given to another.";
    "distributed.lost" distributed_lost: Limit<Duration> = "60s", All,
        "How long the server of a run over many machines may be gone before the run ends.";
    "encoding" encoding: Encoding = "integer", Only(&[Encodings]),
        "C's integers in path formulas; from integer, predicates go on in bit-vectors where whole numbers refute too little; never-wrapping: TRUE assumes that no arithmetic leaves the range of its type.";
    "engine.order" engine_order: Order = "auto", Only(&[Exploration]),
        "In which order abstract states are explored; auto is turns for value and symbolic without bam.blocks, else call-stack.";
    "engine.unrefuted-limit" engine_unrefuted_limit: Limit<u64> = "10", Only(&[ErrorPaths]),
        "Number of error paths neither confirmed nor refuted after which the answer is UNKNOWN.";
    "entry" entry: String = "main", All,
        "The function where the program starts.";
    "experiment.bam.interpolation" bam_interpolation: Trees = "closed", Only(&[Predicates, Blocks]),
        "How the predicate analysis interpolates counterexamples through functions that are explored by themselves.";
    "experiment.distributed.analysis" distributed_analysis: BlockAnalysis = "predicate", Only(&[Distribution]),
        "What the workers of the distributed analysis run: predicates, explicit values, ranges, or several of these together.";
    "experiment.distributed.blocks" distributed_blocks: u64 = "1", Only(&[Distribution]),
        "With experiment.distributed.decomposition=given-size, blocks are merged until there are no more than so many, or none can be.";
    "experiment.distributed.combine" distributed_combine: Combine = "off", Only(&[Distribution]),
        "What becomes of states that wait at one entry of a block: each is explored by itself, or those that wait are combined to one.";
    "experiment.distributed.conditions" distributed_conditions: Conditions = "chains", Only(&[Distribution]),
        "How a violation that a block has met goes back to the program's entry: the chain of blocks as a whole, or a condition block by block.";
    "experiment.distributed.decomposition" distributed_decomposition: Decomposition = "loops", Only(&[Distribution]),
        "How the distributed analysis cuts the program into blocks.";
    "experiment.distributed.proceed" distributed_proceed: Proceed = "at-once", Only(&[Distribution]),
        "When a state that has arrived at a block is explored: at once, when none can come any more from the blocks before, or after all that was sent before it, error conditions too.";
    "experiment.engine.basic-blocks" engine_basic_blocks: bool = "true", Only(&[Exploration]),
        "Keeps one abstract state a basic block and recomputes the others when they are needed.";
    "experiment.engine.refine-from" engine_refine_from: RefineFrom = "cut", Only(&[Exploration]),
        "Where exploration starts again after a refinement: at the first state whose precision changes, or at the root.";
    "experiment.engine.refinement-limit" engine_refinement_limit: Limit<u64> = "none", Only(&[Refinement]),
        "Number of refinements after which the answer is UNKNOWN.";
    "experiment.engine.sharing" engine_sharing: Sharing = "waitlist", Only(&[Exploration]),
        "Which states get a refined precision beside those below the cut.";
    "experiment.impact.block" impact_block: BlockSize = "loops", Only(&[Lazy]),
        "Where the blocks of the IMPACT analysis end.";
    "experiment.impact.covering" impact_covering: Covering = "forced", Only(&[Lazy]),
        "How hard the IMPACT analysis tries to cover a state.";
    "experiment.interpolation" interpolation: FirstMethod = "auto", Only(&[Predicates]),
        "Which method of interpolation is tried first; the others follow when it fails.";
    "experiment.interval.states" interval_states: RangeStates = "joined", Only(&[Ranges]),
        "Whether a location has one vector of ranges (joined), or several, whose ends are constants of the program's comparisons at loop heads (classes).";
    "experiment.localization.blocks" localization_blocks: bool = "false", All,
        "With localization.technique=max-sat, whether each visit of a block of the program is looked at by itself, which takes fewer questions and finds fewer sets.";
    "experiment.localization.sets" localization_sets: u64 = "100", All,
        "With localization.technique=max-sat or unsat-core, the search ends after so many sets of statements.";
    "experiment.localization.skipping" localization_skipping: bool = "true", All,
        "Whether a condition that is to blame may have left out what it led to; false is the trace formula of the paper.";
    "experiment.predicate.abstraction" predicate_abstraction: AbstractionKind = "boolean", Only(&[Predicates]),
        "How the abstraction of a block is computed from the predicates.";
    "experiment.predicate.block" predicate_block: BlockBoundaries = "loops", Only(&[Predicates]),
        "Where blocks end beside loop heads, recursive calls and targets: a list of edges, joins, calls, or a number of edges.";
    "experiment.predicate.form" predicate_form: Form = "atoms", Only(&[Predicates]),
        "What of an interpolant becomes a predicate.";
    "experiment.predicate.scope" predicate_scope: PredicateScope = "variables", Only(&[Predicates]),
        "For which locations a predicate is tracked; variables: where it was found, or everywhere when it is about global ones only.";
    "experiment.symbolic.refinement" symbolic_refinement: Refining = "cegar", Only(&[Symbols]),
        "Whether symbolic execution learns from spurious error paths which variables and constraints to keep, or keeps all.";
    "interrupts" interrupts: String = "none", All,
        "Functions that the environment may call between any two operations, with commas; name=TIMES: at most so often.";
    "jobs" jobs: u64 = "1", Only(&[Jobs]),
        "How many analyses of the default strategy run side by side, or workers of the distributed analysis.";
    "localization.technique" localization_technique: Technique = "counterfactual", All,
        "How the statements are found that a violation is due to: changes of the program that avoid it, sets of statements without which it does not follow, sets from which it follows, or interpolants.";
    "machine-model" machine_model: MachineModel = "LP64", All,
        "What C's types are: i386 (ILP32; short: --32), x86-64 (LP64, --64) or a bare ARM (ARM32, as arm-none-eabi-gcc has it); +unsigned-char, +short-enums, +short-wchar behind it change what these flags of a compiler do.";
    "memory-limit" memory_limit: Limit<Bytes> = "auto", All,
        "Resident memory after which the answer is UNKNOWN; auto is 3000 MB, or less where the process may use less.";
    "memory.malloc-may-fail" malloc_may_fail: bool = "false", All,
        "Whether every allocation may give null; otherwise only one of more bytes than an object can have.";
    "memory.uninitialised" memory_uninitialised: bool = "false", All,
        "Whether --check uninitialised asks about memory that has an address as well (the heap, locals that something points to), where a value decides a branch, an address or an argument.";
    "mmio" mmio: AddressRanges = "none", All,
        "Where registers of devices are, as 0x40000000-0x40001000 with commas, the last address left out: what is read there has any value each time, volatile or not, and what is written there is gone.";
    "slicing" slicing: Slicing = "off", Only(&[EagerSlices]),
        "Hides from the analysis what a slice of the program leaves out: one that grows with spurious error paths, or (eager) one for all violations; IMPACT, bmc and k-induction have the latter only.";
    "solver" solver: SolverChoice = "z3", Only(&[Solvers]),
        "Who answers the analysis's questions: the library Z3, or a program that reads SMT-LIB 2, as a command (cvc5); its work is not counted, so only limits of time and memory end it, and runs may differ.";
    "solver-limit" solver_limit: Limit<u64> = "none", All,
        "Units of the solvers' work, some millions a second, after which the answer is UNKNOWN: the same on every machine.";
    "step-limit" step_limit: Limit<u64> = "none", All,
        "Number of analysis steps after which the answer is UNKNOWN: the same on every machine.";
    "testing.command-lines" testing_command_lines: CommandLines = "beside", All,
        "Whether `cairn check` executes a whole program on command lines, input, files and environments that it makes up: beside queries, alone (only), or not (off).";
    "testing.seed" testing_seed: u64 = "0", Only(&[Seed]),
        "The inputs of random testing follow from this number.";
    "time-limit" time_limit: Limit<Duration> = "none", All,
        "Wall time after which the answer is UNKNOWN.";
    "trace" trace: TraceLength = "short", All,
        "Whether a printed execution sums up repetitions of loops (short), also leaves out steps that the violation does not depend on (relevant), or has every step (full).";
    "undefined-functions" undefined_functions: Treatment = "arguments", All,
        "What a call of a function without a body may change: what its arguments point to, also global variables, nothing; or it is refused.";
    "value.refinement" value_refinement: Refining = "cegar", Only(&[Values]),
        "Whether the value analysis learns from spurious error paths what to track, or tracks everything.";
    "value.split" value_split: u64 = "0", Only(&[Values]),
        "With value.refinement=none, variables that an assumption leaves at most so many values are split into them; 0: never.";
    "volatile" volatile: VolatileReads = "environment", All,
        "Which volatile objects have any value each time they are read: those that the environment may change, all, or none.";
}

/// The row of an option.
pub fn row(name: &str) -> Option<&'static OptionRow> {
    TABLE.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &TABLE[index])
}

/// Why a configuration is refused, as a sentence: an option has another value than its default, and the analysis does not
/// read it.
pub fn refusal(configuration: &Configuration) -> Option<String> {
    let analysis = configuration.analysis;
    TABLE
        .iter()
        .find_map(|row| {
            if reads(configuration, row.readers) || is_default(row, configuration) {
                return None;
            }
            if row.readers.has(analysis) || analysis == Analysis::Distributed && row.readers.is_of_workers() {
                let (name, default, word) = (row.name, row.default, configuration.distributed_analysis.word());
                return Some(format!(
                    "{name} has no effect with analysis=distributed and experiment.distributed.analysis={word}: {name} must be {default}"
                ));
            }
            let known =
                Analysis::ALL.iter().filter(|analysis| row.readers.has(**analysis)).map(|analysis| analysis.word());
            let known = known.collect::<Vec<&str>>().join(", ");
            let (name, default, word) = (row.name, row.default, analysis.word());
            Some(format!(
                "{name} has no effect with analysis={word}: {name} must be {default}, or the analysis one of {known}"
            ))
        })
        .or_else(|| unsliceable(configuration))
        .or_else(|| unassumed(configuration))
        .or_else(|| uncounted(configuration))
}

/// The work of a program is not counted.
fn uncounted(configuration: &Configuration) -> Option<String> {
    let counts = configuration.solver_limit != Limit::Unlimited && configuration.solver != SolverChoice::Z3;
    counts.then(|| {
        "solver-limit does not count the work of a program: solver must be z3, or solver-limit none".to_owned()
    })
}

/// Most stages of the default strategy have integers that wrap around, so its answers would not be those of one program.
fn unassumed(configuration: &Configuration) -> Option<String> {
    let assumes = configuration.encoding == Encoding::NeverWrapping && configuration.analysis == Analysis::Auto;
    assumes.then(|| {
        "encoding=never-wrapping needs an analysis by name: analysis must be predicate, value-predicate, impact or distributed"
            .to_owned()
    })
}

/// Whether the analysis of a configuration reads an option. What the distributed one can is what its workers run can, as far as
/// that is about values or predicates.
fn reads(configuration: &Configuration, readers: Readers) -> bool {
    let workers = configuration.distributed_analysis;
    let can = |need: Capability| match need {
        Values if configuration.analysis == Analysis::Distributed => workers.has_values(),
        Predicates | Encodings if configuration.analysis == Analysis::Distributed => workers.has_predicates(),
        _ => configuration.analysis.can(need),
    };
    match readers {
        All => true,
        Only(needs) => needs.iter().all(|need| can(*need)),
    }
}

/// A slice that grows needs an analysis that is explored state by state.
fn unsliceable(configuration: &Configuration) -> Option<String> {
    let (analysis, slicing) = (configuration.analysis, configuration.slicing);
    let grows = matches!(slicing, Slicing::TargetPath | Slicing::TargetLocation);
    (grows && !analysis.can(Capability::GrowingSlices)).then(|| {
        format!(
            "slicing={} has no effect with analysis={}: slicing must be off or eager",
            slicing.word(),
            analysis.word()
        )
    })
}

/// Whether an option has the value that it has when nobody sets it.
fn is_default(row: &OptionRow, configuration: &Configuration) -> bool {
    let mut plain = configuration.clone();
    (row.set)(&mut plain, row.default).is_ok() && plain == *configuration
}

/// The name nearest to what somebody wrote, for "did you mean"; `experiment.` may be missing.
pub fn nearest(name: &str) -> Option<&'static str> {
    // A name is short; what is longer is near to none.
    let name: String = name.chars().take(64).collect();
    let distance = |known: &str| strsim::levenshtein(&name, known);
    let scored = TABLE.iter().map(|row| {
        let short = row.name.strip_prefix(EXPERIMENT).unwrap_or(row.name);
        (distance(row.name).min(distance(short)), row.name)
    });
    scored.min().filter(|(distance, _)| *distance <= 3).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_defaults_are_values() {
        assert!(TABLE.is_sorted_by(|a, b| a.name < b.name));
        let mut configuration = Configuration::defaults().unwrap();
        for row in TABLE {
            (row.set)(&mut configuration, row.default).unwrap();
            assert!(row.meaning.ends_with('.'), "{}", row.name);
            assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '.'), "{}", row.name);
        }
        assert_eq!(Configuration::defaults(), Ok(configuration));
    }

    #[test]
    fn a_misspelt_name_finds_its_neighbour() {
        assert_eq!(nearest("machine-modle"), Some("machine-model"));
        assert_eq!(nearest("colour-of-the-sky"), None);
        assert!(row("entry").is_some());
        assert!(row("entr").is_none());
        for row in TABLE.iter().filter(|row| row.is_experiment()) {
            let short = row.name.strip_prefix(EXPERIMENT).unwrap();
            assert_eq!(nearest(short), Some(row.name), "an old name leads to the new one");
        }
        assert_eq!(nearest("experiment.impact.blok"), Some("experiment.impact.block"));
    }
}
