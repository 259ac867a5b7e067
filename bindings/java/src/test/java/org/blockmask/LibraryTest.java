package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs print: the program of the README, and programs that find no library. */
class LibraryTest {
    /** Prints the version of the library. */
    public static void main(String[] arguments) {
        System.out.println(PageAnalyzer.libraryVersion());
    }

    private static String run(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(LibraryTest.class.getName());
        return runJava(arguments);
    }

    private static String runJava(List<String> arguments) throws Exception {
        return runJava(Path.of("target"), arguments);
    }

    /** Runs Java with the classes, the tests, and a folder before them in the class path. */
    private static String runJava(Path folder, List<String> arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path classes = Path.of("target");
        List<String> command = new ArrayList<>(List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp",
                folder + File.pathSeparator + classes.resolve("classes") + File.pathSeparator
                        + classes.resolve("test-classes")));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("LD_LIBRARY_PATH");
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    @Test
    void aFileThatDoesNotExist() throws Exception {
        String output = run("-Dblockmask.library=/nonexistent/libblockmask.so");
        assertTrue(output.contains("/nonexistent/libblockmask.so cannot be loaded as the blockmask library "
                + "(there is no such file); the system property blockmask.library names the file to load"), output);
    }

    @Test
    void aFileThatIsNoLibrary() throws Exception {
        String output = run("-Dblockmask.library=" + Path.of("pom.xml").toAbsolutePath());
        assertTrue(output.contains("pom.xml cannot be loaded as the blockmask library"), output);
    }

    @Test
    void nowhere() throws Exception {
        String output = run("-Djava.library.path=/nonexistent");
        assertTrue(output.contains("set the system property blockmask.library to its file")
                || output.startsWith(PageAnalyzer.libraryVersion()), output);
    }

    /** The code of the first block of a language in a README. */
    private static String block(Path readme, String language) throws Exception {
        return Files.readString(readme).split("```" + language + "\n", 2)[1].split("```", 2)[0];
    }

    @Test
    void theProgramsOfTheReadmes(@TempDir Path folder) throws Exception {
        String library = System.getProperty("blockmask.library");
        assumeTrue(library != null, "skipped: only the system property blockmask.library says where the library is");
        for (Path readme : List.of(Path.of("README.md"), Path.of("../../README.md"))) {
            Path program = Files.writeString(folder.resolve("Example.java"), block(readme, "java"));
            assertEquals(block(readme, "text"), runJava(List.of("-Dblockmask.library=" + library, program.toString())));
        }
    }

    /** The library of the tests, where the jar has it for this system. */
    private static Path bundle(Path folder, String library) throws Exception {
        Path natives = Files.createDirectories(folder.resolve("org/blockmask/natives").resolve(Library.platform()));
        return Files.copy(Path.of(library), natives.resolve(System.mapLibraryName("blockmask")
                .replace(".so", ".so." + Native.ABI_VERSION).replace(".dylib", "." + Native.ABI_VERSION + ".dylib")));
    }

    @Test
    void theLibraryInTheJar(@TempDir Path folder) throws Exception {
        String library = System.getProperty("blockmask.library");
        assumeTrue(library != null, "skipped: only the system property blockmask.library says where the library is");
        Path bundled = bundle(folder, library);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        String name = LibraryTest.class.getName();
        assertEquals(PageAnalyzer.libraryVersion() + System.lineSeparator(),
                runJava(folder, List.of("-Djava.io.tmpdir=" + temporary, "-Djava.library.path=", name)));
        try (var left = Files.list(temporary)) {
            assertEquals(0, left.count(), "the unpacked library was not deleted");
        }
        String output = runJava(folder, List.of("-Djava.io.tmpdir=" + folder.resolve("nowhere"), name));
        assertTrue(output.contains("name a folder that can be written to (-Djava.io.tmpdir=)"), output);
        // The property names another one.
        output = runJava(folder, List.of("-Dblockmask.library=/nonexistent/libblockmask.so", name));
        assertTrue(output.contains("there is no such file"), output);
        Files.writeString(bundled, "no library");
        output = runJava(folder, List.of(name));
        assertTrue(output.contains("cannot be loaded as the blockmask library"), output);
    }

    /** The version of a class file, in its bytes 6 and 7. */
    private static int classVersion(String name) throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of("target/classes/org/blockmask", name + ".class"));
        return bytes[6] << 8 | bytes[7];
    }

    @Test
    void anOlderJavaLoadsWhatSaysTheVersion() throws Exception {
        for (String name : List.of("JavaVersion", "PageAnalyzer", "Options")) {
            assertEquals(55, classVersion(name), name + " is not compiled for Java 11: mvn clean");
        }
        assertEquals(66, classVersion("Page"));
    }

    @Test
    void anOlderJava(@TempDir Path folder) throws Exception {
        Path java = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");
        assumeTrue(Files.exists(java), "skipped: there is no Java 17 here");
        // A program for Java 17, of which each argument is a class that it needs.
        Path program = Files.writeString(folder.resolve("Old.java"), """
                public class Old {
                    public static void main(String[] names) throws Throwable {
                        for (String name : names) {
                            try {
                                Class.forName("org.blockmask." + name).getConstructor().newInstance();
                            } catch (Error error) {
                                System.out.println(error.getMessage());
                            }
                        }
                    }
                }
                """);
        Process process = new ProcessBuilder(java.toString(), "-cp", Path.of("target/classes").toAbsolutePath().toString(),
                program.toString(), "PageAnalyzer", "Options").redirectErrorStream(true).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        assertEquals(2, lines.size(), lines.toString());
        for (String line : lines) {
            assertTrue(line.startsWith("blockmask needs Java 22 or later, but this is Java 17."), line);
        }
    }
}
