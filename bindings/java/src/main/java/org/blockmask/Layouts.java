package org.blockmask;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** The structs of the headers that the binding uses, with their names. None of them has padding. */
final class Layouts {
    static final StructLayout OPTIONS = structLayout(
            JAVA_INT.withName("size"),
            JAVA_INT.withName("parts"),
            JAVA_INT.withName("mask"),
            JAVA_INT.withName("comments"),
            JAVA_INT.withName("use_metadata"),
            JAVA_INT.withName("token_mode"),
            JAVA_INT.withName("wrap_width"),
            JAVA_INT.withName("fingerprint_text"),
            JAVA_INT.withName("fold_case"),
            JAVA_INT.withName("on_limit"),
            JAVA_INT.withName("max_depth"),
            JAVA_INT.withName("max_nodes"),
            JAVA_INT.withName("max_attributes"),
            JAVA_INT.withName("max_blocks"),
            JAVA_LONG.withName("max_input"),
            JAVA_LONG.withName("max_memory"),
            JAVA_LONG.withName("max_steps"),
            JAVA_LONG.withName("max_output"),
            JAVA_INT.withName("obey_charset"),
            JAVA_INT.withName("reserved")).withName("blockmask_options");

    static final StructLayout EXPERIMENTAL_OPTIONS = structLayout(
            JAVA_INT.withName("size"),
            JAVA_INT.withName("fusion"),
            JAVA_INT.withName("style_density"),
            JAVA_INT.withName("visual"),
            JAVA_INT.withName("fusion_threshold_numerator"),
            JAVA_INT.withName("fusion_threshold_denominator"),
            JAVA_INT.withName("fusion_smooth_low"),
            JAVA_INT.withName("tag_path_filter"),
            JAVA_INT.withName("tag_path_style"),
            JAVA_INT.withName("tag_path_text_symbols"),
            JAVA_INT.withName("tag_path_scan_all"),
            JAVA_INT.withName("tag_path_content_test"),
            JAVA_INT.withName("style_density_t1"),
            JAVA_INT.withName("style_density_t2"),
            JAVA_INT.withName("style_density_program"),
            JAVA_INT.withName("style_density_strict"),
            JAVA_INT.withName("style_density_keep_nested"),
            JAVA_INT.withName("seeker_model"),
            JAVA_INT.withName("seeker_learner"),
            JAVA_INT.withName("seeker_text"),
            JAVA_INT.withName("seeker_radius"),
            JAVA_INT.withName("seeker_inline_counts")).withName("blockmask_experimental_options");

    static final StructLayout HINTS = structLayout(
            JAVA_LONG.withName("size"),
            ADDRESS.withName("charset"),
            JAVA_LONG.withName("charset_length"),
            ADDRESS.withName("address"),
            JAVA_LONG.withName("address_length")).withName("blockmask_hints");

    static final StructLayout TABLE = structLayout(
            ADDRESS.withName("rows"),
            JAVA_LONG.withName("count"),
            JAVA_LONG.withName("stride")).withName("blockmask_table");

    static final StructLayout PAGE = structLayout(
            MemoryLayout.sequenceLayout(32, JAVA_BYTE).withName("encoding"),
            JAVA_INT.withName("encoding_source"),
            JAVA_INT.withName("source_length"),
            JAVA_INT.withName("text_length"),
            JAVA_INT.withName("title_block"),
            JAVA_INT.withName("title_source_start"),
            JAVA_INT.withName("title_source_end"),
            JAVA_INT.withName("title_text_start"),
            JAVA_INT.withName("title_text_end"),
            JAVA_INT.withName("truncation"),
            JAVA_INT.withName("is_recovered"),
            JAVA_INT.withName("kind"),
            JAVA_INT.withName("page_layout")).withName("blockmask_page");

    static final StructLayout FINGERPRINT = structLayout(
            JAVA_INT.withName("size"),
            JAVA_INT.withName("version"),
            JAVA_INT.withName("is_valid"),
            JAVA_INT.withName("tokens"),
            MemoryLayout.sequenceLayout(8, JAVA_LONG).withName("min_hashes"),
            JAVA_LONG.withName("sim_hash"),
            JAVA_LONG.withName("content_hash"),
            JAVA_LONG.withName("structure_hash")).withName("blockmask_fingerprint");

    static final StructLayout BLOCK = structLayout(
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("text_start"),
            JAVA_INT.withName("text_end"),
            JAVA_INT.withName("tokens"),
            JAVA_INT.withName("linked_tokens"),
            JAVA_INT.withName("lines"),
            JAVA_INT.withName("characters"),
            JAVA_INT.withName("density_tokens"),
            JAVA_INT.withName("density_lines"),
            JAVA_INT.withName("segment"),
            JAVA_FLOAT.withName("probability"),
            JAVA_INT.withName("flags"),
            JAVA_SHORT.withName("depth"),
            JAVA_BYTE.withName("weight"),
            JAVA_BYTE.withName("role"),
            JAVA_BYTE.withName("heading_level"),
            JAVA_BYTE.withName("is_template"),
            JAVA_BYTE.withName("is_in_main_region"),
            JAVA_BYTE.withName("field"),
            JAVA_SHORT.withName("link_targets"),
            JAVA_SHORT.withName("reserved"),
            JAVA_LONG.withName("path_hash"),
            JAVA_LONG.withName("text_hash"),
            JAVA_INT.withName("comment"),
            JAVA_INT.withName("reserved_2")).withName("blockmask_block");

    static final StructLayout COMMENT = structLayout(
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("author_text_start"),
            JAVA_INT.withName("author_text_end"),
            JAVA_INT.withName("date_text_start"),
            JAVA_INT.withName("date_text_end"),
            JAVA_INT.withName("parent")).withName("blockmask_comment");

    static final StructLayout LINK = structLayout(
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("text_start"),
            JAVA_INT.withName("text_end")).withName("blockmask_link");

    static final StructLayout PIECE = structLayout(
            JAVA_INT.withName("block"),
            JAVA_INT.withName("text_start"),
            JAVA_INT.withName("rendered_start"),
            JAVA_INT.withName("rendered_end")).withName("blockmask_piece");

    static final StructLayout RENDERED = structLayout(
            ADDRESS.withName("text"),
            JAVA_LONG.withName("length"),
            TABLE.withName("pieces"),
            JAVA_INT.withName("format"),
            JAVA_INT.withName("reserved")).withName("blockmask_rendered");

    static final StructLayout BLOCK_STRUCTURE = structLayout(
            JAVA_INT.withName("heading"),
            JAVA_INT.withName("list"),
            JAVA_INT.withName("item"),
            JAVA_INT.withName("number"),
            JAVA_INT.withName("table"),
            JAVA_INT.withName("row"),
            JAVA_INT.withName("language_source_start"),
            JAVA_INT.withName("language_source_end"),
            JAVA_SHORT.withName("column"),
            JAVA_SHORT.withName("column_span"),
            JAVA_SHORT.withName("row_span"),
            JAVA_SHORT.withName("list_depth"),
            JAVA_SHORT.withName("quote_depth"),
            JAVA_BYTE.withName("block_type"),
            JAVA_BYTE.withName("direction"),
            JAVA_BYTE.withName("is_ordered"),
            JAVA_BYTE.withName("is_header"),
            JAVA_SHORT.withName("reserved")).withName("blockmask_block_structure");

    static final StructLayout IMAGE = structLayout(
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("alt_source_start"),
            JAVA_INT.withName("alt_source_end"),
            JAVA_INT.withName("block"),
            JAVA_INT.withName("weight")).withName("blockmask_image");

    static final StructLayout PASSAGE = structLayout(
            ADDRESS.withName("text"),
            JAVA_LONG.withName("length"),
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("first_block"),
            JAVA_INT.withName("end_block"),
            JAVA_INT.withName("heading"),
            JAVA_INT.withName("tokens"),
            JAVA_INT.withName("overlap_tokens"),
            JAVA_INT.withName("role_count"),
            ADDRESS.withName("roles")).withName("blockmask_passage");

    static final StructLayout ROLE_TOKENS = structLayout(
            JAVA_INT.withName("role"),
            JAVA_INT.withName("tokens")).withName("blockmask_role_tokens");

    static final StructLayout RECORD = structLayout(
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("first_block"),
            JAVA_INT.withName("end_block")).withName("blockmask_record");

    static final StructLayout FACT_OPTIONS = structLayout(
            JAVA_LONG.withName("size"),
            ADDRESS.withName("x_robots_tag"),
            JAVA_LONG.withName("x_robots_tag_length"),
            ADDRESS.withName("agents"),
            JAVA_LONG.withName("agents_length"),
            ADDRESS.withName("exclusion_attributes"),
            JAVA_LONG.withName("exclusion_attributes_length")).withName("blockmask_fact_options");

    static final StructLayout FACT = structLayout(
            ADDRESS.withName("name"),
            JAVA_LONG.withName("name_length"),
            ADDRESS.withName("value"),
            JAVA_LONG.withName("value_length"),
            JAVA_INT.withName("source_start"),
            JAVA_INT.withName("source_end"),
            JAVA_INT.withName("kind"),
            JAVA_INT.withName("origin"),
            JAVA_INT.withName("confidence"),
            JAVA_INT.withName("applies")).withName("blockmask_fact");

    private Layouts() {}

    /** The offset of a member in bytes. */
    static long offset(StructLayout struct, String member) {
        return struct.byteOffset(groupElement(member));
    }
}
