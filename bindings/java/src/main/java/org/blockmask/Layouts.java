package org.blockmask;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The structs of the headers that the binding uses, with their names: types, each with its members. */
final class Layouts {
    /** Where the members of each struct are. */
    private static final Map<StructLayout, Map<String, Long>> OFFSETS = new IdentityHashMap<>();

    static final StructLayout TABLE = struct("table", """
            address rows;
            long count stride""");

    static final StructLayout OPTIONS = struct("options", """
            int size parts mask comments use_metadata token_mode wrap_width fingerprint_text fold_case on_limit
                max_depth max_nodes max_attributes max_blocks;
            long max_input max_memory max_steps max_output;
            int obey_charset omit_headline omit_metadata ignore_page_rules;
            address cancel_flag""");

    static final StructLayout EXPERIMENTAL_OPTIONS = struct("experimental_options", """
            int size fusion style_density visual fusion_threshold_numerator fusion_threshold_denominator
                fusion_smooth_low tag_path_filter tag_path_style tag_path_text_symbols tag_path_scan_all
                tag_path_content_test style_density_t1 style_density_t2 style_density_program style_density_strict
                style_density_keep_nested seeker_model seeker_learner seeker_text seeker_radius seeker_inline_counts""");

    static final StructLayout HINTS = struct("hints", """
            long size;
            address charset;
            long charset_length;
            address address;
            long address_length""");

    /** A row of the probabilities of kinds, which C has no struct for. */
    static final StructLayout KIND_PROBABILITY = struct("kind_probability", "float probability");

    static final StructLayout PAGE = struct("page", """
            byte[32] encoding;
            int encoding_source source_length text_length title_block title_source_start title_source_end
                title_text_start title_text_end truncation is_recovered kind page_layout headline_block fallbacks""");

    static final StructLayout FINGERPRINT = struct("fingerprint", """
            int size version is_valid tokens;
            long[8] min_hashes;
            long sim_hash content_hash structure_hash""");

    static final StructLayout BLOCK = struct("block", """
            int source_start source_end text_start text_end tokens linked_tokens lines characters density_tokens
                density_lines segment;
            float probability;
            int flags;
            short depth;
            byte weight role heading_level is_template is_in_main_region field;
            short link_targets reserved;
            long path_hash text_hash;
            int comment reserved_2""");

    static final StructLayout COMMENT = struct("comment", """
            int source_start source_end author_text_start author_text_end date_text_start date_text_end parent""");

    static final StructLayout LINK = struct("link", "int source_start source_end text_start text_end");

    static final StructLayout NODE = struct("node", """
            address name;
            int name_length;
            short depth;
            byte node_kind node_namespace;
            int parent first_child next_sibling subtree_end source_start content_start content_end source_end
                first_attribute first_block end_block;
            byte has_start_tag has_end_tag;
            short reserved""");

    static final StructLayout ATTRIBUTE = struct("attribute", """
            address name;
            int name_length is_last name_source_start name_source_end value_source_start value_source_end""");

    static final StructLayout PIECE = struct("piece", "int block text_start rendered_start rendered_end");

    static final StructLayout RENDERED = struct("rendered", """
            address text;
            long length;
            table pieces;
            int format truncation""");

    static final StructLayout BLOCK_STRUCTURE = struct("block_structure", """
            int heading list item number table row language_source_start language_source_end;
            short column column_span row_span list_depth quote_depth;
            byte block_type direction is_ordered is_header;
            short reserved""");

    static final StructLayout IMAGE = struct("image", """
            int source_start source_end alt_source_start alt_source_end block weight""");

    static final StructLayout ANNOTATION = struct("annotation", """
            int source_start source_end text_start text_end block annotation_type""");

    static final StructLayout PASSAGE = struct("passage", """
            address text;
            long length;
            address context;
            long context_length id;
            int source_start source_end first_block end_block heading tokens overlap_tokens context_tokens role_count
                text_start text_end reserved;
            address roles""");

    static final StructLayout ROLE_TOKENS = struct("role_tokens", "int role tokens");

    static final StructLayout TABLE_CELL = struct("table_cell", "int source_start source_end table row column row_span "
            + "column_span is_header is_guessed_header first_block end_block first_header end_header");

    static final StructLayout QUALITY = struct("quality", "float score; int reason");

    static final StructLayout COUNTS = struct("counts", """
            int characters words word_characters symbol_words alphabetic_words stop_words gopher_stop_words
            sentences lines digits hashes ellipses braces lorem_ipsum bullet_lines ellipsis_lines
            punctuated_lines short_lines c4_lines c4_sentences repeated_lines repeated_line_characters
            top_two_gram_characters top_three_gram_characters top_four_gram_characters
            repeated_five_gram_characters repeated_six_gram_characters repeated_seven_gram_characters
            repeated_eight_gram_characters repeated_nine_gram_characters repeated_ten_gram_characters""");

    static final StructLayout TEXT_LANGUAGE = struct("text_language", "int language; float confidence");

    static final StructLayout INDEX = struct("index", "int index");

    static final StructLayout PASSAGE_CHANGE =
            struct("passage_change", "int change_kind old_passage new_passage");

    static final StructLayout RECORD = struct("record", "int source_start source_end first_block end_block");

    static final StructLayout GROUP = struct("group", """
            int source_start source_end first_item end_item group_kind is_main_list;
            float probability""");

    static final StructLayout GROUP_ITEM = struct("group_item", """
            int source_start source_end first_block end_block parent author_text_start author_text_end
                date_text_start date_text_end rating_text_start rating_text_end price_text_start price_text_end""");

    static final StructLayout FACT_OPTIONS = struct("fact_options", """
            long size;
            address x_robots_tag;
            long x_robots_tag_length;
            address agents;
            long agents_length;
            address exclusion_attributes;
            long exclusion_attributes_length;
            address headers;
            long headers_length properties""");

    static final StructLayout FACT = struct("fact", """
            address name;
            long name_length;
            address value;
            long value_length;
            int source_start source_end kind origin confidence applies;
            address object_type;
            long object_type_length entity""");

    private Layouts() {}

    /** A struct without padding. */
    private static StructLayout struct(String name, String declarations) {
        List<MemoryLayout> members = new ArrayList<>();
        Map<String, Long> offsets = new HashMap<>();
        long offset = 0;
        for (String declaration : declarations.split(";")) {
            String[] words = declaration.strip().split("\\s+");
            for (int i = 1; i < words.length; i++) {
                members.add(type(words[0]).withName(words[i]));
                offsets.put(words[i], offset);
                offset += members.getLast().byteSize();
            }
        }
        StructLayout struct = structLayout(members.toArray(MemoryLayout[]::new)).withName("blockmask_" + name);
        OFFSETS.put(struct, offsets);
        return struct;
    }

    private static MemoryLayout type(String name) {
        return switch (name) {
            case "byte" -> ValueLayout.JAVA_BYTE;
            case "short" -> ValueLayout.JAVA_SHORT;
            case "int" -> ValueLayout.JAVA_INT;
            case "long" -> ValueLayout.JAVA_LONG;
            case "float" -> ValueLayout.JAVA_FLOAT;
            case "address" -> ValueLayout.ADDRESS;
            case "table" -> TABLE;
            case "byte[32]" -> sequenceLayout(32, ValueLayout.JAVA_BYTE);
            case "long[8]" -> sequenceLayout(8, ValueLayout.JAVA_LONG);
            default -> throw new AssertionError(name);
        };
    }

    /** The offsets of the members of a struct in bytes, by name. */
    static Map<String, Long> offsets(StructLayout struct) {
        return OFFSETS.get(struct);
    }

    /** The offset of a member in bytes. */
    static long offset(StructLayout struct, String member) {
        return offsets(struct).get(member);
    }
}
