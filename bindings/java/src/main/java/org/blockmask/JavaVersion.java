package org.blockmask;

/**
 * Says which Java is needed. pom.xml compiles this class, {@link PageAnalyzer} and {@link Options}, with which a program
 * begins, so that Java 11 can load them: it would say "class file version 66.0" otherwise. They use no newer language,
 * and have no code for which a verifier must load java.lang.foreign.
 */
final class JavaVersion {
    /** The first version with java.lang.foreign, for which pom.xml compiles the other classes. */
    private static final int NEEDED = 22;

    private JavaVersion() {}

    static void check() {
        if (Runtime.version().feature() < NEEDED) {
            throw new UnsupportedClassVersionError("blockmask needs Java " + NEEDED + " or later, but this is Java "
                    + System.getProperty("java.version") + " in " + System.getProperty("java.home"));
        }
    }
}
