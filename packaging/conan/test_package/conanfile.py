"""Builds README.md's program in C++ and its CMakeLists.txt, which `make test-conan` writes beside this file, and runs it."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class Test(ConanFile):
    settings = "os", "arch", "build_type", "compiler"
    generators = "CMakeDeps", "CMakeToolchain", "VirtualRunEnv"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            source = Path(self.source_folder)
            program = Path(self.build_folder, self.cpp.build.bindirs[0], "program")
            self.run(f"{program} > output.txt && diff {source / 'expected.txt'} output.txt && cat output.txt", env="conanrun")
