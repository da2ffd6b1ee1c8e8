//! A target that a server was built for, and whether a file is a program for it.
//!
//! Targets are triples of rustc, and `universal-apple-darwin` for a program with both architectures of macOS. A program is
//! recognised by its first bytes, so that a package never has the binary of another system.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A target triple, with what packages say about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    triple: String,
    pub(crate) system: System,
    pub(crate) architecture: Architecture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum System {
    Linux,
    MacOs,
    Windows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Architecture {
    X86_64,
    Arm64,
    /// Both, in one file of macOS.
    Universal,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum TargetError {
    #[error(
        "expected a target and a path, for example `x86_64-unknown-linux-musl=target/release/pets-mcp`"
    )]
    NoPath,
    #[error("the path must be UTF-8")]
    NotUtf8,
    #[error(
        "`{0}` is not a target that packages can be made for: expected a triple of Linux, macOS or Windows \
         for x86_64 or aarch64, for example `aarch64-apple-darwin`"
    )]
    Unknown(String),
    #[error("is a program for {found}, and the target is {expected}")]
    OtherProgram { found: String, expected: Target },
    #[error("is not a program for Linux, macOS or Windows")]
    NoProgram,
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(triple: &str) -> Result<Self, TargetError> {
        let unknown = || TargetError::Unknown(triple.chars().take(80).collect());
        // The triple becomes a part of file names.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if triple.len() > 60 || !triple.chars().all(is_plain) {
            return Err(unknown());
        }
        let mut parts = triple.split('-');
        let architecture = match parts.next() {
            Some("x86_64") => Architecture::X86_64,
            Some("aarch64" | "arm64") => Architecture::Arm64,
            Some("universal") if triple == "universal-apple-darwin" => Architecture::Universal,
            _ => return Err(unknown()),
        };
        let system = match parts.nth(1) {
            Some("linux") => System::Linux,
            Some("darwin") => System::MacOs,
            Some("windows") => System::Windows,
            _ => return Err(unknown()),
        };
        Ok(Self {
            triple: triple.to_owned(),
            system,
            architecture,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.triple)
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Linux => "Linux",
            Self::MacOs => "macOS",
            Self::Windows => "Windows",
        })
    }
}

impl Target {
    /// Whether a program for it runs on this machine.
    pub(crate) fn runs_here(&self) -> bool {
        let system = match std::env::consts::OS {
            "linux" => System::Linux,
            "macos" => System::MacOs,
            "windows" => System::Windows,
            _ => return false,
        };
        let architecture = match std::env::consts::ARCH {
            "x86_64" => Architecture::X86_64,
            "aarch64" => Architecture::Arm64,
            _ => return false,
        };
        let is_ours = [architecture, Architecture::Universal].contains(&self.architecture);
        self.system == system && is_ours
    }

    /// The target of Linux for the same processor whose programs need no libraries.
    pub(crate) fn static_triple(&self) -> &'static str {
        match self.architecture {
            Architecture::Arm64 => "aarch64-unknown-linux-musl",
            Architecture::X86_64 | Architecture::Universal => "x86_64-unknown-linux-musl",
        }
    }

    /// The file name of a program.
    pub(crate) fn file_name(&self, name: &str) -> String {
        match self.system {
            System::Windows => format!("{name}.exe"),
            System::Linux | System::MacOs => name.to_owned(),
        }
    }

    /// Rejects a file that is not a program for this target.
    pub(crate) fn check_program(&self, bytes: &[u8]) -> Result<(), TargetError> {
        let (system, architecture) = identify_program(bytes).ok_or(TargetError::NoProgram)?;
        if (system, architecture) == (self.system, Some(self.architecture)) {
            return Ok(());
        }
        let architecture = match architecture {
            Some(Architecture::X86_64) => " on x86_64",
            Some(Architecture::Arm64) => " on aarch64",
            Some(Architecture::Universal) => " on both architectures",
            None => " on another architecture",
        };
        Err(TargetError::OtherProgram {
            found: format!("{system}{architecture}"),
            expected: self.clone(),
        })
    }
}

/// A file for macOS has two; a class of Java has its version in that place, 45 or more.
const MOST_FAT_PROGRAMS: u32 = 16;

fn identify_program(bytes: &[u8]) -> Option<(System, Option<Architecture>)> {
    match bytes.get(..4)? {
        b"\x7fELF" => {
            // Of 64 bits in little-endian order, as all targets are; `e_type` of a program is `ET_EXEC` or `ET_DYN`.
            if bytes.get(4..6)? != [2, 1] || !matches!(read_u16(bytes, 16)?, 2 | 3) {
                return None;
            }
            // `e_machine` of an ELF header (System V ABI).
            let architecture = match read_u16(bytes, 18)? {
                62 => Some(Architecture::X86_64),
                183 => Some(Architecture::Arm64),
                _ => None,
            };
            Some((System::Linux, architecture))
        }
        // `MH_MAGIC_64` in little-endian order, then the CPU's type (`mach-o/loader.h`).
        [0xcf, 0xfa, 0xed, 0xfe] => {
            // `MH_EXECUTE`: no library.
            if read_u32(bytes, 12)? != 2 {
                return None;
            }
            let architecture = match read_u32(bytes, 4)? {
                0x0100_0007 => Some(Architecture::X86_64),
                0x0100_000c => Some(Architecture::Arm64),
                _ => None,
            };
            Some((System::MacOs, architecture))
        }
        // `FAT_MAGIC`, in big-endian order, which classes of Java begin with as well; then the number of programs.
        [0xca, 0xfe, 0xba, 0xbe] => {
            let count = read_u32(bytes, 4)?.swap_bytes();
            if !(1..=MOST_FAT_PROGRAMS).contains(&count) {
                return None;
            }
            // `fat_arch` has 20 bytes, the CPU's type first.
            let kinds = (0..count as usize).map(|index| read_u32(bytes, 8 + 20 * index));
            let kinds: Vec<u32> = kinds.collect::<Option<_>>()?;
            let has_both = [0x0100_0007_u32, 0x0100_000c]
                .iter()
                .all(|it| kinds.contains(&it.swap_bytes()));
            Some((System::MacOs, has_both.then_some(Architecture::Universal)))
        }
        [b'M', b'Z', ..] => {
            // The header of PE is where this offset leads; its machine is behind the signature.
            let header = usize::try_from(read_u32(bytes, 0x3c)?).ok()?;
            // `IMAGE_FILE_DLL` among the characteristics is a library.
            let is_library = read_u16(bytes, header.checked_add(22)?)? & 0x2000 != 0;
            if bytes.get(header..header.checked_add(4)?)? != b"PE\0\0" || is_library {
                return None;
            }
            let architecture = match read_u16(bytes, header.checked_add(4)?)? {
                0x8664 => Some(Architecture::X86_64),
                0xaa64 => Some(Architecture::Arm64),
                _ => None,
            };
            Some((System::Windows, architecture))
        }
        _ => None,
    }
}

/// Whether a program of Linux needs a dynamic loader, which an empty image does not have.
pub(crate) fn needs_loader(elf: &[u8]) -> bool {
    // The program headers of a 64-bit ELF file; `PT_INTERP` (3) names the loader.
    let table = read_u64(elf, 32).and_then(|offset| usize::try_from(offset).ok());
    let (Some(table), Some(size), Some(count)) = (table, read_u16(elf, 54), read_u16(elf, 56))
    else {
        return true;
    };
    // What cannot be read might name one.
    (0..usize::from(count)).any(|index| {
        let offset = index
            .checked_mul(usize::from(size))
            .and_then(|offset| table.checked_add(offset));
        let kind = offset.and_then(|offset| read_u32(elf, offset));
        kind.is_none_or(|kind| kind == 3)
    })
}

fn read_u16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

fn read_u64(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(triple: &str) -> Target {
        triple.parse().expect("is a target")
    }

    #[test]
    fn triples_name_a_system_and_an_architecture() {
        for (triple, system, architecture) in [
            (
                "x86_64-unknown-linux-musl",
                System::Linux,
                Architecture::X86_64,
            ),
            (
                "aarch64-unknown-linux-gnu",
                System::Linux,
                Architecture::Arm64,
            ),
            ("aarch64-apple-darwin", System::MacOs, Architecture::Arm64),
            (
                "universal-apple-darwin",
                System::MacOs,
                Architecture::Universal,
            ),
            (
                "x86_64-pc-windows-msvc",
                System::Windows,
                Architecture::X86_64,
            ),
        ] {
            let target = target(triple);
            assert_eq!((target.system, target.architecture), (system, architecture));
            assert_eq!(target.to_string(), triple);
        }
    }

    #[test]
    fn other_targets_are_rejected() {
        for triple in [
            "",
            "x86_64",
            "i686-pc-windows-msvc",
            "x86_64-unknown-freebsd",
            "universal-unknown-linux",
            "x86_64-../../linux",
            "x86_64-a-linux\n",
        ] {
            let error = triple.parse::<Target>().expect_err("is no target");
            assert!(error.to_string().contains("is not a target"), "{error}");
        }
    }

    /// The start of a program for Linux, with a program header of this type.
    fn elf(machine: u8, header: u32) -> Vec<u8> {
        let mut bytes = vec![0; 64 + 56];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[16] = 3;
        bytes[18] = machine;
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = 1;
        bytes[64..68].copy_from_slice(&header.to_le_bytes());
        bytes
    }

    #[test]
    fn programs_are_recognised() {
        let linux = target("x86_64-unknown-linux-musl");
        assert_eq!(linux.check_program(&elf(62, 1)), Ok(()));
        let error = linux.check_program(&elf(183, 1)).expect_err("is of Arm");
        let expected =
            "is a program for Linux on aarch64, and the target is x86_64-unknown-linux-musl";
        assert_eq!(error.to_string(), expected);
        let mut windows = vec![0; 0x58];
        windows[..2].copy_from_slice(b"MZ");
        windows[0x3c] = 0x40;
        windows[0x40..0x46].copy_from_slice(b"PE\0\0\x64\x86");
        assert_eq!(
            target("x86_64-pc-windows-msvc").check_program(&windows),
            Ok(())
        );
        let macos = [
            0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0,
        ];
        assert_eq!(target("aarch64-apple-darwin").check_program(&macos), Ok(()));
        let universal = target("universal-apple-darwin");
        let mut both = vec![0; 8 + 2 * 20];
        both[..8].copy_from_slice(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]);
        both[8..12].copy_from_slice(&[1, 0, 0, 7]);
        both[28..32].copy_from_slice(&[1, 0, 0, 12]);
        assert_eq!(universal.check_program(&both), Ok(()));
        both[28..32].copy_from_slice(&[1, 0, 0, 7]);
        assert!(universal.check_program(&both).is_err());
        let java = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        for bytes in [&java[..], &java[..4], &both[..28]] {
            assert_eq!(universal.check_program(bytes), Err(TargetError::NoProgram));
        }
        for (at, byte) in [(4, 1), (5, 2), (16, 1)] {
            let mut other = elf(62, 1);
            other[at] = byte;
            assert_eq!(linux.check_program(&other), Err(TargetError::NoProgram));
        }
        for bytes in [&b"#!/bin/sh"[..], b"", b"MZ", b"\x7fELF", &windows[..0x44]] {
            assert_eq!(linux.check_program(bytes), Err(TargetError::NoProgram));
        }
        let mut library = windows.clone();
        library[0x57] = 0x20;
        let mut object = macos;
        object[12] = 1;
        for bytes in [&library[..], &object] {
            assert_eq!(linux.check_program(bytes), Err(TargetError::NoProgram));
        }
        let mut far = windows.clone();
        far[0x3c..0x40].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(linux.check_program(&far), Err(TargetError::NoProgram));
    }

    #[test]
    fn a_loader_is_recognised() {
        assert!(needs_loader(&elf(62, 3)));
        assert!(!needs_loader(&elf(62, 1)));
        assert!(needs_loader(b"\x7fELF"));
        let mut wild = elf(62, 1);
        wild[32..40].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(needs_loader(&wild));
    }
}
