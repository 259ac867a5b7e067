/**
 * Tells a search indexer what is on an HTML page: blocks of text with their byte ranges, what each is for, which are
 * content and which are template, and how much each should count.
 *
 * <p>{@link org.blockmask.PageAnalyzer} takes pages, one thread at a time; {@link org.blockmask.Page} is the result. The C
 * library is loaded when the first class needs it: from the file that the system property {@code blockmask.library}
 * names, else from a folder of {@code java.library.path}, else from where the system's loader looks. Run Java with
 * {@code --enable-native-access=org.blockmask}, or {@code =ALL-UNNAMED} if the jar is on the class path.
 *
 * <p>Sets of numbers are open: what a newer library returns and this binding does not know is a constant
 * {@code UNKNOWN}, never an error.
 */
package org.blockmask;
