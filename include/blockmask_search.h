/*
 * blockmask_search.h - for indexes of passages: what a newer version of a page changes
 *
 * The rules of blockmask.h apply, and this header is as stable. docs/guides/passages.md shows how to use it:
 *
 *     blockmask_table changes;
 *     size_t i;
 *
 *     if (blockmask_diff_passages(old_ids, old_count, new_ids, new_count, &changes) == BLOCKMASK_OK) {
 *         for (i = 0; i < changes.count; i++) {
 *             const blockmask_passage_change *change = BLOCKMASK_AT(blockmask_passage_change, changes, i);
 *             printf("%u %u %u\n", (unsigned)change->change_kind, (unsigned)change->old_passage,
 *                    (unsigned)change->new_passage);
 *         }
 *         blockmask_free((void *)changes.rows);
 *     }
 *
 * This file is generated from the source of the library.
 */

#ifndef BLOCKMASK_SEARCH_H
#define BLOCKMASK_SEARCH_H

#include "blockmask.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Versions of a page
 * ------------------
 *
 * Which passages stayed, moved, changed, came and went, by their ids alone: an index of passages is brought up to date
 * without the old page.
 */

#define BLOCKMASK_CHANGE_STAYED 0 /* change_kind: it is in both versions. */
/* change_kind: likewise, but before or behind other passages than in the old version. */
#define BLOCKMASK_CHANGE_MOVED 1
#define BLOCKMASK_CHANGE_CHANGED 2 /* change_kind: it has another text in the new version. */
#define BLOCKMASK_CHANGE_CAME 3    /* change_kind: it is in the new version alone. */
#define BLOCKMASK_CHANGE_WENT 4    /* change_kind: it is in the old version alone. */

#define BLOCKMASK_NAMES_CHANGE 15 /* names: BLOCKMASK_CHANGE_, such as "moved". */

/* What became of a passage. */
typedef struct blockmask_passage_change {
    /* One of BLOCKMASK_CHANGE_. */
    uint32_t change_kind;
    /* Its index in the old version; BLOCKMASK_NONE if it came. */
    uint32_t old_passage;
    /* Its index in the new version; BLOCKMASK_NONE if it went. */
    uint32_t new_passage;
} blockmask_passage_change;

/*
 * Compares the passages of two versions of a page by their ids. Writes a table of blockmask_passage_change, which the
 * caller frees with blockmask_free: what became of each passage of the new version, in order, and then the passages
 * that went.
 */
BLOCKMASK_API
blockmask_status blockmask_diff_passages(const uint64_t *old_ids,
                                         size_t old_count,
                                         const uint64_t *new_ids,
                                         size_t new_count,
                                         blockmask_table *changes);

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_SEARCH_H */
