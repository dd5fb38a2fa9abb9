/* Shipped files are found in the source tree that the library was built from, as long as it is there, and in the
 * installed data folder else. Nothing is read from the environment: the same command means the same files. */
#include "spec/resolve.h"

#include "config.h"

#include "base/error.h"
#include "base/suggest.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Anything that can be opened and read as a file; pipes included. */
static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

static bool ends_with(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    return n > m && strcmp(text + n - m, ending) == 0;
}

/* The shipped folder's path with a slash at its end; false when it does not fit. */
static bool shipped_folder(const char *folder, char *path, size_t size)
{
    int used = snprintf(path, size, "%s/%s/", ANTLER_SOURCE_DATA, folder);
    if (used > 0 && (size_t)used < size && is_folder(path))
        return true;
    used = snprintf(path, size, "%s/%s/", ANTLER_INSTALL_DATA, folder);
    return used > 0 && (size_t)used < size;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef struct name_list {
    const char **items;
    size_t count, size;
} name_list;

static bool add_name(name_list *list, arena *a, const char *file, const char *ending)
{
    if (list->count == list->size) {
        size_t size = list->size ? 2 * list->size : 16;
        const char **items = ARENA_ARRAY(a, const char *, size);
        if (!items)
            return false;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->size = size;
    }
    char *name = arena_strdup(a, file);
    if (!name)
        return false;
    name[strlen(name) - strlen(ending)] = '\0';
    list->items[list->count++] = name;
    return true;
}

antler_status spec_shipped(const char *folder, const char *ending, arena *a, const char *const **names, size_t *count,
                           antler_error *err)
{
    char path[1024];
    name_list list = {NULL, 0, 0};
    DIR *dir = shipped_folder(folder, path, sizeof path) ? opendir(path) : NULL;
    bool fits = true;
    if (dir) {
        for (struct dirent *entry; fits && (entry = readdir(dir));)
            if (entry->d_name[0] != '.' && ends_with(entry->d_name, ending))
                fits = add_name(&list, a, entry->d_name, ending);
        (void)closedir(dir);
    }
    if (!fits)
        return err_no_memory(err);
    if (list.count)
        qsort(list.items, list.count, sizeof *list.items, by_name);
    *names = list.items;
    *count = list.count;
    return ANTLER_OK;
}

static antler_status not_found(const char *reference, const char *folder, const char *ending, antler_error *err)
{
    arena *a = arena_new();
    const char *const *names = NULL;
    size_t count = 0;
    if (!a)
        return err_no_memory(err);
    antler_status status = spec_shipped(folder, ending, a, &names, &count, err);
    if (!status) {
        char known[512] = "";
        for (size_t i = 0; i < count; i++) {
            size_t used = strlen(known);
            (void)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", names[i]);
        }
        const char *nearest = suggest_nearest(reference, names, count);
        if (nearest)
            status = err_set(err, ANTLER_BAD_INPUT, "%s: no such file; did you mean '%s'?", reference, nearest);
        else if (count)
            status =
                err_set(err, ANTLER_BAD_INPUT, "%s: no such file; the shipped %s are %s", reference, folder, known);
        else
            status = err_set(err, ANTLER_BAD_INPUT, "%s: no such file", reference);
    }
    arena_free(a);
    return status;
}

/* Is there a file at folder/reference, with the ending or without? `*fits` is cleared when a path was too long. */
static bool try_folder(const char *folder, int length, const char *reference, const char *ending, char *path,
                       size_t size, bool *fits)
{
    const char *const endings[] = {"", ending};
    for (int i = 0; i < 2; i++) {
        if (i == 1 && ends_with(reference, ending))
            break;
        int used = snprintf(path, size, "%.*s%s%s", length, folder, reference, endings[i]);
        if (used < 0 || (size_t)used >= size)
            *fits = false;
        else if (is_file(path))
            return true;
    }
    return false;
}

antler_status spec_resolve(const char *reference, const char *from, const char *folder, const char *ending, char *path,
                           size_t size, antler_error *err)
{
    char found[1024], shipped[1024];
    bool fits = true;
    if (reference[0] == '\0')
        return err_set(err, ANTLER_BAD_INPUT, "an empty file name; write a path or a shipped name");
    const char *slash = from && reference[0] != '/' ? strrchr(from, '/') : NULL;
    bool hit = slash && try_folder(from, (int)(slash + 1 - from), reference, ending, found, sizeof found, &fits);
    hit = hit || try_folder("", 0, reference, ending, found, sizeof found, &fits);
    if (!hit && reference[0] != '/' && shipped_folder(folder, shipped, sizeof shipped))
        hit = try_folder(shipped, (int)strlen(shipped), reference, ending, found, sizeof found, &fits);
    if (!fits || (hit && strlen(found) >= size))
        return err_set(err, ANTLER_BAD_INPUT, "%.64s...: the path is too long; use a shorter one", reference);
    if (!hit && is_folder(reference))
        return err_set(err, ANTLER_BAD_INPUT, "%s: is a folder; name a file in it", reference);
    if (!hit)
        return not_found(reference, folder, ending, err);
    memcpy(path, found, strlen(found) + 1);
    return ANTLER_OK;
}

antler_status spec_resolve_shipped(const char *name, const char *folder, const char *ending, char *path, size_t size,
                                   antler_error *err)
{
    char shipped[1024];
    bool fits = shipped_folder(folder, shipped, sizeof shipped);
    if (fits && try_folder(shipped, (int)strlen(shipped), name, ending, path, size, &fits))
        return ANTLER_OK;
    return fits ? not_found(name, folder, ending, err)
                : err_set(err, ANTLER_BAD_INPUT, "%.64s...: the path is too long; use a shorter one", name);
}
