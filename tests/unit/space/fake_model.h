/* A model without a file, for tests of what only passes models on. */
#ifndef TESTS_SPACE_FAKE_MODEL_H
#define TESTS_SPACE_FAKE_MODEL_H

#include <antler/model.h>

struct antler_model {
    char name[64];
    char content[64];
};

#endif
