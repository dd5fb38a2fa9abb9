/* Files of figures: what is shipped loads, is whole and has sources; the table is consistent and documented; a hwspec
 * finds its own. Wrong files are in tests/fuzz/corpus/figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "spec/techs.h"

static antler_techs *load(void)
{
    antler_techs *techs = NULL;
    antler_error err;
    if (antler_techs_load(&techs, &err))
        fail_msg("%s", err.message);
    return techs;
}

static void the_table_is_consistent(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const figure_info *f = &figure_infos[i];
        quantity q;
        assert_non_null(strchr(f->key, '.'));
        assert_true(f->least < f->most);
        assert_int_equal(unit_parse(f->example, f->unit, &q, NULL), ANTLER_OK);
        assert_true(q.value >= f->least && q.value <= f->most);
        for (size_t j = 0; j < i; j++)
            assert_false(f->kind == figure_infos[j].kind && strcmp(f->key, figure_infos[j].key) == 0);
    }
}

static void what_is_shipped_is_whole(void **state)
{
    (void)state;
    antler_techs *techs = load();
    for (int kind = 0; kind < FIGURE_KINDS; kind++) {
        assert_true(techs->counts[kind] > 0);
        for (size_t i = 0; i < techs->counts[kind]; i++) {
            const figure_file *f = &techs->files[kind][i];
            assert_ptr_equal(techs_find(techs, (figure_kind)kind, f->name), f);
            assert_int_equal(strlen(f->digest), 32);
            for (size_t row = 0; row < FIGURE_ROWS; row++)
                if ((int)figure_infos[row].kind == kind)
                    assert_true(f->figures[row].source && strlen(f->figures[row].source) >= 5);
            for (size_t j = 0; j < i; j++)
                assert_string_not_equal(f->digest, techs->files[kind][j].digest);
        }
    }
    static const char *const nodes[] = {"16nm", "12nm", "7nm", "5nm", "3nm"};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        assert_non_null(techs_find(techs, FIGURES_TECHNOLOGY, nodes[i]));
    antler_techs_free(techs);
}

/* A newer node is never larger for the same thing, nor takes more energy; its wafers are never cheaper. */
static void nodes_are_in_order(void **state)
{
    (void)state;
    static const char *const nodes[] = {"16nm", "14nm", "12nm", "7nm", "6nm", "5nm", "3nm"};
    antler_techs *techs = load();
    for (size_t i = 1; i < sizeof nodes / sizeof *nodes; i++) {
        const figure_file *old = techs_find(techs, FIGURES_TECHNOLOGY, nodes[i - 1]);
        const figure_file *new = techs_find(techs, FIGURES_TECHNOLOGY, nodes[i]);
        for (size_t row = 0; row < FIGURE_ROWS; row++) {
            const figure_info *f = &figure_infos[row];
            bool shrinks = f->kind == FIGURES_TECHNOLOGY && (strstr(f->key, "area") || strstr(f->key, "energy"));
            if (shrinks && !(new->figures[row].value <= old->figures[row].value))
                fail_msg("%s grows from %s to %s", f->key, nodes[i - 1], nodes[i]);
        }
        assert_true(FIGURE_OF(new, TECHNOLOGY, wafer_price) >= FIGURE_OF(old, TECHNOLOGY, wafer_price));
    }
    antler_techs_free(techs);
}

/* Every word of hbm.type but `remote` has its file, and every file its word. */
static void every_memory_has_its_word(void **state)
{
    (void)state;
    antler_techs *techs = load();
    size_t words = 0;
    for (; hw_fields[HW_HBM_TYPE].words[words]; words++) {
        const char *word = hw_fields[HW_HBM_TYPE].words[words];
        assert_true(strcmp(word, "remote") == 0 || techs_find(techs, FIGURES_MEMORY, word));
    }
    assert_int_equal(techs->counts[FIGURES_MEMORY] + 1, words);
    antler_techs_free(techs);
}

static void a_hwspec_finds_its_own(void **state)
{
    (void)state;
    antler_techs *techs = load();
    antler_hwspec spec = {.name = "x"};
    tech_choice choice;
    antler_error err;
    assert_int_equal(techs_choose(techs, &spec, &choice, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "needs the key 'chip.node'; write for example 'chip.node: 7 nm'");
    assert_int_equal(antler_hwspec_set(&spec, "chip.node", "7 nm", NULL), ANTLER_OK);
    assert_int_equal(techs_choose(techs, &spec, &choice, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message, "needs the key 'hbm.type'; write for example 'hbm.type: hbm3e'");
    assert_int_equal(antler_hwspec_set(&spec, "hbm.type", "hbm3", NULL), ANTLER_OK);
    assert_int_equal(techs_choose(techs, &spec, &choice, &err), ANTLER_OK);
    assert_string_equal(choice.technology->name, "7nm");
    assert_string_equal(choice.memory->name, "hbm3");
    assert_int_equal(antler_hwspec_set(&spec, "hbm.type", "remote", NULL), ANTLER_OK);
    assert_int_equal(techs_choose(techs, &spec, &choice, &err), ANTLER_OK);
    assert_null(choice.memory);
    assert_int_equal(antler_hwspec_set(&spec, "chip.node", "28 nm", NULL), ANTLER_OK);
    assert_int_equal(techs_choose(techs, &spec, &choice, &err), ANTLER_BAD_INPUT);
    assert_string_equal(err.message,
                        "chip.node: no figures for '28nm'; there are 12nm, 14nm, 16nm, 3nm, 5nm, 6nm, 7nm");
    antler_techs_free(techs);
}

/* A published area is of the die that the file describes. */
static void changing_the_die_drops_its_area(void **state)
{
    (void)state;
    antler_hwspec file = {.name = "x"};
    field_value area, v;
    assert_int_equal(field_parse(&hw_fields[HW_CHIP_DIE_AREA], "823 mm2", &area, NULL), ANTLER_OK);
    file.values[HW_CHIP_DIE_AREA] = area;
    file.area_of_file = true;
    antler_hwspec spec = file;
    assert_int_equal(antler_hwspec_set(&spec, "hbm.latency", "1 us", NULL), ANTLER_OK);
    assert_true(hw_is_set(&spec, HW_CHIP_DIE_AREA));
    assert_int_equal(hw_set_number(&spec, HW_CHIP_CORES, 64, NULL), ANTLER_OK);
    assert_false(hw_is_set(&spec, HW_CHIP_DIE_AREA));
    spec = file; /* given from outside it stays, whichever is set first */
    assert_int_equal(antler_hwspec_set(&spec, "chip.die_area", "400 mm2", NULL), ANTLER_OK);
    assert_int_equal(antler_hwspec_set(&spec, "chip.cores", "64", NULL), ANTLER_OK);
    assert_true(hw_number(&spec, HW_CHIP_DIE_AREA) == 400);
    spec = file;
    assert_int_equal(field_parse(&hw_fields[HW_CHIP_CORES], "64", &v, NULL), ANTLER_OK);
    hw_put(&spec, HW_CHIP_CORES, &v);
    hw_put(&spec, HW_CHIP_DIE_AREA, &area);
    assert_true(hw_number(&spec, HW_CHIP_DIE_AREA) == 823);
}

/* The tables in docs/FORMATS.md are this table: the row to put there is printed when it differs. */
static void the_docs_have_every_row(void **state)
{
    (void)state;
    char *docs;
    size_t size, missing = 0;
    assert_int_equal(io_read_text(FORMATS, &docs, &size, NULL), ANTLER_OK);
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const figure_info *f = &figure_infos[i];
        char row[512];
        (void)snprintf(row, sizeof row, "\n| %s | `%s` | `%s` | %s |\n", figure_kind_name(f->kind), f->key, f->example,
                       f->doc);
        if (strstr(docs, row))
            continue;
        missing++;
        print_error("%s", row + 1);
    }
    free(docs);
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_consistent), cmocka_unit_test(what_is_shipped_is_whole),
        cmocka_unit_test(nodes_are_in_order),      cmocka_unit_test(every_memory_has_its_word),
        cmocka_unit_test(a_hwspec_finds_its_own),  cmocka_unit_test(changing_the_die_drops_its_area),
        cmocka_unit_test(the_docs_have_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
