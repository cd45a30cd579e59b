//! Refuses to build against another Z3 than the pinned one, and says where the binaries find it.
//!
//! Z3 5.3 numbers its enums differently from older releases: a program linked against another
//! one builds without a warning and then misbehaves.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// What `scripts/fetch-z3` puts into `vendor/z3`, without the patch level.
const PINNED: &str = "5.3";

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let root = fs::canonicalize(&root).unwrap_or(root);
    let vendor = root.join("vendor/z3/lib");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    if vendor.exists() {
        println!(
            "cargo::rerun-if-changed={}",
            vendor.join("pkgconfig/z3.pc").display()
        );
    }

    if let Err(fault) = check_version() {
        println!("cargo::error={fault}");
        return;
    }

    // Beside the program or in a lib folder next to it, for a release; else in the checkout.
    let rpath = if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        format!("-Wl,-rpath,@executable_path,-rpath,{}", vendor.display())
    } else {
        format!("-Wl,-rpath,$ORIGIN:$ORIGIN/../lib:{}", vendor.display())
    };
    println!("cargo::rustc-link-arg={rpath}");
    // The application links Z3 through this crate and reads this as DEP_TAYU_SOLVER_RPATH.
    println!("cargo::metadata=rpath={rpath}");
}

/// Both the Z3 that z3-sys found when it was built and the one that is found now must be right:
/// cargo keeps what z3-sys found when vendor/z3 comes or goes later.
fn check_version() -> Result<(), String> {
    let now = found_now()?;
    if !is_pinned(&now) {
        return Err(format!(
            "Z3 {PINNED} is needed, but Z3 {now} would be linked. Run `make build`, or \
             `scripts/fetch-z3` before cargo."
        ));
    }
    let built = found_by_z3_sys();
    if !is_pinned(&built) {
        return Err(format!(
            "z3-sys was built against Z3 {built}, Z3 {now} is there now. Run `cargo clean -p z3-sys` \
             (with `--release` for a release build), then build again."
        ));
    }
    Ok(())
}

fn found_now() -> Result<String, String> {
    let pkg_config = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(&pkg_config)
        .args(["--modversion", "z3"])
        .output()
        .map_err(|error| {
            format!("cannot run pkg-config, which finds Z3: {error}. Run `make build`, or `scripts/setup`.")
        })?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() {
        Ok(version)
    } else {
        Err(format!(
            "Z3 {PINNED} is needed, but pkg-config finds none. Run `make build`, or `scripts/fetch-z3` \
             before cargo."
        ))
    }
}

fn found_by_z3_sys() -> String {
    let part = |name| env::var(format!("DEP_Z3_VERSION_{name}")).unwrap_or_else(|_| "?".to_owned());
    format!("{}.{}.{}", part("MAJOR"), part("MINOR"), part("PATCH"))
}

fn is_pinned(version: &str) -> bool {
    version
        .strip_prefix(PINNED)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
