//! Open files: one table for the numbers of `open` and the streams of `fopen`, which have no buffer between them.

use super::errno;
use super::files::Files;
use super::scan::Place;

/// Target of an open file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Input,
    Out,
    Err,
    /// A content of [`Files`].
    File(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mode {
    pub reads: bool,
    pub writes: bool,
    pub appends: bool,
    pub creates: bool,
    pub empties: bool,
    pub must_be_new: bool,
}

impl Mode {
    /// Of the text that `fopen` takes.
    pub fn of_text(text: &[u8]) -> Option<Self> {
        let both = text.contains(&b'+');
        let mut mode = Mode { must_be_new: text.contains(&b'x'), ..Mode::default() };
        match text.first()? {
            b'r' => (mode.reads, mode.writes) = (true, both),
            b'w' => (mode.writes, mode.reads, mode.creates, mode.empties) = (true, both, true, true),
            b'a' => (mode.writes, mode.reads, mode.creates, mode.appends) = (true, both, true, true),
            _ => return None,
        }
        Some(mode)
    }

    /// Of the flags that `open` takes on Linux.
    pub fn of_flags(flags: i32) -> Self {
        let has = |bit: i32| flags & bit != 0;
        Mode {
            reads: flags & 3 != 1,
            writes: flags & 3 != 0,
            creates: has(0o100),
            must_be_new: has(0o200) && has(0o100),
            empties: has(0o1000),
            appends: has(0o2000),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Stream {
    pub target: Target,
    mode: Mode,
    at: usize,
    pub at_end: bool,
    pub failed: bool,
    /// Bytes that were pushed back, the next one last.
    pushed: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Streams {
    input: Vec<u8>,
    /// Bytes read by the call that runs, and whether from the standard input.
    read: Option<(bool, Vec<u8>)>,
    /// Where the call that runs began to read what is not pushed back, and how many bytes it has read: the content of a file, or the
    /// standard input.
    pub piece: Option<(Option<usize>, usize, usize)>,
    pub input_is_read: bool,
    open: Vec<Option<Stream>>,
    /// How often each number was given to another open file: a stream has an address of its own, also where its number had an earlier one,
    /// which the program may have closed.
    times: Vec<u64>,
}

/// More files are not open at once.
const MOST: u64 = 1 << 12;

impl Streams {
    pub fn new(input: Vec<u8>) -> Self {
        let standard = |target, reads| {
            let mode = Mode { reads, writes: !reads, ..Mode::default() };
            Some(Stream { target, mode, at: 0, at_end: false, failed: false, pushed: Vec::new() })
        };
        Self {
            input,
            read: None,
            piece: None,
            input_is_read: false,
            open: vec![standard(Target::Input, true), standard(Target::Out, false), standard(Target::Err, false)],
            times: vec![0; 3],
        }
    }

    pub fn get(&mut self, number: usize) -> Option<&mut Stream> {
        self.open.get_mut(number)?.as_mut()
    }

    /// The number of a new open file, or of an error.
    pub fn open(&mut self, files: &mut Files, path: &[u8], mode: Mode) -> Result<usize, i32> {
        let found = files.find(path);
        let content = match found {
            Some(_) if mode.must_be_new => return Err(errno::EEXIST),
            Some(content) => content,
            None if mode.creates => files.create(path).ok_or(errno::ENOENT)?,
            None => return Err(errno::ENOENT),
        };
        if mode.empties {
            files.contents[content].clear();
        }
        let target = Target::File(content);
        let stream = Stream { target, mode, at: 0, at_end: false, failed: false, pushed: Vec::new() };
        let free = self.open.iter().position(Option::is_none).unwrap_or(self.open.len());
        if free == self.open.len() {
            if free as u64 == MOST {
                return Err(errno::EMFILE);
            }
            self.open.push(None);
            self.times.push(0);
        } else {
            self.times[free] += 1;
        }
        self.open[free] = Some(stream);
        Ok(free)
    }

    /// Identity of an open stream.
    pub fn identity(&self, number: usize) -> u64 {
        number as u64 + MOST * self.times.get(number).copied().unwrap_or(0)
    }

    /// The number of the open stream that has this identity.
    pub fn with_identity(&self, identity: u64) -> Option<usize> {
        let number = usize::try_from(identity % MOST).ok()?;
        let is_open = self.open.get(number)?.is_some();
        (is_open && self.identity(number) == identity).then_some(number)
    }

    pub fn close(&mut self, number: usize) -> bool {
        self.open.get_mut(number).is_some_and(|stream| stream.take().is_some())
    }

    /// Makes a number that of another open file, which loses its own.
    pub fn replace(&mut self, number: usize, by: usize) {
        self.open[number] = self.open[by].take();
    }

    /// The next byte; what is pushed back first.
    pub fn read(&mut self, files: &Files, number: usize) -> Option<u8> {
        let stream = self.open.get_mut(number)?.as_mut()?;
        if let Some(byte) = stream.pushed.pop() {
            return Some(byte);
        }
        let from = match stream.target {
            Target::Input => {
                self.input_is_read = true;
                &self.input
            }
            Target::File(content) if stream.mode.reads => &files.contents[content],
            _ => {
                stream.failed = true;
                return None;
            }
        };
        let byte = from.get(stream.at).copied();
        let is_input = stream.target == Target::Input;
        if byte.is_some() {
            let content = if let Target::File(content) = stream.target { Some(content) } else { None };
            self.piece.get_or_insert((content, stream.at, 0)).2 += 1;
        }
        self.read.get_or_insert((is_input, Vec::new())).1.extend(byte);
        stream.at += usize::from(byte.is_some());
        stream.at_end |= byte.is_none();
        byte
    }

    /// Where the call that runs has read, and what; the next call begins anew.
    pub fn taken(&mut self) -> Option<(&'static str, Vec<u8>)> {
        let (is_input, bytes) = self.read.take()?;
        Some((if is_input { "stdin" } else { "file" }, bytes))
    }

    /// The place of the next byte, where what was pushed back is what was read.
    pub fn place(&mut self, number: usize) -> Option<Place> {
        let stream = self.get(number)?;
        let content = match stream.target {
            Target::Input => None,
            Target::File(content) => Some(content),
            _ => return None,
        };
        Some(Place::Stream(content, stream.at.checked_sub(stream.pushed.len())?))
    }

    pub fn push_back(&mut self, number: usize, byte: u8) -> bool {
        let Some(stream) = self.get(number) else { return false };
        stream.pushed.push(byte);
        stream.at_end = false;
        true
    }

    /// Writes to a file of the folder, where it is one that may be written.
    pub fn write(&mut self, files: &mut Files, number: usize, bytes: &[u8]) -> bool {
        let Some(stream) = self.get(number) else { return false };
        let Target::File(content) = stream.target else { return false };
        if !stream.mode.writes {
            stream.failed = true;
            return false;
        }
        let content = &mut files.contents[content];
        if stream.mode.appends {
            stream.at = content.len();
        }
        let end = stream.at + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[stream.at..end].copy_from_slice(bytes);
        stream.at = end;
        true
    }

    /// Where the next byte is read or written; `None` for what has no place.
    pub fn tell(&mut self, number: usize) -> Option<u64> {
        let stream = self.get(number)?;
        let place = matches!(stream.target, Target::File(_) | Target::Input);
        place.then(|| (stream.at as u64).saturating_sub(stream.pushed.len() as u64))
    }

    /// Moves to a place; false where there is none.
    pub fn seek(&mut self, files: &Files, number: usize, offset: i64, from: i32) -> bool {
        let input = self.input.len();
        let Some(here) = self.tell(number) else { return false };
        let Some(stream) = self.get(number) else { return false };
        let end = match stream.target {
            Target::File(content) => files.contents[content].len(),
            _ => input,
        };
        let base = match from {
            0 => 0,
            1 => here as i64,
            2 => end as i64,
            _ => return false,
        };
        match base.checked_add(offset).and_then(|at| usize::try_from(at).ok()) {
            Some(at) => {
                (stream.at, stream.at_end) = (at, false);
                stream.pushed.clear();
                true
            }
            None => false,
        }
    }
}
