#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tayu_fuzz::checks::journal::check(data));
