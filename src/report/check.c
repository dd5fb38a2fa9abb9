/* `antler check`: read a file as `run` or `sweep` would, and stop there. A YAML file is a sweep when it names hwspecs
 * or axes, one of figures when it has a kind, else a hwspec. */
#include <antler/list.h>

#include <errno.h>
#include <string.h>

#include <antler/hwspec.h>
#include <antler/model.h>
#include <antler/sweep.h>

#include "base/arena.h"
#include "base/error.h"
#include "spec/figures.h"
#include "spec/yaml.h"

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

static antler_status check_figures(const char *path, FILE *out, antler_error *err)
{
    figure_file file;
    arena *a = arena_new();
    antler_status status = a ? figures_load(path, a, &file, err) : err_no_memory(err);
    if (status == ANTLER_OK)
        fprintf(out, "%s: ok (%s %s)\n", path, figure_kind_name(file.kind), file.name);
    arena_free(a);
    return status;
}

static antler_status check_yaml(const char *path, FILE *out, antler_error *err)
{
    static const char *const keys[] = {"hwspec", "axes", "points"};
    yaml_document document = {0};
    bool is_sweep = false, is_figures = false;
    arena *a = arena_new();
    antler_status status = a ? yaml_load(path, a, &document, err) : err_no_memory(err);
    for (size_t i = 0; status == ANTLER_OK && i < sizeof keys / sizeof *keys; i++)
        is_sweep = is_sweep || yaml_get(document.root, keys[i]) != NULL;
    is_figures = status == ANTLER_OK && yaml_get(document.root, "kind") != NULL;
    arena_free(a);
    if (status != ANTLER_OK)
        return status;
    if (is_figures)
        return check_figures(path, out, err);
    return is_sweep ? check_sweep(path, out, err) : check_hwspec(path, out, err);
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

antler_status antler_check(const char *path, FILE *out, antler_error *err)
{
    if (ends_with(path, ".json"))
        return check_model(path, out, err);
    if (ends_with(path, ".yaml") || ends_with(path, ".yml"))
        return check_yaml(path, out, err);
    return err_set(err, ANTLER_BAD_INPUT,
                   "%s: cannot tell what this is; a hwspec or sweep ends in .yaml, a model in .json", path);
}
