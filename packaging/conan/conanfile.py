"""blockmask for Conan 2: the C and C++ library, built by the Makefile of the checkout around this file.

    conan create packaging/conan -o shared=True
"""

import os
import re
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import cross_building
from conan.tools.files import copy, load, rm, rmdir

RUST_SYSTEMS = {"Linux": "unknown-linux-gnu", "Macos": "apple-darwin", "Windows": "pc-windows-gnu"}
RUST_PROCESSORS = {"x86_64": "x86_64", "armv8": "aarch64"}


class Blockmask(ConanFile):
    name = "blockmask"
    description = "What an indexer learns from one HTML page: text blocks, segments, a template mask"
    license = "MIT OR Apache-2.0"
    url = homepage = "https://github.com/blockmask/blockmask"
    topics = ("html", "boilerplate", "extraction", "search", "indexing")
    package_type = "library"
    settings = "os", "arch", "build_type", "compiler"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        cargo = load(self, Path(self.recipe_folder).parents[1] / "Cargo.toml")
        self.version = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)[1]

    def export_sources(self):
        checkout = Path(self.recipe_folder).parents[1]
        # Cargo wants all members of the workspace, though it builds one.
        for pattern in ["Cargo.*", "LICENSE", "src/*", "include/*", "packaging/*", "cli/*", "benches/lab/*"]:
            copy(self, pattern, checkout, self.export_sources_folder, excludes="*/target/*")

    def configure(self):
        # The library is C to those who link it.
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def package_id(self):
        # Rust compiles it, always with optimizations.
        del self.info.settings.compiler
        del self.info.settings.build_type

    def validate(self):
        if str(self.settings.os) not in RUST_SYSTEMS or str(self.settings.arch) not in RUST_PROCESSORS:
            raise ConanInvalidConfiguration(f"no build for {self.settings.os} on {self.settings.arch}: docs/platforms.md")
        if self.settings.os == "Windows" and self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("the library for Windows is built for MinGW: docs/platforms.md")

    def _make(self, *arguments):
        target = f"{RUST_PROCESSORS[str(self.settings.arch)]}-{RUST_SYSTEMS[str(self.settings.os)]}"
        cross = [f"CARGO_TARGET={target}"] if cross_building(self) else []
        self.run(" ".join(["make", "-f", "packaging/capi.mk", *cross, *arguments]), cwd=self.source_folder)

    def build(self):
        self._make("lib")

    def package(self):
        self._make("install-lib", "PROFILE=release", "DESTDIR=", f"PREFIX='{self.package_folder}'")
        folder = Path(self.package_folder)
        copy(self, "*", folder / "share/doc/blockmask", folder / "licenses")
        rmdir(self, folder / "share")
        # Conan writes the files for CMake.
        rmdir(self, folder / "lib/cmake")
        for name in ["libblockmask.a"] if self.options.shared else ["*.so*", "*.dylib", "*.dll*"]:
            rm(self, name, folder / "lib")

    def package_info(self):
        self.cpp_info.libs = ["blockmask"]
        self.cpp_info.set_property("cmake_file_name", "blockmask")
        self.cpp_info.set_property("cmake_target_name", "blockmask::blockmask")
        self.cpp_info.set_property("pkg_config_name", "blockmask")
        if not self.options.shared:
            static = load(self, os.path.join(self.package_folder, "lib/pkgconfig/blockmask-static.pc"))
            libraries = re.search(r"^Libs: .*", static, re.MULTILINE)[0]
            self.cpp_info.system_libs = [name for name in re.findall(r"-l([\w]+)", libraries) if name != "c"]
