/* `antler check`: read a file as `run` or `sweep` would, and stop there. A YAML file is a sweep when it names hwspecs
 * or axes, else a hwspec. */
#include <antler/list.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <libfyaml.h>

#include <antler/hwspec.h>
#include <antler/model.h>
#include <antler/sweep.h>

#include "base/error.h"

static antler_status check_hwspec(const char *path, FILE *out, antler_error *err)
{
    antler_hwspec *spec = NULL;
    antler_status status = antler_hwspec_load(path, &spec, err);
    if (status == ANTLER_OK)
        fprintf(out, "%s: ok (hwspec %s)\n", path, antler_hwspec_name(spec));
    antler_hwspec_free(spec);
    return status;
}

static antler_status check_model(const char *path, FILE *out, antler_error *err)
{
    antler_model *model = NULL;
    antler_status status = antler_model_load(path, &model, err);
    if (status == ANTLER_OK)
        fprintf(out, "%s: ok (model %s)\n", path, antler_model_name(model));
    antler_model_free(model);
    return status;
}

/* A dry run loads all that the file names and walks the whole space, so that `where` and `derive` have met every point.
 */
static antler_status check_sweep(const char *path, FILE *out, antler_error *err)
{
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return err_set(err, ANTLER_IO, "/dev/null: %s", strerror(errno));
    const antler_sweep_options options = {.sweep = path, .dry_run = 1, .out = nowhere};
    antler_sweep_summary summary = {0};
    antler_status status = antler_sweep_run(&options, &summary, err);
    if (status == ANTLER_OK)
        fprintf(out, "%s: ok (sweep, %llu points)\n", path, (unsigned long long)summary.points);
    fclose(nowhere);
    return status;
}

/* What cannot be parsed is none: reading it as a hwspec then says where it is broken. */
static bool is_sweep(const char *path)
{
    static const char *const keys[] = {"hwspec", "axes", "points"};
    const struct fy_parse_cfg quiet = {.flags = FYPCF_QUIET};
    struct fy_document *document = fy_document_build_from_file(&quiet, path);
    struct fy_node *root = document ? fy_document_root(document) : NULL;
    bool found = false;
    for (size_t i = 0; root && fy_node_is_mapping(root) && i < sizeof keys / sizeof *keys; i++)
        found |= fy_node_mapping_lookup_by_string(root, keys[i], FY_NT) != NULL;
    fy_document_destroy(document);
    return found;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

antler_status antler_check(const char *path, FILE *out, antler_error *err)
{
    struct stat info;
    bool yaml = ends_with(path, ".yaml") || ends_with(path, ".yml");
    if (!yaml && !ends_with(path, ".json"))
        return err_set(err, ANTLER_BAD_INPUT,
                       "%s: cannot tell what this is; a hwspec or sweep ends in .yaml, a model in .json", path);
    if (stat(path, &info) != 0)
        return err_set(err, ANTLER_IO, "%s: %s", path, strerror(errno));
    if (!yaml)
        return check_model(path, out, err);
    return is_sweep(path) ? check_sweep(path, out, err) : check_hwspec(path, out, err);
}
