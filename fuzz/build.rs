//! Links the C++ library that libFuzzer needs and that the checkout's Cargo configuration turns off for all other crates.

fn main() {
    println!("cargo:rustc-link-lib=stdc++");
}
