/* What programs do without blockmask: strip the tags. Kept for comparison (index --plain). */
#ifndef PLAIN_H
#define PLAIN_H

#include "pages.h"

/* Replaces text by that of a page in UTF-8, and title by that of its title element. */
void strip_tags(const char *html, size_t length, struct buffer *text, struct buffer *title);

#endif
