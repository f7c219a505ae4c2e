//! The file: a database of `redb`, whose commits are atomic and whose locks keep processes apart.
//!
//! It is opened for each reading and each writing, for milliseconds; who finds it open by another waits a little. Readers
//! open it without the right to write. redb trusts the pages of a file that it closed; a file that was altered since may
//! make it panic, so panics are caught here, each record has a checksum, and before something is written all pages are
//! checked.

use crate::key::Key;
use redb::{Builder, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition, TableError};
use sha2::{Digest, Sha256};
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

type Records = Vec<(Vec<u8>, Vec<u8>)>;

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("cairn-summaries");
const ABOUT: TableDefinition<'_, &str, u32> = TableDefinition::new("cairn-about");
const CACHE_BYTES: usize = 16 << 20;
/// Deadline for the file; others need it for milliseconds.
const DEADLINE: Duration = Duration::from_secs(2);
const CHECK_BYTES: usize = 8;
/// A file as large as this is not added to.
const MOST_BYTES: u64 = 1 << 30;

/// The records whose keys begin with one of the prefixes; none when there is no file.
pub(crate) fn read(path: &Path, prefixes: &[Vec<u8>]) -> Result<Records, String> {
    if fs::metadata(path).map_or(true, |about| about.is_file() && about.len() == 0) {
        return Ok(Records::new());
    }
    guarded(|| {
        let database = patiently(|| builder().open_read_only(path));
        if let Err(DatabaseError::RepairAborted) = database {
            // A process ended while it was writing. Whoever may write repairs that.
            let database = patiently(|| builder().open(path)).map_err(|error| error.to_string())?;
            return fetch(&database, prefixes);
        }
        fetch(&database.map_err(|error| error.to_string())?, prefixes)
    })
}

fn fetch(database: &impl ReadableDatabase, prefixes: &[Vec<u8>]) -> Result<Records, String> {
    let transaction = database.begin_read().map_err(|error| error.to_string())?;
    let about = match transaction.open_table(ABOUT) {
        Ok(table) => table.get("format").map_err(|error| error.to_string())?.map(|format| format.value()),
        Err(_) => None,
    };
    check_format(about)?;
    let table = match transaction.open_table(RECORDS) {
        Ok(table) => table,
        Err(TableError::TableDoesNotExist(_)) => return Ok(Records::new()),
        Err(error) => return Err(error.to_string()),
    };
    let mut found = Records::new();
    for prefix in prefixes {
        for record in table.range(prefix.as_slice()..).map_err(|error| error.to_string())? {
            let (key, value) = record.map_err(|error| error.to_string())?;
            let (key, value) = (key.value(), value.value());
            if !key.starts_with(prefix) {
                break;
            }
            if let Some((check, value)) = value.split_at_checked(CHECK_BYTES)
                && check == checksum(key, value)
            {
                found.push((key.to_vec(), value.to_vec()));
            }
        }
    }
    Ok(found)
}

pub(crate) fn write(path: &Path, records: &[(&[u8], &[u8])]) -> Result<(), String> {
    if fs::metadata(path).is_ok_and(|about| about.len() > MOST_BYTES) {
        return Err("it is larger than 1 GB; delete it".to_owned());
    }
    guarded(|| {
        let is_new = fs::metadata(path).map_or(true, |about| about.len() == 0);
        let mut checking = builder();
        checking.set_check_integrity_on_open(!is_new);
        let database = patiently(|| if is_new { checking.create(path) } else { checking.open(path) });
        add(&database.map_err(|error| error.to_string())?, records)
    })
}

fn add(database: &redb::Database, records: &[(&[u8], &[u8])]) -> Result<(), String> {
    let transaction = database.begin_write().map_err(|error| error.to_string())?;
    {
        // Another process may have been faster to make it, and a file without tables is as good as a new one.
        let is_empty = transaction.list_tables().map_err(|error| error.to_string())?.next().is_none();
        let mut about = transaction.open_table(ABOUT).map_err(|error| error.to_string())?;
        if is_empty {
            about.insert("format", Key::FORMAT).map_err(|error| error.to_string())?;
        }
        check_format(about.get("format").map_err(|error| error.to_string())?.map(|format| format.value()))?;
        let mut table = transaction.open_table(RECORDS).map_err(|error| error.to_string())?;
        for (key, value) in records {
            let mut checked = checksum(key, value).to_vec();
            checked.extend_from_slice(value);
            table.insert(*key, checked.as_slice()).map_err(|error| error.to_string())?;
        }
    }
    transaction.commit().map_err(|error| error.to_string())
}

fn check_format(format: Option<u32>) -> Result<(), String> {
    match format {
        Some(Key::FORMAT) => Ok(()),
        Some(other) => Err(format!("it has format {other}, this is Cairn for format {}; delete it", Key::FORMAT)),
        None => Err("it is a database of something else".to_owned()),
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Tries again while another process has the file open.
fn patiently<T>(open: impl Fn() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
    let start = Instant::now();
    loop {
        match open() {
            Err(DatabaseError::DatabaseAlreadyOpen) if start.elapsed() < DEADLINE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other,
        }
    }
}

fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("it is broken".to_owned()))
}

fn checksum(key: &[u8], value: &[u8]) -> [u8; CHECK_BYTES] {
    let mut digest = Sha256::new();
    digest.update((key.len() as u64).to_le_bytes());
    digest.update(key);
    digest.update(value);
    let mut check = [0; CHECK_BYTES];
    check.copy_from_slice(&digest.finalize()[..CHECK_BYTES]);
    check
}
