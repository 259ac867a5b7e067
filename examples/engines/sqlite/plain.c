/* Strips the tags of a page, and decodes the common character references. */
#define _GNU_SOURCE

#include "plain.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct { const char *name, *text; } references[] = {
    {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&nbsp;", " "},
};

static void append_code_point(struct buffer *text, unsigned long code)
{
    char bytes[4];
    size_t length;

    if (code < 0x80) {
        bytes[0] = (char)code;
        length = 1;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xC0 | code >> 6);
        length = 2;
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xE0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3F));
        length = 3;
    } else {
        bytes[0] = (char)(0xF0 | (code >> 18 & 7));
        bytes[1] = (char)(0x80 | (code >> 12 & 0x3F));
        bytes[2] = (char)(0x80 | (code >> 6 & 0x3F));
        length = 4;
    }
    if (length > 1)
        bytes[length - 1] = (char)(0x80 | (code & 0x3F));
    append(text, bytes, length);
}

/* Appends what a reference stands for. Returns where to read on; the page ends with a zero. */
static const char *append_reference(struct buffer *text, const char *at)
{
    unsigned long code;
    char *end;
    size_t i;

    if (at[1] == '#') {
        int is_hexadecimal = at[2] == 'x' || at[2] == 'X';

        code = strtoul(at + 2 + is_hexadecimal, &end, is_hexadecimal ? 16 : 10);
        append_code_point(text, code == 0 || code > 0x10FFFF ? 0xFFFD : code);
        return *end == ';' ? end + 1 : end;
    }
    for (i = 0; i < sizeof(references) / sizeof(references[0]); i++) {
        if (strncmp(at, references[i].name, strlen(references[i].name)) == 0) {
            append_string(text, references[i].text);
            return at + strlen(references[i].name);
        }
    }
    append(text, at, 1);
    return at + 1;
}

/* Where the tag, comment, script or style ends that begins here. */
static const char *skip_markup(const char *at, const char *end)
{
    const char *mark = ">", *found;

    if (strncmp(at, "<!--", 4) == 0)
        mark = "-->";
    else if (strncasecmp(at, "<script", 7) == 0)
        mark = "</script>";
    else if (strncasecmp(at, "<style", 6) == 0)
        mark = "</style>";
    found = strcasestr(at, mark);
    return found != NULL ? found + strlen(mark) : end;
}

void strip_tags(const char *html, size_t length, struct buffer *text, struct buffer *title)
{
    const char *end = html + length, *next;
    size_t title_start = 0;

    text->length = title->length = 0;
    append_string(text, "");
    append_string(title, "");
    while (html < end) {
        if (*html == '<') {
            if (strncasecmp(html, "<title", 6) == 0)
                title_start = text->length;
            else if (strncasecmp(html, "</title", 7) == 0 && title->length == 0)
                append(title, text->bytes + title_start, text->length - title_start);
            html = skip_markup(html, end);
            append_string(text, " ");
        } else if (*html == '&') {
            html = append_reference(text, html);
        } else {
            next = html + strcspn(html, "<&");
            next = next > html ? next : html + 1;
            append(text, html, (size_t)(next - html));
            html = next;
        }
    }
}
