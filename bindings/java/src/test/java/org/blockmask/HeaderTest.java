package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layouts and numbers against blockmask.h, by a C program that prints what the compiler makes of the header. */
class HeaderTest {
    private static final List<StructLayout> STRUCTS = List.of(Layouts.OPTIONS, Layouts.EXPERIMENTAL_OPTIONS, Layouts.HINTS,
            Layouts.TABLE, Layouts.PAGE, Layouts.FINGERPRINT, Layouts.BLOCK, Layouts.COMMENT, Layouts.LINK, Layouts.PIECE,
            Layouts.RENDERED, Layouts.BLOCK_STRUCTURE, Layouts.IMAGE, Layouts.ANNOTATION, Layouts.PASSAGE,
            Layouts.ROLE_TOKENS, Layouts.PASSAGE_CHANGE, Layouts.NODE, Layouts.ATTRIBUTE, Layouts.TABLE_CELL, Layouts.QUALITY, Layouts.COUNTS, Layouts.TEXT_LANGUAGE,
            Layouts.RECORD, Layouts.GROUP, Layouts.GROUP_ITEM, Layouts.FACT_OPTIONS, Layouts.FACT);

    /** C expressions, and the values that they should have. */
    private final List<String> expressions = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    @TempDir
    private Path folder;

    private void expect(String expression, long value) {
        expressions.add(expression);
        values.add(expression + " " + value);
    }

    private void expectConstant(String prefix, Enum<?> constant, long value) {
        if (!constant.name().equals("UNKNOWN") && !(constant == PageKind.NONE)) {
            expect("BLOCKMASK_" + prefix + constant.name(), value);
        }
    }

    private void expectStructs() {
        for (StructLayout struct : STRUCTS) {
            String type = struct.name().orElseThrow();
            expect("sizeof(" + type + ")", struct.byteSize());
            for (MemoryLayout member : ((GroupLayout) struct).memberLayouts()) {
                String name = member.name().orElseThrow();
                expect("offsetof(" + type + ", " + name + ")", Layouts.offset(struct, name));
                expect("sizeof(((" + type + " *)0)->" + name + ")", member.byteSize());
            }
        }
    }

    private void expectConstants() {
        for (BlockField field : BlockField.values()) {
            expectConstant("FIELD_", field, field.number());
        }
        for (Role role : Role.values()) {
            expectConstant("ROLE_", role, role.number());
        }
        for (PageKind kind : PageKind.values()) {
            expectConstant("KIND_", kind, kind.number());
        }
        for (Status status : Status.values()) {
            expectConstant("", status, status.number());
        }
        for (BlockFlag flag : BlockFlag.values()) {
            expectConstant("FLAG_", flag, flag.bit());
        }
        for (Truncation limit : Truncation.values()) {
            expectConstant("TRUNCATED_", limit, limit.bit());
        }
        for (Fallback fallback : Fallback.values()) {
            expectConstant("FALLBACK_", fallback, fallback.bit());
        }
        for (EncodingSource source : EncodingSource.values()) {
            expectConstant("ENCODING_", source, source.ordinal());
        }
        expectOrdinals("ON_LIMIT_", Options.OnLimit.values());
        expectOrdinals("COMMENTS_", Options.Comments.values());
        expectOrdinals("MASK_", Options.Mask.values());
        expectOrdinals("FUSION_", Options.Fusion.values());
        expectOrdinals("TOKENS_", Options.TokenMode.values());
        expectOrdinals("TYPE_", BlockType.values());
        expectOrdinals("ANNOTATION_", AnnotationType.values());
        expectOrdinals("GROUP_", GroupKind.values());
        expectOrdinals("CHANGE_", ChangeKind.values());
        expectOrdinals("REASON_", QualityReason.values());
        expectOrdinals("DIRECTION_", Direction.LTR, Direction.RTL, Direction.AUTO);
        expectOrdinals("FACT_", FactKind.values());
        expectOrdinals("ORIGIN_", Arrays.copyOfRange(FactOrigin.values(), 1, FactOrigin.UNKNOWN.ordinal()));
        expect("BLOCKMASK_TABLE_BLOCKS", Native.TABLE_BLOCKS);
        expect("BLOCKMASK_TABLE_LINKS", Native.TABLE_LINKS);
        expect("BLOCKMASK_TABLE_COMMENTS", Native.TABLE_COMMENTS);
        expect("BLOCKMASK_TABLE_STRUCTURE", Native.TABLE_STRUCTURE);
        expect("BLOCKMASK_TABLE_IMAGES", Native.TABLE_IMAGES);
        expect("BLOCKMASK_TABLE_RECORDS", Native.TABLE_RECORDS);
        expect("BLOCKMASK_TABLE_KIND_PROBABILITIES", Native.TABLE_KIND_PROBABILITIES);
        expect("BLOCKMASK_TABLE_ANNOTATIONS", Native.TABLE_ANNOTATIONS);
        expect("BLOCKMASK_TABLE_GROUPS", Native.TABLE_GROUPS);
        expect("BLOCKMASK_TABLE_CELLS", Native.TABLE_CELLS);
        expect("BLOCKMASK_TABLE_CELL_HEADERS", Native.TABLE_CELL_HEADERS);
        expect("BLOCKMASK_TABLE_QUALITY", Native.TABLE_QUALITY);
        expect("BLOCKMASK_TABLE_COUNTS", Native.TABLE_COUNTS);
        expect("BLOCKMASK_TABLE_BLOCK_COUNTS", Native.TABLE_BLOCK_COUNTS);
        expect("BLOCKMASK_TABLE_PAGE_LANGUAGE", Native.TABLE_PAGE_LANGUAGE);
        expect("BLOCKMASK_TABLE_BLOCK_LANGUAGES", Native.TABLE_BLOCK_LANGUAGES);
        expect("BLOCKMASK_TABLE_GROUP_ITEMS", Native.TABLE_GROUP_ITEMS);
        expect("BLOCKMASK_TABLE_NODES", Native.TABLE_NODES);
        expect("BLOCKMASK_TABLE_ATTRIBUTES", Native.TABLE_ATTRIBUTES);
        expect("BLOCKMASK_TABLE_BLOCK_NODES", Native.TABLE_BLOCK_NODES);
        expect("BLOCKMASK_STRING_NODE_TEXT", Native.STRING_NODE_TEXT);
        expect("BLOCKMASK_STRING_ATTRIBUTE_VALUE", Native.STRING_ATTRIBUTE_VALUE);
        expectOrdinals("NODE_", Arrays.copyOf(NodeKind.values(), NodeKind.UNKNOWN.ordinal()));
        expectOrdinals("NAMESPACE_", Arrays.copyOf(Namespace.values(), Namespace.UNKNOWN.ordinal()));
        expect("BLOCKMASK_STRING_LINK_TARGET", Native.STRING_LINK_TARGET);
        expect("BLOCKMASK_STRING_LINK_ADDRESS", Native.STRING_LINK_ADDRESS);
        expect("BLOCKMASK_STRING_LINK_REL", Native.STRING_LINK_REL);
        expect("BLOCKMASK_STRING_IMAGE_ALT", Native.STRING_IMAGE_ALT);
        expect("BLOCKMASK_STRING_IMAGE_TARGET", Native.STRING_IMAGE_TARGET);
        expect("BLOCKMASK_STRING_ANNOTATION", Native.STRING_ANNOTATION);
        expect("BLOCKMASK_FORMAT_JOINED", Native.FORMAT_JOINED);
        expect("BLOCKMASK_FORMAT_PLAIN", Native.FORMAT_PLAIN);
        expect("BLOCKMASK_FORMAT_MARKDOWN", Native.FORMAT_MARKDOWN);
        expect("BLOCKMASK_FORMAT_HTML", Native.FORMAT_HTML);
        expect("BLOCKMASK_RENDER_LINKS", Native.RENDER_LINKS);
        expect("BLOCKMASK_RENDER_IMAGES", Native.RENDER_IMAGES);
        expect("BLOCKMASK_ABI_VERSION", Native.ABI_VERSION);
        expect("(int)BLOCKMASK_NONE", PageKind.NONE.number());
        expect("BLOCKMASK_FIELDS_VISIBLE", BlockField.VISIBLE.stream().mapToLong(field -> 1L << field.number()).sum());
    }

    private void expectOrdinals(String prefix, Enum<?>... constants) {
        for (Enum<?> constant : constants) {
            expectConstant(prefix, constant, constant.ordinal());
        }
    }

    @Test
    void layoutsAndNumbersAreThoseOfTheHeader() throws Exception {
        Path include = Path.of(System.getProperty("blockmask.include"));
        assumeTrue(Files.exists(include.resolve("blockmask.h")), "skipped: no blockmask.h in " + include);
        assumeTrue(isRunnable("cc", "--version"), "skipped: no C compiler");
        expectStructs();
        expectConstants();
        StringBuilder program = new StringBuilder("#include <blockmask.h>\n#include <blockmask_experimental.h>\n#include <blockmask_search.h>\n#include <blockmask_tree.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                + "int main(void)\n{\n");
        for (String expression : expressions) {
            program.append(
                    String.format(Locale.ROOT, "    printf(\"%1$s %%lld\\n\", (long long)(%1$s));%n", expression));
        }
        Path source = Files.writeString(folder.resolve("print.c"), program + "    return 0;\n}\n");
        Path binary = folder.resolve("print");
        assertEquals("", output("cc", "-I" + include, source.toString(), "-o", binary.toString()));
        assertEquals(String.join("\n", values) + "\n", output(binary.toString()));
    }

    private static boolean isRunnable(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }
}
