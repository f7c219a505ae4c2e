//! The request to the library.

use crate::facts::KnownFacts;
use cairn_base::{CancelToken, QueryBook, SlowestQueries, Work};
use cairn_dss::remote::Machines;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_options::Configuration;
use cairn_task::Property;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A verification task, read and ready.
#[derive(Clone, Debug)]
pub struct Request {
    /// The program's translation units, preprocessed.
    pub inputs: Vec<Input>,
    /// Options of the front end beside the text.
    pub front: FrontEndOptions,
    /// The property.
    pub property: Property,
    /// The options.
    pub configuration: Configuration,
    /// Limits of the process; the options' `auto` is resolved by the caller, who knows the system.
    pub limits: RunLimits,
    /// Stops the run when raised.
    pub cancel: CancelToken,
    /// Whether the report holds the drawing of the ARG, which costs memory.
    pub drawings: bool,
    /// Where the slowest queries to solvers are kept with their texts, if anywhere.
    pub slowest: Option<SlowestQueries>,
    /// Whether the report has the levels of the ARG.
    pub levels: bool,
    /// Whether the report holds the first states that were explored, and which statements were reached.
    pub explored: bool,
    /// Whether the report holds the invariants that TRUE rests on, which costs time.
    pub invariants: bool,
    /// Where workers note the messages that they send each other; changes nothing else.
    pub messages: Option<cairn_dss::Recorder>,
    /// The run over many machines that the distributed analysis is.
    pub machines: Option<Machines>,
    /// Targets are shown one by one too, where an engine can, beside the verdict on all of them.
    pub each_target: bool,
    /// The file in which summaries are kept from run to run.
    pub summaries: Option<PathBuf>,
    /// Facts about the program beforehand, and about what it has executions of.
    pub facts: Option<KnownFacts>,
}

impl Request {
    /// A request about some texts that leaves nothing behind but its report.
    pub fn new(
        inputs: Vec<Input>,
        property: Property,
        configuration: Configuration,
        limits: RunLimits,
        cancel: CancelToken,
    ) -> Self {
        Self {
            inputs,
            front: front_options(&configuration),
            property,
            configuration,
            limits,
            cancel,
            drawings: false,
            slowest: None,
            levels: false,
            explored: false,
            invariants: false,
            messages: None,
            machines: None,
            each_target: false,
            summaries: None,
            facts: None,
        }
    }

    /// The same options for a question within a run, with limits of its own, of which nothing is shown but the answer.
    pub(crate) fn within(&self, property: Property, limits: RunLimits) -> Self {
        let configuration = self.configuration.clone();
        let request = Self::new(Vec::new(), property, configuration, limits, self.cancel.below());
        Self { front: self.front.clone(), ..request }
    }

    /// Where a stage notes what its queries cost.
    pub(crate) fn book(&self, stage: String) -> QueryBook {
        QueryBook::new(stage, self.slowest.clone())
    }

    /// Whether the graphs of stages are looked at when the run is over.
    pub(crate) fn keeps_graphs(&self) -> bool {
        self.drawings || self.levels || self.explored
    }
}

/// Limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// When the run started.
    pub start: Instant,
    /// Wall time from the start on.
    pub time: Option<Duration>,
    /// Processor time; the caller watches it and raises the flag. Here it only helps to divide the time.
    pub processor: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
    /// Steps of the analysis.
    pub steps: Option<u64>,
    /// Work of solvers.
    pub work: Option<Work>,
}

/// Options for the front end.
pub fn front_options(configuration: &Configuration) -> FrontEndOptions {
    FrontEndOptions {
        model: configuration.machine_model,
        entry: configuration.entry.clone(),
        undefined: configuration.undefined_functions,
        arguments_may_be_none: configuration.arguments_may_be_none,
        malloc_may_fail: configuration.malloc_may_fail,
        volatile: configuration.volatile,
        contracts: configuration.contracts,
        mapped: configuration.mmio.0.clone(),
        interrupts: match configuration.interrupts.as_str() {
            "none" => String::new(),
            handlers => handlers.to_owned(),
        },
        ..FrontEndOptions::default()
    }
}
