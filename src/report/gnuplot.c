/* Script and data are the result that is kept; the picture is one run of the script. Names in the script are relative,
 * so that the three files can be moved together, and user text stands in single quotes, where gnuplot expands nothing.
 */
#include "report/gnuplot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/run_program.h"

/* Sizes are chosen so that the text can still be read when the picture is shown at half its size. */
static const struct {
    const char *ending, *terminal;
} terminals[] = {
    {".svg", "svg size 1000,700 dynamic font 'Helvetica,20' linewidth 1.5 background '#ffffff'"},
    {".png", "pngcairo size 1500,1050 font 'Sans,24' linewidth 2.5 background '#ffffff'"},
    {".pdf", "pdfcairo size 20cm,14cm font 'Sans,16' linewidth 2 background '#ffffff'"},
};

/* Okabe and Ito's palette: told apart by people with any colour vision, in this order; the yellow one is left out,
 * thin lines of it vanish on white. Groups beyond it begin again with other points and dashes. */
static const char *const palette[] = {"0072b2", "d55e00", "009e73", "cc79a7", "e69f00", "56b4e9", "000000"};
static const int point_types[] = {7, 5, 9, 11, 13, 6, 4};
enum { COLORS = sizeof palette / sizeof *palette };

typedef struct files {
    const char *folder;                  /* "." when the output has none */
    const char *picture, *data, *script; /* base names */
} files;

/* The row of `terminals` for this file name, or -1. */
static int terminal_of(const char *output)
{
    size_t length = strlen(output);
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++) {
        size_t tail = strlen(terminals[i].ending);
        if (length > tail && output[length - tail - 1] != '/' &&
            strcmp(output + length - tail, terminals[i].ending) == 0)
            return (int)i;
    }
    return -1;
}

antler_status gnuplot_check_output(const char *output, antler_error *err)
{
    if (terminal_of(output) >= 0)
        return ANTLER_OK;
    return err_set(err, ANTLER_BAD_INPUT, "%s: a picture must end in .svg, .png or .pdf", output);
}

static antler_status name_files(const char *output, arena *a, files *out, antler_error *err)
{
    const char *slash = strrchr(output, '/');
    const char *name = slash ? slash + 1 : output;
    int stem = (int)(strlen(name) - strlen(".svg"));
    out->folder = slash ? picture_text(a, "%.*s", (int)(slash - output) + 1, output) : ".";
    out->picture = arena_strdup(a, name);
    out->data = picture_text(a, "%.*s.dat", stem, name);
    out->script = picture_text(a, "%.*s.gp", stem, name);
    return out->folder && out->picture && out->data && out->script ? ANTLER_OK : err_no_memory(err);
}

/* Text in single quotes: gnuplot doubles the quote and knows no other escape. */
static void quoted(FILE *f, const char *text)
{
    fputc('\'', f);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', f);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, f);
    }
    fputc('\'', f);
}

/* One block of lines a series; gnuplot counts the blocks (`index`), two empty lines stand between them. */
static void write_data(FILE *f, const picture *p)
{
    fprintf(f, "# x y id\n");
    for (size_t s = 0; s < p->count; s++) {
        const series *from = &p->series[s];
        if (from->count == 0)
            continue;
        fprintf(f, "# ");
        quoted(f, from->mark == MARK_FAINT_POINTS ? "dominated" : from->title ? from->title : "all");
        fputc('\n', f);
        for (size_t i = 0; i < from->count; i++) {
            char x[NUMBER_TEXT], y[NUMBER_TEXT];
            fprintf(f, "%s %s %lld\n", number_exact(from->points[i].x, x), number_exact(from->points[i].y, y),
                    (long long)from->points[i].id);
        }
        fprintf(f, "\n\n");
    }
}

static void write_series(FILE *f, const series *s, size_t block, const char *data)
{
    size_t color = s->color % COLORS, round = s->color / COLORS;
    fprintf(f, block ? ", \\\n     " : "plot ");
    quoted(f, data);
    fprintf(f, " index %zu using 1:2 with ", block);
    if (s->mark == MARK_FAINT_POINTS)
        fprintf(f, "points pt 7 ps 0.4 lc rgb '#b0%s'", palette[color]); /* b0: two thirds transparent */
    else
        fprintf(f, "linespoints lw 2 dt %zu pt %d ps 0.9 lc rgb '#%s'", round + 1,
                point_types[(color + round) % COLORS], palette[color]);
    if (s->title) {
        fprintf(f, " title ");
        quoted(f, s->title);
    } else {
        fprintf(f, " notitle");
    }
}

static void write_setting(FILE *f, const char *name, const char *text)
{
    fprintf(f, "set %s ", name);
    quoted(f, text);
    fputc('\n', f);
}

static void write_script(FILE *f, const picture *p, const files *names)
{
    size_t block = 0;
    fprintf(f, "# Draw again, from this folder: gnuplot ");
    quoted(f, names->script);
    fprintf(f, "\nset encoding utf8\nset terminal %s noenhanced\n", terminals[terminal_of(names->picture)].terminal);
    write_setting(f, "output", names->picture);
    fprintf(f, "set title ");
    quoted(f, p->title);
    if (p->note) {
        fprintf(f, ".\"\\n\".");
        quoted(f, p->note);
    }
    fputc('\n', f);
    write_setting(f, "xlabel", p->x_label);
    write_setting(f, "ylabel", p->y_label);
    /* The legend stands beside the axes, where it cannot cover data. */
    fprintf(f, "set key outside right top Left reverse samplen 2 spacing 1.2");
    if (p->legend) {
        fprintf(f, " title ");
        quoted(f, p->legend);
    }
    fprintf(f,
            "\nset border 3\nset tics nomirror out\nset grid lc rgb '#e0e0e0' lw 0.5 lt 1\n"
            "set offsets graph 0.02, graph 0.02, graph 0.05, graph %s\n",
            p->y_from_zero ? "0" : "0.05");
    if (p->y_from_zero)
        fprintf(f, "set yrange [0:*]\n");
    for (size_t s = 0; s < p->count; s++)
        if (p->series[s].count)
            write_series(f, &p->series[s], block++, names->data);
    fputc('\n', f);
}

static antler_status file_error(const files *names, const char *name, antler_error *err)
{
    return err_set(err, ANTLER_IO, "%s%s%s: %s", names->folder,
                   names->folder[strlen(names->folder) - 1] == '/' ? "" : "/", name, strerror(errno));
}

/* needs: the folder exists. leaves: `name` in it, complete. */
static antler_status write_file(const files *names, const char *name, const picture *p, arena *a, antler_error *err)
{
    const char *path = picture_text(a, "%s/%s", names->folder, name);
    if (!path)
        return err_no_memory(err);
    FILE *f = fopen(path, "w");
    if (!f)
        return file_error(names, name, err);
    if (name == names->data)
        write_data(f, p);
    else
        write_script(f, p, names);
    bool failed = ferror(f) != 0;
    return fclose(f) != 0 || failed ? file_error(names, name, err) : ANTLER_OK;
}

antler_status gnuplot_draw(const picture *p, const char *output, arena *a, antler_error *err)
{
    files names;
    antler_status status = gnuplot_check_output(output, err);
    if (status == ANTLER_OK)
        status = name_files(output, a, &names, err);
    if (status == ANTLER_OK)
        status = write_file(&names, names.data, p, a, err);
    if (status == ANTLER_OK)
        status = write_file(&names, names.script, p, a, err);
    if (status != ANTLER_OK)
        return status;
    const char *script = picture_text(a, "./%s", names.script); /* a name may begin with '-' */
    if (!script)
        return err_no_memory(err);
    const char *const arguments[] = {"gnuplot", script, NULL};
    status = run_program(names.folder, arguments, err);
    if (status != ANTLER_OK)
        return err_prefix(err, "%s is not drawn, its script and data are kept", output);
    return ANTLER_OK;
}
