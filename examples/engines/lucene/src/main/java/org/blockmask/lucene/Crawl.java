package org.blockmask.lucene;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Finds pages in folders and WARC files. What cannot be read is reported, with its name, and left out. */
final class Crawl {
    private final Consumer<PageFile> pages;
    private final BiConsumer<String, Exception> failures;

    Crawl(Consumer<PageFile> pages, BiConsumer<String, Exception> failures) {
        this.pages = pages;
        this.failures = failures;
    }

    /** The address of a file or folder. */
    static String address(Path path) {
        try {
            // Not Path.toUri, which asks the file system whether it is a folder.
            String absolute = path.toAbsolutePath().normalize().toString().replace('\\', '/');
            return new URI("file", "", absolute.startsWith("/") ? absolute : "/" + absolute, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    static boolean isWarc(Path path) {
        return path.toString().matches("(?i).*\\.warc(\\.gz)?");
    }

    /** Reads a folder or a WARC file. Returns whether all of it could be read, apart from single pages. */
    boolean read(Path path) {
        try {
            if (isWarc(path)) {
                readWarc(path);
                return true;
            }
            if (Files.isDirectory(path)) {
                return readFolder(path);
            }
            throw Files.exists(path) ? new IOException("neither a folder nor a .warc or .warc.gz file")
                    : new NoSuchFileException(path.toString());
        } catch (IOException | RuntimeException e) {
            failures.accept(path.toString(), e);
            return false;
        }
    }

    private boolean readFolder(Path folder) throws IOException {
        boolean[] isComplete = {true};
        // The folder itself may be a symbolic link; those in it are not followed.
        Path real = folder.toRealPath();
        Files.walkFileTree(real, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = real.relativize(file).toString();
                String name = path.toLowerCase(Locale.ROOT);
                if (attributes.isRegularFile() && (name.endsWith(".html") || name.endsWith(".htm"))) {
                    String address = address(folder.resolve(path));
                    pages.accept(new PageFile(path, address, null, () -> Files.readAllBytes(file)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                failures.accept(file.toString(), e);
                isComplete[0] = false;
                return FileVisitResult.CONTINUE;
            }
        });
        return isComplete[0];
    }

    private void readWarc(Path file) throws IOException {
        try (WarcReader reader = new WarcReader(file)) {
            for (WarcRecord record : reader) {
                if (record instanceof WarcResponse response) {
                    String target = response.headers().first("WARC-Target-URI").orElse(null);
                    readResponse(response, target, target != null ? target : file + " at " + reader.position());
                }
            }
        }
    }

    private void readResponse(WarcResponse response, String target, String name) {
        try {
            if (!response.contentType().base().equals(MediaType.HTTP)) {
                return;
            }
            HttpResponse http = response.http();
            MediaType type = http.contentType();
            if (!type.base().equals(MediaType.HTML)) {
                return;
            }
            if (target == null) {
                throw new IOException("the record has no WARC-Target-URI");
            }
            byte[] html = http.bodyDecoded().stream().readAllBytes();
            pages.accept(new PageFile(target, target, type.parameters().get("charset"), () -> html));
        } catch (IOException | RuntimeException e) {
            failures.accept(name, e);
        }
    }
}
