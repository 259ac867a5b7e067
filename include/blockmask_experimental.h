/*
 * blockmask_experimental.h - the published methods, with their parameters and tables
 *
 * This header is no part of the stable interface: its structs and functions, its constants and the meaning of their values
 * may change in any release. Programs that do not include it are not affected. The rules of blockmask.h apply.
 *
 * This file is generated from the source of the library.
 */

#ifndef BLOCKMASK_EXPERIMENTAL_H
#define BLOCKMASK_EXPERIMENTAL_H

#include "blockmask.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Experimental options
 * --------------------
 *
 * Block Fusion, tag path sequence, style density, Content Seeker and visual annotation, as their papers describe them,
 * with their parameters: for those who repeat or vary the experiments, or who need their tables.
 */

/* table: the segments, which need BLOCKMASK_PART_SEGMENTS; rows are blockmask_segment. */
#define BLOCKMASK_TABLE_SEGMENTS 2
/* table: the main regions, which need BLOCKMASK_PART_REGION; rows are blockmask_main_region. */
#define BLOCKMASK_TABLE_MAIN_REGIONS 3
/* table: the layout areas, in page order; rows are blockmask_layout_area. Empty if they were not computed. */
#define BLOCKMASK_TABLE_LAYOUT_AREAS 6
/* table: the visual areas, in tree order; rows are blockmask_visual_area. Empty if they were not computed. */
#define BLOCKMASK_TABLE_VISUAL_AREAS 7
/* table: what a reader sees of each block; rows are blockmask_block_visibility. Empty if it was not computed. */
#define BLOCKMASK_TABLE_BLOCK_VISIBILITY 8

#define BLOCKMASK_MASK_STYLE_DENSITY 2 /* mask: the layout areas found by style density are content. */
#define BLOCKMASK_MASK_SEEKER 3        /* mask: Content Seeker, with learned segments and learned content. */
#define BLOCKMASK_MASK_SEEKER_LBS 4    /* mask: Content Seeker, the largest block string. */
#define BLOCKMASK_MASK_SEEKER_SLS 5    /* mask: Content Seeker, string length smoothing. */
#define BLOCKMASK_MASK_SEEKER_TP 6     /* mask: Content Seeker, the repeated records, for forums. */
#define BLOCKMASK_MASK_TAG_PATH 7      /* mask: the main region by tag paths is content. */

/* fusion: the text of the page is wrapped into lines, each of which is a segment. */
#define BLOCKMASK_FUSION_WORD_WRAP 0
#define BLOCKMASK_FUSION_TAG_GAP 1  /* fusion: the text between any two tags is a segment. */
#define BLOCKMASK_FUSION_PLAIN 2    /* fusion: neighbors of similar text density are fused. */
#define BLOCKMASK_FUSION_SMOOTHED 3 /* fusion: as plain; a dip between two equal densities is filled. */
/* fusion: as smoothed, but some tags always separate and others never do. The default. */
#define BLOCKMASK_FUSION_RULE_BASED 4
#define BLOCKMASK_FUSION_JUST_RULES 5 /* fusion: only the tags that always separate. */

#define BLOCKMASK_STYLE_DENSITY_NONE 0  /* style_density: page layout and layout areas are not computed. The default. */
#define BLOCKMASK_STYLE_DENSITY_PAPER 1 /* style_density: the rules of the paper. */
#define BLOCKMASK_STYLE_DENSITY_LEARNED 2 /* style_density: learned from real pages; finds posts that the rules miss. */

/* tag_path_filter: tag paths that occur more often than the threshold. The default. */
#define BLOCKMASK_TAG_PATH_FILTER_STRICT 0
/* tag_path_filter: tag paths that occur at least as often as the threshold. */
#define BLOCKMASK_TAG_PATH_FILTER_LITERAL 1

/* tag_path_style: class and inline style distinguish elements of one name. The default. */
#define BLOCKMASK_TAG_PATH_STYLE_RAW 0
/* tag_path_style: the most frequent class and the presentational attributes do. */
#define BLOCKMASK_TAG_PATH_STYLE_REDUCED 1
#define BLOCKMASK_TAG_PATH_STYLE_NONE 2 /* tag_path_style: nothing does. */

#define BLOCKMASK_TAG_PATH_CONTENT_TEST_NONE 0 /* tag_path_content_test: every region is content. The default. */
/* tag_path_content_test: not a region with less than half of the tokens that is mostly links. */
#define BLOCKMASK_TAG_PATH_CONTENT_TEST_LINK_HEAVY 1
/* tag_path_content_test: only a region with three similar neighbors. */
#define BLOCKMASK_TAG_PATH_CONTENT_TEST_REPETITION 2

#define BLOCKMASK_SEEKER_MODEL_AUTO 0  /* seeker_model: chosen by a rule from the kind of the page. The default. */
#define BLOCKMASK_SEEKER_MODEL_NEWS 1  /* seeker_model: news. */
#define BLOCKMASK_SEEKER_MODEL_BLOG 2  /* seeker_model: blogs. */
#define BLOCKMASK_SEEKER_MODEL_FORUM 3 /* seeker_model: forums. */

#define BLOCKMASK_SEEKER_LEARNER_TREE 0   /* seeker_learner: one decision tree for each decision. */
#define BLOCKMASK_SEEKER_LEARNER_FOREST 1 /* seeker_learner: a random forest. The default. */

#define BLOCKMASK_SEEKER_TEXT_WHOLE 0     /* seeker_text: all text of the content segments. The default. */
#define BLOCKMASK_SEEKER_TEXT_HEURISTIC 1 /* seeker_text: what the heuristic for the kind of the page finds in them. */

/* Parameters of the algorithms. A field with a list of constants takes only these; flags are 0 or 1. */
typedef struct blockmask_experimental_options {
    /* sizeof(blockmask_experimental_options). */
    uint32_t size;
    /* How text becomes segments: one of BLOCKMASK_FUSION_. */
    uint32_t fusion;
    /* Whether page layout and layout areas are computed, and how: one of BLOCKMASK_STYLE_DENSITY_. */
    uint32_t style_density;
    /* Flag: compute visual areas and the visibility of blocks. Default 0. */
    uint32_t visual;
    /* How much the densities of two neighbors may differ: numerator of a fraction from 0 to 1. */
    uint32_t fusion_threshold_numerator;
    /* The denominator; 0, the default, means the threshold of the method. */
    uint32_t fusion_threshold_denominator;
    /* Flag: smoothing treats any two densities of at most 5 as equal. Default 0. */
    uint32_t fusion_smooth_low;
    /* One of BLOCKMASK_TAG_PATH_FILTER_. */
    uint32_t tag_path_filter;
    /* One of BLOCKMASK_TAG_PATH_STYLE_. */
    uint32_t tag_path_style;
    /* Flag: text is a separate symbol. Default 1. */
    uint32_t tag_path_text_symbols;
    /* Flag: try all cuts of a threshold until one is unbalanced enough. Default 0. */
    uint32_t tag_path_scan_all;
    /* One of BLOCKMASK_TAG_PATH_CONTENT_TEST_. */
    uint32_t tag_path_content_test;
    /* How far from the largest region a candidate may be: 0 to 100, default 50. */
    uint32_t style_density_t1;
    /* How many characters a node needs to count. Default 20. */
    uint32_t style_density_t2;
    /* Flag: the roots of regions are as in the program of the paper's authors: div, td, dd, dt and li. Default 0. */
    uint32_t style_density_program;
    /*
     * Flag: an article among several candidates must be nearest to the root, and also be the only one as near to its
     * title. Default 0.
     */
    uint32_t style_density_strict;
    /* Flag: a region right below the root of another one stays a separate region. Default 0. */
    uint32_t style_density_keep_nested;
    /* One of BLOCKMASK_SEEKER_MODEL_. */
    uint32_t seeker_model;
    /* One of BLOCKMASK_SEEKER_LEARNER_. */
    uint32_t seeker_learner;
    /* One of BLOCKMASK_SEEKER_TEXT_. */
    uint32_t seeker_text;
    /* Strings on either side over which BLOCKMASK_MASK_SEEKER_SLS smooths, at most 1000. Default 2. */
    uint32_t seeker_radius;
    /* Flag: for BLOCKMASK_MASK_SEEKER_LBS a paragraph that is all in bold or the like counts as text. Default 1. */
    uint32_t seeker_inline_counts;
} blockmask_experimental_options;

/* Fills in the defaults. size is sizeof(blockmask_experimental_options), and becomes the field size. */
BLOCKMASK_API
blockmask_status blockmask_init_experimental_options(blockmask_experimental_options *options,
                                                     size_t size);

/*
 * Creates an analyzer as blockmask_create_analyzer does, from options and experimental options. NULL for either means
 * their defaults.
 */
BLOCKMASK_API
blockmask_status blockmask_create_experimental_analyzer(const blockmask_options *options,
                                                        const blockmask_experimental_options *experimental,
                                                        blockmask_analyzer **analyzer);

/*
 * Segments and main regions
 * -------------------------
 *
 * Segments are neighboring text of like density, which Block Fusion joins; the main region is the part of the page
 * with the most text by its tag paths.
 */

/* parts: the segments, and where blocks lie in them. Passages then rather end where a segment ends. */
#define BLOCKMASK_PART_SEGMENTS 8
#define BLOCKMASK_PART_REGION 16 /* parts: the main region, and which blocks are in it. */

/* A part of the main region, with its tags: there are one or two. */
typedef struct blockmask_main_region {
    /* First byte in the bytes of the page. */
    uint32_t source_start;
    /* One past the last byte. */
    uint32_t source_end;
} blockmask_main_region;

/* A segment: neighboring text that belongs together by its density. */
typedef struct blockmask_segment {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Where it begins in the normalized text. */
    uint32_t text_start;
    /* One past its end in the normalized text. */
    uint32_t text_end;
    /* Tokens. */
    uint32_t tokens;
    /* Tokens that begin inside a link. */
    uint32_t linked_tokens;
    /* Lines when wrapped. */
    uint32_t lines;
    /* Text density as an exact fraction, as in blockmask_block. */
    uint32_t density_tokens;
    /* Its denominator. */
    uint32_t density_lines;
} blockmask_segment;

/*
 * Page layout and layout areas
 * ----------------------------
 *
 * The page layout, and its areas: the article, its comments or the posts of a thread, or the entries of a list. They
 * are computed if style_density is set. The layout is in the field page_layout of blockmask_page.
 */

#define BLOCKMASK_PAGE_LAYOUT_NONE 0    /* page_layout: not computed. */
#define BLOCKMASK_PAGE_LAYOUT_ARTICLE 1 /* page_layout: one main text. */
/* page_layout: a main text with comments, or a post with answers. */
#define BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS 2
#define BLOCKMASK_PAGE_LAYOUT_MULTIPLE 3 /* page_layout: several layout areas, or none. */

#define BLOCKMASK_LAYOUT_AREA_ARTICLE 1 /* role of a layout area: the article, or the post that opens a thread. */
#define BLOCKMASK_LAYOUT_AREA_COMMENT 2 /* role of a layout area: a comment, or an answer. */
#define BLOCKMASK_LAYOUT_AREA_ITEM 3    /* role of a layout area: one of several items of equal rank. */

/* string of a layout area: its text, with line feeds between blocks. It need not be one range of the normalized text. */
#define BLOCKMASK_STRING_LAYOUT_AREA 65

/* A layout area. */
typedef struct blockmask_layout_area {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* One of BLOCKMASK_LAYOUT_AREA_. */
    uint32_t role;
    /* The index of the layout area that it answers or is part of, or BLOCKMASK_NONE. */
    uint32_t parent;
    /* How many ancestors it has among the layout areas. */
    uint32_t depth;
    /* Characters of its text. */
    uint32_t characters;
    /* Bytes of its text. */
    uint32_t text_length;
} blockmask_layout_area;

/*
 * Visual areas
 * ------------
 *
 * The page as a reader sees it: which text is the heading, the author, the date, a paragraph, and which is not
 * visible. These tables are computed if visual is set. Positions are in pixels, on a canvas 1000 wide, as far as they
 * follow from the page itself: external style sheets are not read.
 */

#define BLOCKMASK_VISUAL_NONE 0       /* visual_class: none of these. */
#define BLOCKMASK_VISUAL_H1 1         /* visual_class: the main heading. A page has at most one. */
#define BLOCKMASK_VISUAL_H2 2         /* visual_class: a heading of a section. */
#define BLOCKMASK_VISUAL_SUBTITLE 3   /* visual_class: a line below the main heading that continues it. */
#define BLOCKMASK_VISUAL_PEREX 4      /* visual_class: the first paragraph, where it sums up the article. */
#define BLOCKMASK_VISUAL_PARAGRAPH 5  /* visual_class: a paragraph of the article. */
#define BLOCKMASK_VISUAL_AUTHOR 6     /* visual_class: who wrote it. */
#define BLOCKMASK_VISUAL_DATE 7       /* visual_class: when it was published. */
#define BLOCKMASK_VISUAL_AUTHORDATE 8 /* visual_class: author and date together. */

#define BLOCKMASK_HIDDEN_DISPLAY 1    /* hidden: display none, or the hidden attribute. */
#define BLOCKMASK_HIDDEN_VISIBILITY 2 /* hidden: visibility hidden. */
#define BLOCKMASK_HIDDEN_OPACITY 4    /* hidden: opacity 0. */
#define BLOCKMASK_HIDDEN_SIZE 8       /* hidden: the font or the box is too small. */
#define BLOCKMASK_HIDDEN_COLOR 16     /* hidden: the color is nearly equal to the background. */
#define BLOCKMASK_HIDDEN_OFFSCREEN 32 /* hidden: moved out of the viewport. */
#define BLOCKMASK_HIDDEN_CLIPPED 64   /* hidden: clipped away by clip or clip-path. */

/* What a reader sees of a block; the table has one row for each block. */
typedef struct blockmask_block_visibility {
    /* Characters of the block that are not visible. */
    uint32_t hidden_characters;
    /* Why: union of BLOCKMASK_HIDDEN_ over these characters. */
    uint32_t hidden;
} blockmask_block_visibility;

/* A visual area: neighboring lines of one block in one style. */
typedef struct blockmask_visual_area {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Where it begins in the normalized text. */
    uint32_t text_start;
    /* One past its end in the normalized text. */
    uint32_t text_end;
    /* The index of its block. */
    uint32_t block;
    /* Left edge in pixels. */
    int32_t x;
    /* Top edge. */
    int32_t y;
    /* Width; 0 if it is not visible. */
    int32_t width;
    /* Height. */
    int32_t height;
    /* Lines of text; 0 if it is not visible. */
    uint32_t lines;
    /* Characters. */
    uint32_t characters;
    /* Bold characters. */
    uint32_t bold;
    /* Italic characters. */
    uint32_t italic;
    /* Characters in links. */
    uint32_t linked;
    /* Mean font size in thousandths of a pixel. */
    uint32_t font_size;
    /* Color of the first character, 0xRRGGBB. */
    uint32_t color;
    /* Color of its background, 0xRRGGBB. */
    uint32_t background;
    /* Luminance of the color in millionths, 0 for black. */
    uint32_t luminance;
    /* Luminance of the background. */
    uint32_t background_luminance;
    /* The probability of the class, 0 to 1. */
    float probability;
    /* One of BLOCKMASK_VISUAL_. */
    uint32_t visual_class;
    /* Union of BLOCKMASK_HIDDEN_; 0 if it is visible. */
    uint32_t hidden;
} blockmask_visual_area;

/*
 * Groups
 * ------
 *
 * The repeated parts of a page, and what they are: docs/groups.md. How kinds are told from each other is new, and which
 * groups are found may change with every version.
 */

/* table: the groups, by their first blocks, outer ones first; rows are blockmask_group. Takes half of an analysis. */
#define BLOCKMASK_TABLE_GROUPS 16
/* table: the items of all groups, group by group; rows are blockmask_group_item. */
#define BLOCKMASK_TABLE_GROUP_ITEMS 17

#define BLOCKMASK_GROUP_UNKNOWN 0    /* group_kind: something else. */
#define BLOCKMASK_GROUP_COMMENTS 1   /* group_kind: comments of readers, as in BLOCKMASK_TABLE_COMMENTS. */
#define BLOCKMASK_GROUP_POSTS 2      /* group_kind: posts of a thread. */
#define BLOCKMASK_GROUP_ANSWERS 3    /* group_kind: answers to a question. */
#define BLOCKMASK_GROUP_REVIEWS 4    /* group_kind: reviews of customers. */
#define BLOCKMASK_GROUP_RESULTS 5    /* group_kind: results of a search, entries of a list. */
#define BLOCKMASK_GROUP_OFFERS 6     /* group_kind: things for sale. */
#define BLOCKMASK_GROUP_TEASERS 7    /* group_kind: pointers to other pages, with a title or more. */
#define BLOCKMASK_GROUP_MENU 8       /* group_kind: links of a menu or of a list of links. */
#define BLOCKMASK_GROUP_TABLE_ROWS 9 /* group_kind: rows of a table. */
#define BLOCKMASK_GROUP_FAQ 10       /* group_kind: questions with their answers. */
#define BLOCKMASK_GROUP_STEPS 11     /* group_kind: steps of instructions, or ingredients. */
#define BLOCKMASK_GROUP_GALLERY 12   /* group_kind: images with captions. */
#define BLOCKMASK_GROUP_TAGS 13      /* group_kind: keywords. */

/* Repeated parts of a page. */
typedef struct blockmask_group {
    /* First byte of its first item in the bytes of the page. */
    uint32_t source_start;
    /* One past its last item, with all that stands between. */
    uint32_t source_end;
    /* Its first item in BLOCKMASK_TABLE_GROUP_ITEMS. */
    uint32_t first_item;
    /* One past its last item there. */
    uint32_t end_item;
    /* What its items are: one of BLOCKMASK_GROUP_. */
    uint32_t group_kind;
    /* Flag: they are the records of the page. */
    uint32_t is_main_list;
    /* The probability of the kind, 0 to 1; it is coarse. */
    float probability;
} blockmask_group;

/*
 * One of repeated parts. Author, date, rating and price are as written in the normalized text; both ends are equal if
 * it has none.
 */
typedef struct blockmask_group_item {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character, with all that stands between. */
    uint32_t source_end;
    /* Its first block. */
    uint32_t first_block;
    /* One past its last block; some of its blocks may be template or belong to replies. */
    uint32_t end_block;
    /* Which item of its group it answers, counted from 0, or BLOCKMASK_NONE. */
    uint32_t parent;
    /* Where its author begins. */
    uint32_t author_text_start;
    /* One past its author. */
    uint32_t author_text_end;
    /* Where its date begins. */
    uint32_t date_text_start;
    /* One past its date. */
    uint32_t date_text_end;
    /* Where its rating begins: stars, or points with their maximum. */
    uint32_t rating_text_start;
    /* One past its rating. */
    uint32_t rating_text_end;
    /* Where its price begins, with its currency. */
    uint32_t price_text_start;
    /* One past its price. */
    uint32_t price_text_end;
} blockmask_group_item;

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_EXPERIMENTAL_H */
