/* The whole API: load a hwspec and a model, evaluate a point, sweep a space, read results. */
#ifndef ANTLER_H
#define ANTLER_H

#include <antler/cost.h>
#include <antler/error.h>
#include <antler/evaluate.h>
#include <antler/hwspec.h>
#include <antler/list.h>
#include <antler/metrics.h>
#include <antler/model.h>
#include <antler/report.h>
#include <antler/sweep.h>
#include <antler/version.h>

#endif
