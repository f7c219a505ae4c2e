//! The faults of files that are survived, and the contents that are not believed.

use cairn_summaries::Store;
use std::path::Path;

fn record(path: &Path, key: &str, value: &str) -> Vec<String> {
    let mut store = Store::in_file(path.to_owned());
    store.put(key.into(), value.into());
    store.commit();
    store.warnings().to_vec()
}

fn look(path: &Path, key: &str) -> (Option<String>, Vec<String>) {
    let mut store = Store::in_file(path.to_owned());
    store.fetch(&[key.as_bytes()[..1].to_vec()]);
    let found = store.get(key.as_bytes()).map(|value| String::from_utf8_lossy(value).into_owned());
    (found, store.warnings().to_vec())
}

#[test]
fn what_is_written_is_read_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert_eq!(look(&path, "key"), (None, vec![]));
    assert!(!path.exists(), "nothing was to be written");
    assert!(record(&path, "key", "value").is_empty());
    assert!(record(&path, "kind", "more").is_empty());
    assert_eq!(look(&path, "key"), (Some("value".to_owned()), vec![]));
    assert_eq!(look(&path, "ke"), (None, vec![]));
    let mut store = Store::in_file(path);
    store.fetch(&[b"ki".to_vec()]);
    assert_eq!(store.get(b"key"), None, "it was not fetched");
    assert_eq!(store.starting(b"k").count(), 1);
}

#[test]
fn a_foreign_file_is_neither_used_nor_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.c");
    let text = "int main(void) { return 0; }\n".repeat(1000);
    std::fs::write(&path, &text).unwrap();
    assert_eq!(record(&path, "key", "value").len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let folder_itself = record(folder.path(), "key", "value");
    assert_eq!(folder_itself.len(), 1);
}

#[test]
fn another_format_is_neither_used_nor_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(record(&path, "key", "value").is_empty());
    let about: redb::TableDefinition<'_, &str, u32> = redb::TableDefinition::new("cairn-about");
    let database = redb::Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(about).unwrap().insert("format", 0).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let (found, warnings) = look(&path, "key");
    assert_eq!(found, None);
    assert!(warnings[0].contains("format 0"), "{warnings:?}");
    assert_eq!(record(&path, "other", "value").len(), 1);
}

#[test]
fn whatever_byte_is_altered_no_wrong_value_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for index in 0..40 {
        assert!(record(&path, &format!("key{index}"), &format!("value{index}")).is_empty());
    }
    let good = std::fs::read(&path).unwrap();
    let mut lost = 0;
    for round in 0..60_usize {
        let mut bad = good.clone();
        if round % 3 == 0 {
            bad.truncate(good.len() * round / 61);
        } else {
            let parts: Vec<usize> = (0..bad.len()).filter(|at| bad[*at] != 0).collect();
            let at = parts[round * 7919 % parts.len()];
            bad[at] ^= 1 << (round % 8);
        }
        let altered = folder.path().join(format!("altered{round}"));
        std::fs::write(&altered, &bad).unwrap();
        for index in [0, 17, 39] {
            let (found, _) = look(&altered, &format!("key{index}"));
            assert!(found.is_none() || found == Some(format!("value{index}")), "{found:?}");
            lost += usize::from(found.is_none());
        }
    }
    assert!(lost > 0, "the alterations hit nothing");
}

#[test]
fn runs_side_by_side_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for index in 0..5 {
                    assert!(record(path, &format!("k{thread}-{index}"), "value").is_empty());
                }
            });
        }
    });
    for thread in 0..4 {
        for index in 0..5 {
            assert_eq!(look(&path, &format!("k{thread}-{index}")).0.as_deref(), Some("value"));
        }
    }
}
