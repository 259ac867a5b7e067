package org.blockmask;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds and loads the C library, once; it stays loaded as long as the program runs. */
final class Library {
    private static final String PROPERTY = "blockmask.library";

    private Library() {}

    static SymbolLookup load() {
        String file = System.getProperty(PROPERTY);
        if (file != null) {
            return open(Path.of(file));
        }
        List<String> names = names(system());
        SymbolLookup bundled = openBundled(names.get(0));
        if (bundled != null) {
            return bundled;
        }
        for (String folder : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            for (String name : names) {
                Path path = Path.of(folder, name);
                if (!folder.isEmpty() && Files.exists(path)) {
                    return open(path);
                }
            }
        }
        for (String name : names) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException e) {
                // Not where the loader looks; perhaps under the next name.
            }
        }
        throw new UnsatisfiedLinkError("the blockmask library was not found as " + String.join(" or ", names)
                + ", and the jar has none for " + platform() + ": set the system property " + PROPERTY + " to its file (-D" + PROPERTY + "=/path/to/" + names.get(0)
                + "), or install it where the loader looks");
    }

    private static SymbolLookup open(Path path) {
        try {
            return SymbolLookup.libraryLookup(path, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new UnsatisfiedLinkError(path + " cannot be loaded as the blockmask library ("
                    + (Files.exists(path) ? e.getMessage() : "there is no such file")
                    + "); the system property " + PROPERTY + " names the file to load");
        }
    }

    /** The library that the jar brings for this system, or null if it has none. A loader needs a file of it. */
    private static SymbolLookup openBundled(String name) {
        try (InputStream library = Library.class.getResourceAsStream("natives/" + platform() + "/" + name)) {
            if (library == null) {
                return null;
            }
            // Only this user may read and write the folder.
            Path folder = Files.createTempDirectory("blockmask");
            Path file = folder.resolve(name);
            try {
                Files.copy(library, file);
                return open(file);
            } finally {
                delete(file);
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the blockmask library in the jar cannot be unpacked: name a folder that can be"
                    + " written to (-Djava.io.tmpdir=), or the library itself (-D" + PROPERTY + "=)", e);
        }
    }

    /** At once, but on Windows after the program, if at all, as a file that is in use cannot be deleted there. */
    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            path.toFile().deleteOnExit();
        }
    }

    private static String system() {
        return System.getProperty("os.name");
    }

    /** The folder of natives with the library for this system, named as in the Go module, such as linux_amd64. */
    static String platform() {
        String system = system().startsWith("Windows") ? "windows" : system().startsWith("Mac") ? "darwin" : system();
        String processor = System.getProperty("os.arch");
        return system.toLowerCase(Locale.ROOT) + "_" + switch (processor) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> processor;
        };
    }

    /** The names that the library may have, first the one with the number of the binary interface. */
    private static List<String> names(String system) {
        String number = String.valueOf(Native.ABI_VERSION);
        List<String> names = new ArrayList<>();
        if (system.startsWith("Windows")) {
            names.add("blockmask.dll");
        } else if (system.startsWith("Mac")) {
            names.add("libblockmask." + number + ".dylib");
            names.add("libblockmask.dylib");
        } else {
            names.add("libblockmask.so." + number);
            names.add("libblockmask.so");
        }
        return names;
    }
}
