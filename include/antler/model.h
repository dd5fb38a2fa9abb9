/* Models (what network) and workloads (how it is used). */
#ifndef ANTLER_MODEL_H
#define ANTLER_MODEL_H

#include <stdint.h>

#include <antler/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A network as its publisher describes it: a Hugging Face config.json. Immutable; may be shared by threads. */
typedef struct antler_model antler_model;

typedef enum antler_phase { ANTLER_DECODE, ANTLER_PREFILL, ANTLER_TRAIN_FORWARD } antler_phase;
typedef enum antler_dtype { ANTLER_FP32, ANTLER_FP16, ANTLER_BF16, ANTLER_FP8, ANTLER_INT8, ANTLER_INT4 } antler_dtype;

/** How the model is run. */
typedef struct antler_workload {
    antler_phase phase;
    uint32_t batch;     /**< sequences at once, >= 1 */
    uint32_t context;   /**< tokens that attention sees, the newest included, >= 1 */
    antler_dtype dtype; /**< of activations, and of weights and KV cache unless these have their own */
    uint8_t weights;    /**< own type of the weights: 1 + an antler_dtype; 0: as `dtype` */
    uint8_t kv;         /**< the same of the KV cache */
} antler_workload;

/** The element types of a workload in words: `fp16`, or weights/KV cache/activations: `int4/fp8/fp16`. */
typedef struct antler_dtype_words {
    char text[16];
} antler_dtype_words;

/** Load `source`: a path ending in .json, or the name of a shipped model (`llama2-13b`).
 *  Errors: ANTLER_BAD_INPUT names the file and the field that is missing or wrong. */
ANTLER_API antler_status antler_model_load(const char *source, antler_model **out, antler_error *err);
/** A workload that suits the model: one sequence, fp16; decode at 2048 tokens, of an encoder prefill of as many tokens
 * as it has positions. */
ANTLER_API antler_workload antler_model_workload(const antler_model *model);
ANTLER_API const char *antler_model_name(const antler_model *model);
/** What was read of the config, as canonical JSON (keys sorted, no blanks): equal for models that run equally, whatever
 *  their file or name. Lives as long as the model. */
ANTLER_API const char *antler_model_content(const antler_model *model);
ANTLER_API void antler_model_free(antler_model *model);

/** `decode` <-> ANTLER_DECODE and so on; ANTLER_BAD_INPUT lists the accepted words. */
ANTLER_API antler_status antler_phase_parse(const char *text, antler_phase *out, antler_error *err);
ANTLER_API antler_status antler_dtype_parse(const char *text, antler_dtype *out, antler_error *err);
/** One word for all, or three: weights/KV cache/activations. Sets `dtype`, `weights` and `kv`. */
ANTLER_API antler_status antler_workload_set_dtype(antler_workload *w, const char *text, antler_error *err);
/** Reads back; one word when all are alike. */
ANTLER_API antler_dtype_words antler_workload_dtype(const antler_workload *w);
ANTLER_API const char *antler_phase_name(antler_phase phase);
ANTLER_API const char *antler_dtype_name(antler_dtype dtype);

#ifdef __cplusplus
}
#endif
#endif
