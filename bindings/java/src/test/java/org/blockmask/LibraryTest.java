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
        System.out.println(Analyzer.libraryVersion());
    }

    private static String run(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(LibraryTest.class.getName());
        return runJava(arguments);
    }

    private static String runJava(List<String> arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path classes = Path.of("target");
        List<String> command = new ArrayList<>(List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp",
                classes.resolve("classes") + File.pathSeparator + classes.resolve("test-classes")));
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
                || output.startsWith(Analyzer.libraryVersion()), output);
    }

    /** The code of the first block of a language in the README. */
    private static String block(String language) throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        return readme.split("```" + language + "\n", 2)[1].split("```", 2)[0];
    }

    @Test
    void theProgramOfTheReadme(@TempDir Path folder) throws Exception {
        String library = System.getProperty("blockmask.library");
        assumeTrue(library != null, "skipped: only the system property blockmask.library says where the library is");
        Path program = Files.writeString(folder.resolve("Example.java"), block("java"));
        assertEquals(block("text"), runJava(List.of("-Dblockmask.library=" + library, program.toString())));
    }
}
