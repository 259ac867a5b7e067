package org.blockmask;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds and loads the C library, once; it stays loaded as long as the program runs. */
final class Library {
    private static final String PROPERTY = "blockmask.library";

    private Library() {}

    static SymbolLookup load() {
        String file = System.getProperty(PROPERTY);
        if (file != null) {
            return open(Path.of(file));
        }
        List<String> names = names(System.getProperty("os.name"));
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
                + ": set the system property " + PROPERTY + " to its file (-D" + PROPERTY + "=/path/to/" + names.get(0)
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
