//! A Homebrew formula, and the archives that it downloads.
//!
//! The form is that of <https://docs.brew.sh/Formula-Cookbook>. A formula is a program in Ruby, so every text in it is a
//! string in which nothing is evaluated.

use super::target::{Architecture, System};
use super::texts::one_line;
use super::{Binary, DownloadUrl, MissingPart, OutputFile, Package, PackageError, compress_gzip};

/// Characters of the longest `desc` that `brew audit` accepts.
const LONGEST_DESCRIPTION: usize = 80;

/// The formula, and an archive for each platform.
pub(crate) fn write_formula(package: &Package) -> Result<Vec<OutputFile>, PackageError> {
    let metadata = &package.metadata;
    let download = package.download.as_ref().ok_or(MissingPart::DownloadUrl)?;
    let homepage = metadata.homepage.as_ref().or(metadata.repository.as_ref());
    let homepage = homepage.ok_or(MissingPart::Homepage)?;
    let archives = platform_archives(package)?;
    let binary = &metadata.binary;
    let mut text = format!(
        "class {} < Formula\n  desc {}\n  homepage {}\n  version {}\n",
        class_name(&metadata.name),
        ruby_string(&formula_description(package)),
        ruby_string(homepage),
        ruby_string(&metadata.version),
    );
    if let Some(license) = &metadata.license {
        text.push_str(&format!("  license {}\n", formula_license(license)));
    }
    for (system, block) in [(System::MacOs, "on_macos"), (System::Linux, "on_linux")] {
        let of_system = archives
            .iter()
            .filter(|one| one.binary.target.system == system);
        let of_system: Vec<&Archive> = of_system.collect();
        if !of_system.is_empty() {
            text.push_str(&format!("\n  {block} do\n"));
            for archive in of_system {
                text.push_str(&archive.formula_lines(download));
            }
            text.push_str("  end\n");
        }
    }
    // The name of a binary has no character that means anything to Ruby: see `crate_metadata`.
    text.push_str(&format!(
        "\n  def install\n    bin.install \"{binary}\"\n  end\n\n  test do\n    assert_match \"toolwright\", \
         shell_output(\"#{{bin}}/{binary} --version\")\n  end\nend\n"
    ));
    let mut files: Vec<OutputFile> = archives.into_iter().map(|archive| archive.file).collect();
    files.push(OutputFile {
        name: file_name(package),
        bytes: text.into_bytes(),
    });
    Ok(files)
}

/// The name of the formula.
pub(crate) fn file_name(package: &Package) -> String {
    format!("{}.rb", package.metadata.name.to_ascii_lowercase())
}

struct Archive<'a> {
    binary: &'a Binary,
    file: OutputFile,
}

impl Archive<'_> {
    fn formula_lines(&self, download: &DownloadUrl) -> String {
        let url = ruby_string(&download.file_url(&self.file.name));
        let hash = self.file.sha256_hex();
        let block = match self.binary.target.architecture {
            Architecture::X86_64 => "on_intel",
            Architecture::Arm64 => "on_arm",
            Architecture::Universal => return format!("    url {url}\n    sha256 \"{hash}\"\n"),
        };
        format!("    {block} do\n      url {url}\n      sha256 \"{hash}\"\n    end\n")
    }
}

/// An archive for each binary that Homebrew can install, no two for one platform.
fn platform_archives(package: &Package) -> Result<Vec<Archive<'_>>, PackageError> {
    let mut archives: Vec<Archive> = Vec::new();
    let binaries = package.binaries.iter();
    for binary in binaries.filter(|binary| binary.target.system != System::Windows) {
        let target = &binary.target;
        let is_same = |other: &Archive| {
            let (one, other) = (target.architecture, other.binary.target.architecture);
            one == other || [one, other].contains(&Architecture::Universal)
        };
        let mut of_system = archives
            .iter()
            .filter(|one| one.binary.target.system == target.system);
        if of_system.any(is_same) {
            return Err(MissingPart::SamePlatform(target.clone()).into());
        }
        archives.push(Archive {
            binary,
            file: write_archive(package, binary)?,
        });
    }
    match archives.is_empty() {
        true => Err(MissingPart::HomebrewBinary.into()),
        false => Ok(archives),
    }
}

/// The binary in a directory, which Homebrew enters because it is the only one.
fn write_archive(package: &Package, binary: &Binary) -> Result<OutputFile, PackageError> {
    let folder = format!("{}-{}", package.file_stem(), binary.target);
    let path = format!("{folder}/{}", package.metadata.binary);
    let mut tar = tar::Builder::new(Vec::new());
    package.append_to_tar(&mut tar, &path, &binary.bytes, 0o755)?;
    Ok(OutputFile {
        name: format!("{folder}.tar.gz"),
        bytes: compress_gzip(&tar.into_inner()?)?,
    })
}

/// The class of a formula, as Homebrew makes it from the name of the file.
fn class_name(name: &str) -> String {
    let parts = name.split(['-', '_']).filter(|part| !part.is_empty());
    let capitalized = parts.map(|part| {
        let mut characters = part.chars();
        let first = characters.next().map(|c| c.to_ascii_uppercase());
        first
            .into_iter()
            .chain(characters.map(|c| c.to_ascii_lowercase()))
            .collect::<String>()
    });
    capitalized.collect()
}

/// Without an article before it and a full stop behind it, as `brew audit` wants.
fn formula_description(package: &Package) -> String {
    let text = package.short_description(1000);
    let text = ["A ", "An ", "The "]
        .iter()
        .find_map(|article| text.strip_prefix(article))
        .unwrap_or(&text);
    let mut characters = text.chars();
    let first = characters
        .next()
        .map(|c| c.to_uppercase().collect::<String>());
    let text = first.unwrap_or_default() + characters.as_str();
    one_line(text.trim_end_matches('.'), LONGEST_DESCRIPTION)
}

/// An SPDX expression as Homebrew writes it, if it is a list of alternatives or of licences that all apply.
fn formula_license(license: &str) -> String {
    let is_id = |id: &str| {
        !id.is_empty()
            && id
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-.+".contains(c))
    };
    for (separator, key) in [(" OR ", "any_of"), (" AND ", "all_of")] {
        let ids: Vec<&str> = license.split(separator).map(str::trim).collect();
        if ids.iter().all(|id| is_id(id)) {
            let ids: Vec<String> = ids.iter().map(|id| ruby_string(id)).collect();
            return match ids.as_slice() {
                [only] => only.clone(),
                ids => format!("{key}: [{}]", ids.join(", ")),
            };
        }
    }
    ":cannot_represent".to_owned()
}

/// A string of Ruby in which nothing is evaluated: `#` would begin an interpolation.
fn ruby_string(text: &str) -> String {
    let mut string = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '#' => string.extend(['\\', c]),
            c if c.is_control() => string.push(' '),
            c => string.push(c),
        }
    }
    string.push('"');
    string
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::{binary, package};

    fn formula(package: &Package) -> Result<String, String> {
        let files = write_formula(package).map_err(|error| error.to_string())?;
        let formula = files.into_iter().find(|file| file.name.ends_with(".rb"));
        Ok(String::from_utf8(formula.expect("is there").bytes).expect("is text"))
    }

    #[test]
    fn every_platform_has_an_archive() {
        let mut package = package();
        package.binaries = [
            "aarch64-apple-darwin",
            "x86_64-apple-darwin",
            "x86_64-unknown-linux-musl",
            "x86_64-pc-windows-msvc",
        ]
        .map(binary)
        .into();
        let files = write_formula(&package).expect("is complete");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "pets-mcp-1.2.3-aarch64-apple-darwin.tar.gz",
                "pets-mcp-1.2.3-x86_64-apple-darwin.tar.gz",
                "pets-mcp-1.2.3-x86_64-unknown-linux-musl.tar.gz",
                "pets-mcp.rb",
            ]
        );
        let text = String::from_utf8(files[3].bytes.clone()).expect("is text");
        let text = files[..3]
            .iter()
            .zip(["ONE", "TWO", "THREE"])
            .fold(text, |text, (file, short)| {
                text.replace(&file.sha256_hex(), short)
            });
        insta::assert_snapshot!(text);
    }

    #[test]
    fn texts_are_never_evaluated() {
        let mut package = package();
        package.metadata.description = Some("#{`rm -rf /`} \" \\ #$0 #@a\nend".to_owned());
        package.metadata.license = Some("MIT\"; exit".to_owned());
        let formula = formula(&package).expect("is complete");
        assert!(
            formula.contains(r##"  desc "\#{`rm -rf /`} \" \\ \#$0 \#@a end""##),
            "{formula}"
        );
        assert!(
            formula.contains("  license :cannot_represent\n"),
            "{formula}"
        );
    }

    #[test]
    fn classes_are_those_of_homebrew() {
        for (name, class) in [
            ("pets-mcp", "PetsMcp"),
            ("pet_store-API-mcp", "PetStoreApiMcp"),
            ("a-2b", "A2b"),
        ] {
            assert_eq!(class_name(name), class);
        }
    }

    #[test]
    fn licences_are_lists() {
        for (license, expected) in [
            ("MIT", "\"MIT\""),
            ("MIT OR Apache-2.0", "any_of: [\"MIT\", \"Apache-2.0\"]"),
            (
                "MIT AND BSD-3-Clause",
                "all_of: [\"MIT\", \"BSD-3-Clause\"]",
            ),
            ("(MIT OR A) AND B", ":cannot_represent"),
        ] {
            assert_eq!(formula_license(license), expected);
        }
    }

    #[test]
    fn the_error_says_what_is_missing() {
        let mut package = package();
        package.binaries = vec![
            binary("universal-apple-darwin"),
            binary("aarch64-apple-darwin"),
        ];
        let error = formula(&package).expect_err("is wrong");
        assert!(
            error.contains("two binaries for the platform of aarch64-apple-darwin"),
            "{error}"
        );
        package.binaries = vec![binary("x86_64-pc-windows-msvc")];
        assert!(
            formula(&package)
                .expect_err("is incomplete")
                .contains("--binary")
        );
        package.metadata.repository = None;
        assert!(
            formula(&package)
                .expect_err("is incomplete")
                .contains("`homepage`")
        );
        package.download = None;
        assert!(
            formula(&package)
                .expect_err("is incomplete")
                .contains("--download-url")
        );
    }
}
