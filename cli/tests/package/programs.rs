//! Files that begin like programs. Nothing in them can be run.

/// A program for each system, by the name of its file.
pub fn for_all_systems() -> [(&'static str, Vec<u8>); 3] {
    let macos = vec![
        0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0,
    ];
    [
        ("linux", elf(62)),
        ("macos", macos),
        ("windows.exe", windows()),
    ]
}

/// A static program for Linux on a machine of that number.
pub fn elf(machine: u8) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    bytes[16] = 3;
    bytes[18] = machine;
    bytes
}

fn windows() -> Vec<u8> {
    let mut bytes = vec![0; 0x58];
    bytes[..2].copy_from_slice(b"MZ");
    bytes[0x3c] = 0x40;
    bytes[0x40..0x46].copy_from_slice(b"PE\0\0\x64\x86");
    bytes
}
