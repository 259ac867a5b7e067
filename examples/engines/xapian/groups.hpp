// Groups of near-duplicates, one value for each, by which results are collapsed.
#ifndef GROUPS_HPP
#define GROUPS_HPP

#include <blockmask.hpp>
#include <xapian.h>

/* Puts a page into the group that it is a near-duplicate of, or into a new one; into none if it has little content. */
void add_to_group(Xapian::Document &document, const Xapian::Database &database, const blockmask::page &page);

#endif
