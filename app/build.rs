//! Says where the program finds Z3, which it links through the solver.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Ok(rpath) = std::env::var("DEP_TAYU_SOLVER_RPATH") {
        println!("cargo::rustc-link-arg={rpath}");
    }
}
