package org.blockmask.lucene;

import java.io.IOException;

/**
 * A page to index.
 *
 * @param path what hits call it: relative to its folder, or the target URI of its WARC record
 * @param address its address, which is unique in the index
 * @param charset the charset of its HTTP headers, or null
 * @param bytes gives its bytes, in any thread
 */
record PageFile(String path, String address, String charset, Bytes bytes) {
    /** Reads a file, or returns what was read. */
    interface Bytes {
        byte[] read() throws IOException;
    }
}
