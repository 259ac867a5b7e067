/* Loaded into the program before other libraries: refuses memory while a file is being read.
 *
 * Allocations are counted from the opening of a file whose path contains $REFUSE_FROM to the opening of one that contains
 * $REFUSE_UNTIL, or to the first message. From number $REFUSE_NTH on they are refused, as $REFUSE_MODE says. Their number goes to $REFUSE_COUNT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { ONE, ALL_BUT_FREED, ALL };

static int is_active, mode;
static long calls, nth, left;

static void notice(const char *path)
{
    const char *from = getenv("REFUSE_FROM"), *until = getenv("REFUSE_UNTIL");
    if (path && until && strstr(path, until))
        is_active = 0;
    else if (path && from && strstr(path, from)) {
        nth = atol(getenv("REFUSE_NTH"));
        mode = atoi(getenv("REFUSE_MODE"));
        is_active = 1;
    }
}

static int is_refused(size_t size, size_t freed)
{
    if (!is_active || ++calls < nth || nth <= 0)
        return 0;
    if (mode != ALL_BUT_FREED || calls == nth)
        return mode == ALL || calls == nth;
    if ((long)size > left + (long)freed)
        return 1;
    left -= (long)size - (long)freed;
    return 0;
}

void *malloc(size_t size) { return is_refused(size, 0) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return is_refused(count * size, 0) ? NULL : __libc_calloc(count, size); }

void *realloc(void *old, size_t size)
{
    return is_refused(size, old ? malloc_usable_size(old) : 0) ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = is_refused(size, 0) ? NULL : __libc_memalign(alignment, size);
    return *out ? 0 : 12;
}

void free(void *old)
{
    if (is_active && nth > 0 && calls >= nth && old)
        left += (long)malloc_usable_size(old);
    __libc_free(old);
}

int open64(const char *path, int flags, ...)
{
    static int (*open_it)(const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    int permissions = va_arg(rest, int);
    va_end(rest);
    if (!open_it)
        *(void **)&open_it = dlsym(RTLD_NEXT, "open64");
    notice(path);
    return open_it(path, flags, permissions);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    static ssize_t (*write_it)(int, const void *, size_t);
    if (!write_it)
        *(void **)&write_it = dlsym(RTLD_NEXT, "write");
    is_active = is_active && file != 2;
    return write_it(file, bytes, length);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("REFUSE_COUNT");
    is_active = 0;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld", calls);
        fclose(file);
    }
}
