/* Runs a fuzz target over files instead of under a fuzzer: each argument is a file, or a folder of files. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return -1;
    }
    size_t size = 0, room = 1 << 16, got;
    uint8_t *data = malloc(room);
    while (data && (got = fread(data + size, 1, room - size, file)) > 0) {
        size += got;
        if (size == room) {
            uint8_t *grown = realloc(data, room *= 2);
            if (!grown)
                free(data);
            data = grown;
        }
    }
    (void)fclose(file);
    if (!data)
        return -1;
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

/* Files replayed, or -1. */
static int replay(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return replay_file(path);
    int count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(folder));) {
        char file[4096];
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        count = replay_file(file) < 0 ? -1 : count + 1;
    }
    (void)closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int count = replay(argv[i]);
        if (count < 0)
            return 1;
        total += count;
    }
    printf("%d inputs replayed\n", total);
    return total == 0;
}
