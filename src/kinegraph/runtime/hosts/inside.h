/* What our own sources share; hosts need kinegraph.h alone. */
#ifndef KINEGRAPH_INSIDE_H
#define KINEGRAPH_INSIDE_H
#include <stddef.h>
#include "kinegraph.h"

/* The compiled kernels. The address is that of a directory of arguments; 0 is success. */
#if defined(__wasm__)
typedef uint32_t kg_address;
#else
typedef int64_t kg_address;
#endif
int32_t kg_step(kg_address call);
int32_t kg_spatial(kg_address call);
int32_t kg_forward(kg_address call);
int32_t kg_skin(kg_address call);
int32_t kg_relocate(kg_address call);

typedef struct {
    int64_t words[KG_CREATURE_WORDS];
    int64_t (*layer_sets)[KG_LAYERS_WORDS];
    int64_t (*skins)[KG_SKIN_WORDS];
} kg_creature_record;

typedef struct {
    int64_t words[KG_RIG_WORDS];
    int64_t (*skins)[KG_SKIN_WORDS];
} kg_rig_record;

struct kg_live {
    char *bytes; /* the file, never written to */
    int64_t size;
    int64_t contents[KG_CONTENTS_WORDS];
    int32_t creature_count, rig_count;
    kg_creature_record *creatures;
    kg_rig_record *rigs;
};

struct kg_ground {
    int64_t nx, nz;
    double frame[6];
    double heights[];
};

/* Words of a directory as addresses and back. */
static inline int64_t kg_word(const void *at) { return (int64_t)(uintptr_t)at; }
static inline void *kg_at(int64_t word) { return (void *)(uintptr_t)word; }
static inline double *kg_floats(const int64_t *words, int place) { return kg_at(words[place]); }
static inline int64_t *kg_ints(const int64_t *words, int place) { return kg_at(words[place]); }

/* Writes the sentence and returns 0. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int32_t kg_refuse(const char *sentence, ...);
/* Whether all are finite, and no further from zero than `most`. */
int32_t kg_finite(const double *numbers, int64_t count, double most);
/* Numbers in an array of `axes` axes, whose address is words[0]. */
int64_t kg_length(const int64_t *words, int axes);
#define KG_FARTHEST 1e9
#endif
