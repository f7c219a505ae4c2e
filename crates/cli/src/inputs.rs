//! From the command line to what is to be verified: options, a task definition if one is given, the property, and the
//! preprocessed texts of the program. All reading of files is here.

use crate::arguments::ProgramArguments;
use crate::compiler;
use crate::exit::InputError;
use crate::other_languages::{language, unanswered};
use crate::preprocess::{self, layout, must_exist};
use crate::project::{self, Project};
use crate::project_file::{self, ProjectFile};
use crate::{limits, linked_files, llvm};
use cairn_base::{SourceMap, diagnostic::Diagnostic};
use cairn_front_c::contracts::ContractUse;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::behaviour::Check;
use cairn_ir::{MachineModel, Program};
use cairn_llvm_protocol::{is_bitcode, is_module};
use cairn_options::{Configuration, Origin, Settings, competition};
use cairn_task::input::FileContent;
use cairn_task::{Definition, Property, input};
use cairn_verify::{Figures, front_options};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Selection of inputs by the user.
pub struct InputSelection {
    pub configuration: Configuration,
    /// Those that were set, each a name and a value.
    pub options: Vec<(String, String)>,
    /// The files of the program, as named.
    pub files: Vec<PathBuf>,
    pub property: Property,
    /// Checks that a translated program cannot answer: the property has none of them.
    pub unanswered: Vec<Check>,
    pub preprocessor: Vec<String>,
    /// The compiler that preprocesses, when one is named.
    pub cc: Option<String>,
    /// The project that the files are of.
    pub project: Option<Project>,
    /// The program is run on a system.
    pub hosted: bool,
    /// The project's `cairn.toml`, or the file that was given with --config.
    pub project_file: ProjectFile,
    /// Texts of files that an editor has: they are read in place of the files.
    pub edited: EditedTexts,
}

impl InputSelection {
    /// Refuses the property that every execution ends, for a command that looks for what an execution reaches.
    ///
    /// # Errors
    /// It was asked for; a sentence.
    pub fn refuse_termination(&self, command: &str) -> Result<(), InputError> {
        match self.property.terminates {
            true => Err(InputError::new(format!(
                "cairn {command} is about what an execution reaches, not about whether it ends: cairn verify --property termination"
            ))),
            false => Ok(()),
        }
    }
}

pub type EditedTexts = BTreeMap<PathBuf, Arc<str>>;

/// Defaults of a command where neither the command line nor `cairn.toml` nor a task definition says it.
#[derive(Default)]
pub struct CommandDefaults<'d> {
    /// Options, each a name and a value.
    pub options: &'d [(&'d str, &'d str)],
    /// The checks that are asked about where no check and no property is named.
    pub checks: Option<&'d str>,
}

/// Reads options, task definition and property, for a command without defaults of its own.
///
/// # Errors
/// A message for the user.
pub fn select(
    arguments: &ProgramArguments,
    property: Option<&Path>,
    more: &[(&str, &str)],
) -> Result<InputSelection, InputError> {
    select_with_defaults(arguments, property, more, &CommandDefaults::default())
}

/// The same for a command with defaults. `more` are options that the command has flags for.
///
/// # Errors
/// A message for the user.
pub fn select_with_defaults(
    arguments: &ProgramArguments,
    property: Option<&Path>,
    more: &[(&str, &str)],
    defaults: &CommandDefaults<'_>,
) -> Result<InputSelection, InputError> {
    let mut settings = Settings::new()?;
    if arguments.competition {
        competition::apply(&mut settings)?;
    }
    set_flags(arguments, &mut settings)?;
    let list = arguments.project.as_deref();
    let project_file =
        match project_file::find(arguments.config.as_deref(), arguments.files.first().map(PathBuf::as_path).or(list)) {
            Some(path) => ProjectFile::read(&path)?,
            None => ProjectFile::default(),
        };
    let words: Vec<String> =
        project_file.flags.iter().chain(&arguments.compiler_flag).chain(&arguments.compiler).cloned().collect();
    let said = compiler::check_flags(&words).map_err(InputError::new)?;
    let mut flag = |name: &str, value: &str, flag: &str| settings.set(name, value, Origin::Flag(flag.to_owned()));
    match said.model {
        Some(MachineModel::Ilp32) => flag("machine-model", "ILP32", "-m32")?,
        Some(MachineModel::Lp64) => flag("machine-model", "LP64", "-m64")?,
        _ => {}
    }
    for (name, value) in more {
        flag(name, value, &format!("--{name} {value}"))?;
    }
    for pair in &arguments.options {
        settings.set_pair(pair)?;
    }
    project_file.set(&mut settings)?;
    let (files, task_property) = program_files(&arguments.files, &mut settings)?;
    let is_asked = [property, project_file.property.as_deref()].iter().any(Option::is_some);
    let property = match property.or(task_property.as_deref()).or(project_file.property.as_deref()) {
        Some(named) => read_property(named, &mut settings)?,
        None => Property::default_reachability(),
    };
    let checks = if arguments.check.is_empty() { &project_file.check } else { &arguments.check };
    let mut property = property.and_checks(checks.iter().map(String::as_str)).map_err(InputError::new)?;
    let is_named =
        |check: Check| checks.iter().flat_map(|words| words.split(',')).any(|word| word.trim() == check.word());
    let unanswered = unanswered(&files);
    if let Some((check, why)) = unanswered.iter().find(|(check, _)| is_named(*check)) {
        return Err(InputError::new(format!("--check {} cannot be answered of this program: {why}", check.word())));
    }
    let unanswered: Vec<Check> = unanswered.into_iter().map(|(check, _)| check).collect();
    arguments.cc.as_deref().map_or(Ok(()), must_exist)?;
    let define = arguments.define.iter().map(|name| format!("-D{name}"));
    let include = arguments.include.iter().map(|folder| format!("-I{}", folder.display()));
    let preprocessor = include.chain(define).chain(said.preprocessor.iter().cloned()).collect();
    // Where no file is named, the project is the one that is here.
    let here = arguments.files.is_empty().then(|| project::find_list(&project_file.folder)).flatten();
    let named = list.or(project_file.compile_commands.as_deref());
    let mut project = named.or(here.as_deref()).map(Project::read).transpose()?;
    let proves = settings.configuration().contracts == ContractUse::Prove;
    if proves && !more.iter().any(|(name, _)| *name == "contracts") {
        let why = "contracts=prove is set by `cairn check --contracts`, which begins at each function with a contract";
        return Err(InputError::new(why));
    }
    if let Some(project) = &mut project {
        project.reads_acsl = proves;
    }
    machine(&mut settings, &said, project.as_ref(), arguments.cc.as_deref())?;
    if said.wraps {
        property.checks.retain(|check| *check != Check::Overflow);
    } else if property.checks.contains(&Check::Overflow) && project.as_ref().is_some_and(Project::wraps) {
        let why =
            "the project is compiled with -fwrapv, so that nothing overflows: give -fwrapv, or leave out that check";
        return Err(InputError::new(why));
    }
    if let Some(word) = defaults.checks.filter(|_| !is_asked && checks.is_empty()) {
        property = property.and_checks([word]).map_err(InputError::new)?;
    }
    property.checks.retain(|check| !unanswered.contains(check));
    set_defaults(defaults.options, &mut settings)?;
    let options = settings.pairs();
    let (configuration, cc) = (settings.configuration().clone(), arguments.cc.clone());
    Ok(InputSelection {
        configuration,
        options,
        files,
        property,
        unanswered,
        preprocessor,
        cc,
        project,
        hosted: false,
        project_file,
        edited: EditedTexts::new(),
    })
}

/// Sets the options that flags of the program stand for.
fn set_flags(arguments: &ProgramArguments, settings: &mut Settings) -> Result<(), InputError> {
    let mut flag = |name: &str, value: &str, flag: &str| settings.set(name, value, Origin::Flag(flag.to_owned()));
    if arguments.bits32 {
        flag("machine-model", "ILP32", "--32")?;
    }
    if arguments.bits64 {
        flag("machine-model", "LP64", "--64")?;
    }
    if let Some(entry) = &arguments.entry {
        flag("entry", entry, &format!("--entry {entry}"))?;
    }
    if !arguments.interrupt.is_empty() {
        flag("interrupts", &arguments.interrupt.join(","), "--interrupt")?;
    }
    if !arguments.mmio.is_empty() {
        flag("mmio", &arguments.mmio.join(","), "--mmio")?;
    }
    Ok(())
}

/// Sets the options of a command that nothing else has set.
fn set_defaults(options: &[(&str, &str)], settings: &mut Settings) -> Result<(), InputError> {
    for (name, value) in options {
        if settings.origin(name).is_none() {
            settings.set(name, value, Origin::Flag(format!("--{name} {value}")))?;
        }
    }
    Ok(())
}

/// Makes the option of the machine what flags and the compiler say.
fn machine(
    settings: &mut Settings,
    said: &compiler::CompilerFlags,
    project: Option<&Project>,
    cc: Option<&str>,
) -> Result<(), InputError> {
    let is_any_as_good = settings.origin("machine-model").is_none();
    let before = settings.configuration().machine_model;
    let of_project = project.and_then(Project::changes);
    let mut model = of_project.map_or(before, |changes| changes.machine(before));
    model = said.machine(model);
    let mut origin = "the flags of the compiler".to_owned();
    if let Some(cc) = cc {
        let mut flags = model.flags();
        flags.extend(said.preprocessor.iter().cloned());
        model = layout::machine(cc, model, is_any_as_good, &flags)?;
        origin = format!("--cc {cc}");
    }
    if model != before {
        settings.refine("machine-model", &model.word(), Origin::Flag(origin))?;
    }
    Ok(())
}

fn is_task(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

/// The program's files, and the property file that a task definition names.
fn program_files(files: &[PathBuf], settings: &mut Settings) -> Result<(Vec<PathBuf>, Option<PathBuf>), InputError> {
    let Some(file) = files.iter().find(|file| is_task(file)) else { return Ok((files.to_vec(), None)) };
    let name = file.display();
    if files.len() > 1 {
        return Err(InputError::new(format!("{name} is a task definition: it must be the only file")));
    }
    let task = Definition::parse(file, &input::read(file)?)?;
    let chosen = settings.configuration().machine_model.data_model();
    let is_chosen = settings.origin("machine-model").is_some();
    if let Some(model) = task.data_model.filter(|model| !is_chosen || model.data_model() != chosen) {
        settings.set("machine-model", &model.word(), Origin::Task(name.to_string()))?;
    }
    // A task lists all properties that its authors have a verdict for: take one that is decided here.
    // Termination is taken where it is all that the task asks: a task that lists it beside others has always meant those here.
    let decided = |file: &PathBuf| read_property(file, &mut settings.clone()).is_ok();
    let of_safety =
        |file: &PathBuf| read_property(file, &mut settings.clone()).is_ok_and(|property| !property.terminates);
    let mut properties = task.properties.into_iter().map(|wanted| wanted.file).collect::<Vec<_>>();
    let chosen = properties.iter().position(of_safety).or(properties.iter().position(decided)).unwrap_or(0);
    let property = if properties.is_empty() { None } else { Some(properties.swap_remove(chosen)) };
    Ok((task.input_files, property))
}

/// A property file or a name, or several with commas between them.
fn read_property(named: &Path, settings: &mut Settings) -> Result<Property, InputError> {
    let name = named.display().to_string();
    if !named.exists()
        && let Some((first, others)) = name.split_once(',')
    {
        let mut property = read_property(Path::new(first.trim()), settings)?;
        for other in others.split(',') {
            property = property.and(read_property(Path::new(other.trim()), settings)?).map_err(InputError::new)?;
        }
        return Ok(property);
    }
    if !named.exists() && named.extension().is_none() {
        return Ok(Property::by_name(&name)?);
    }
    let mut sources = SourceMap::new();
    let text = input::read(named)?;
    let file = sources.add(&name, text.into()).ok_or_else(|| InputError::new(format!("{name} is too large")))?;
    let parsed = Property::parse(&sources, file);
    let property = parsed.map_err(|error: Diagnostic| InputError::at(&[error], &sources))?;
    if let Some(entry) = &property.entry {
        settings.set("entry", entry, Origin::Task(name))?;
    }
    Ok(property)
}

/// Reads the program's files, and has those preprocessed or translated that need it.
///
/// # Errors
/// A message for the user.
pub fn read(wanted: &InputSelection) -> Result<Vec<Input>, InputError> {
    if wanted.files.is_empty() {
        let why = "name a file of the program: only `cairn check -p` takes a whole project\n\n\
                   Usage: cairn COMMAND [OPTIONS] FILE...; `cairn COMMAND --help` says more";
        return Err(InputError::new(why));
    }
    let model = front_options(&wanted.configuration).model;
    let one = |file: &PathBuf| {
        let mut name = if file == Path::new("-") { "<stdin>".to_owned() } else { file.display().to_string() };
        let is_module = is_module(&name);
        let is_of_llvm = if is_module { |_: &[u8]| true } else { is_bitcode };
        let edited = wanted.edited.get(file);
        let flags = || -> Result<Vec<String>, InputError> {
            let mut flags = Vec::new();
            if let Some(project) = &wanted.project {
                project.must_be_for(file, model)?;
                flags = project.flags_for(file);
            }
            flags.extend(wanted.preprocessor.iter().cloned());
            Ok(flags)
        };
        let content = match (edited, language(file)) {
            (Some(text), _) => FileContent::Text(text.to_string()),
            (None, Some(language)) => FileContent::Binary(language.module(file, model, &flags()?)?),
            (None, None) => input::read_with(file, is_of_llvm)?,
        };
        let preprocessed = |text: String, flags: &[String]| {
            preprocess::of_text(file, text, edited.is_some(), model, wanted.cc.as_deref(), flags)
        };
        let text = match content {
            FileContent::Binary(bytes) => {
                let text = llvm::translated(&name, &bytes, model, &wanted.property.functions, llvm_time(wanted))?;
                // An object file of -flto holds bitcode too.
                if !is_module {
                    name.push_str(".bc");
                }
                text
            }
            FileContent::Text(text) => {
                let mut flags = flags()?;
                if wanted.configuration.contracts == ContractUse::Prove {
                    flags.push(project::KEEPS_COMMENTS.to_owned());
                    let text = preprocessed(text, &flags)?;
                    project::with_acsl(&name, text)?
                } else {
                    preprocessed(text, &flags)?
                }
            }
        };
        Ok(Input { name, text: text.into() })
    };
    let own = wanted.files.iter().map(one).collect::<Result<Vec<Input>, InputError>>()?;
    match &wanted.project {
        Some(project) if !own.iter().any(is_translated) => linked(project, own, wanted),
        _ => Ok(own),
    }
}

/// So long a translation may take: no longer than the whole run.
fn llvm_time(wanted: &InputSelection) -> Option<Duration> {
    let Configuration { time_limit, cpu_limit, .. } = wanted.configuration;
    [limits::time(time_limit), limits::cpu(cpu_limit)].into_iter().flatten().min()
}

/// The files, and those of the project that they need.
fn linked(project: &Project, own: Vec<Input>, wanted: &InputSelection) -> Result<Vec<Input>, InputError> {
    let options = front_options(&wanted.configuration);
    let read_unit = |input: &Input| project::unit(input.name.clone(), input.text.to_string());
    // What is not understood says so where it is compiled.
    let Some(mut units) = own.iter().map(read_unit).collect::<Option<Vec<_>>>() else { return Ok(own) };
    units.extend(project.units(options.model, wanted.cc.as_deref(), &wanted.files)?);
    let entry = options.entry.rsplit(':').next().unwrap_or("main");
    let needs = linked_files::needed(&units, own.len(), entry).map_err(InputError::new)?;
    let chosen = units.into_iter().enumerate().filter(|(at, _)| needs.units.contains(at));
    Ok(chosen.map(|(_, unit)| Input { name: unit.name, text: unit.text.into() }).collect())
}

/// Reads and compiles the program.
///
/// # Errors
/// A message for the user.
pub fn compile(wanted: &InputSelection) -> Result<Program, InputError> {
    compiled(wanted, &read(wanted)?)
}

/// True for a text that is not C.
pub fn is_translated(input: &Input) -> bool {
    is_module(&input.name)
}

/// Compiles what was read.
///
/// # Errors
/// A message for the user.
pub fn compiled(wanted: &InputSelection, inputs: &[Input]) -> Result<Program, InputError> {
    let (checks, hosted) = (wanted.property.checks.clone(), wanted.hosted);
    let options = FrontEndOptions { checks, hosted, ..front_options(&wanted.configuration) };
    let compiled = cairn_verify::compile(inputs, &options);
    let mut program = compiled.map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
    cairn_verify::check(&wanted.property, &mut program, &mut Figures::default());
    Ok(program)
}
