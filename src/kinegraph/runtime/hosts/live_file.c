/* Files: every number that later code relies on is checked here, once. Nothing in the file is trusted. */
#define KG_LAYOUT_TABLES
#include "inside.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RECORDS 4096
#define MOST_AXIS ((int64_t)1 << 26)
#define MOST_OWN_BYTES ((int64_t)1 << 26) /* of one array that starts as zeros */

#if defined(__wasm__)
static char why[400];
#else
static _Thread_local char why[400];
#endif

const char *kg_why(void) { return why; }

int32_t kg_refuse(const char *sentence, ...) {
    va_list more;
    va_start(more, sentence);
    vsnprintf(why, sizeof why, sentence, more);
    va_end(more);
    return 0;
}

void *kg_allocate(int64_t size) { return size < 0 || size > (int64_t)1 << 31 ? NULL : malloc((size_t)size + 1); }
void kg_free(void *memory) { free(memory); }

int32_t kg_finite(const double *numbers, int64_t count, double most) {
    for (int64_t n = 0; n < count; ++n)
        if (!(fabs(numbers[n]) <= most)) return 0;
    return 1;
}

int64_t kg_length(const int64_t *words, int axes) {
    int64_t count = 1;
    for (int axis = 0; axis < axes; ++axis) count *= words[1 + axis];
    return count;
}

static uint32_t checksum(const unsigned char *bytes, int64_t size) {
    static uint32_t table[256];
    if (!table[1])
        for (uint32_t n = 0; n < 256; ++n) {
            uint32_t c = n;
            for (int bit = 0; bit < 8; ++bit) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            table[n] = c;
        }
    uint32_t c = 0xFFFFFFFFu;
    for (int64_t n = 0; n < size; ++n) c = table[(c ^ bytes[n]) & 255] ^ (c >> 8);
    return c ^ 0xFFFFFFFFu;
}

static const char *const KINDS[] = {"contents", "creature", "layer set", "skin", "rig"};
static const kg_array *const ARRAYS[] = {KG_CONTENTS_ARRAYS, KG_CREATURE_ARRAYS, KG_LAYERS_ARRAYS, KG_SKIN_ARRAYS,
                                         KG_RIG_ARRAYS};
static const int LENGTHS[] = {KG_CONTENTS_WORDS, KG_CREATURE_WORDS, KG_LAYERS_WORDS, KG_SKIN_WORDS, KG_RIG_WORDS};

/* Copies a record and turns its addresses into those in memory; every array lies inside the file. */
static int32_t read_record(const kg_live *live, int kind, int64_t at, int64_t *words) {
    int64_t bytes = 8 * (int64_t)LENGTHS[kind];
    if (at < KG_HEADER_BYTES || at % 8 || at > live->size - bytes)
        return kg_refuse("The file is damaged: a %s begins outside of it.", KINDS[kind]);
    memcpy(words, live->bytes + at, (size_t)bytes);
    for (const kg_array *array = ARRAYS[kind]; array->word >= 0; ++array) {
        int64_t *place = words + array->word, count = array->item;
        int32_t empty = 0;
        for (int axis = 0; axis < array->axes; ++axis) {
            int64_t length = place[1 + axis];
            if (length < 0 || length > MOST_AXIS)
                return kg_refuse("The file is damaged: an array of a %s (word %d) has %lld numbers along an axis.",
                                 KINDS[kind], array->word, (long long)length);
            empty |= length == 0;
            count = count > live->size + MOST_OWN_BYTES ? count : count * length;
        }
        if (empty) {
            place[0] = kg_word(live->bytes);
            continue;
        }
        if (array->own && place[0] == -1) {
            if (count > MOST_OWN_BYTES)
                return kg_refuse("The file is damaged: a creature would need an array of %lld bytes.",
                                 (long long)count);
            place[0] = 0;
            continue;
        }
        if (place[0] < KG_HEADER_BYTES || place[0] % KG_ALIGNMENT || count > live->size ||
            place[0] > live->size - count)
            return kg_refuse("The file is damaged: an array of a %s (word %d) lies outside of it.", KINDS[kind],
                             array->word);
        const char *start = live->bytes + place[0];
        if (array->number == 'f' && array->item == 8)
            for (int64_t n = 0; n < count / 8; ++n)
                if (isnan(((const double *)start)[n]))
                    return kg_refuse("The file is damaged: an array of a %s (word %d) has a number that is none (NaN).",
                                     KINDS[kind], array->word);
        place[0] = kg_word(start);
    }
    for (const kg_chain *chain = KG_CHAINS; chain->kind >= 0; ++chain) {
        if (chain->kind != kind) continue;
        const int64_t *rows = kg_ints(words, chain->word);
        int64_t count = words[chain->word + 1], columns = chain->axes > 1 ? words[chain->word + 2] : 1;
        for (int64_t row = 0; chain->column < columns && row < count - chain->last; ++row) {
            int64_t next = rows[row * columns + chain->column];
            if (next >= 0 && (chain->inward ? next >= row : next <= row))
                return kg_refuse("The file is damaged: row %lld of an array of a %s (word %d) leads to row %lld, "
                                 "so that following it has no end.",
                                 (long long)row, KINDS[kind], chain->word, (long long)next);
        }
    }
    return 1;
}

/* Whether an array has a shape; -1 stands for any length. */
static int32_t has_shape(const int64_t *words, int place, int axes, int64_t a, int64_t b, int64_t c) {
    const int64_t *length = words + place + 1;
    return (a < 0 || length[0] == a) && (axes < 2 || b < 0 || length[1] == b) && (axes < 3 || c < 0 || length[2] == c);
}
#define SHAPE(words, place, axes, a, b, c)                                                                      \
    if (!has_shape(words, place, axes, a, b, c))                                                                \
    return kg_refuse("The file is damaged: the array " #place " does not have the length that others need.")

static int32_t in_range(const int64_t *words, int place, int axes, int column, int64_t least, int64_t end) {
    int64_t rows = words[place + 1], columns = axes > 1 ? words[place + 2] : 1;
    for (int64_t row = 0; row < rows; ++row) {
        int64_t value = kg_ints(words, place)[row * columns + column];
        if (value < least || value >= end) return 0;
    }
    return 1;
}
#define RANGE(words, place, axes, column, least, end)                                                           \
    if (!in_range(words, place, axes, column, least, end))                                                      \
    return kg_refuse("The file is damaged: " #place " names something that the file does not have.")

/* Starts of ranges: rising from 0 to an end. */
static int32_t rises(const int64_t *words, int place, int64_t end) {
    int64_t count = words[place + 1], before = 0;
    const int64_t *starts = kg_ints(words, place);
    if (count < 1 || starts[0] != 0 || starts[count - 1] != end) return 0;
    for (int64_t n = 0; n < count; ++n) {
        if (starts[n] < before) return 0;
        before = starts[n];
    }
    return 1;
}

static int64_t string_count(const kg_live *live) { return live->contents[KG_CONTENTS_STRINGS + 1] - 1; }

static int32_t check_skeleton(const kg_live *live, const int64_t *words, int parents, int names, int translations,
                              int rotations) {
    int64_t joints = words[parents + 1];
    if (joints < 1) return kg_refuse("The file is damaged: a skeleton has no joints.");
    SHAPE(words, names, 1, joints, 0, 0);
    SHAPE(words, translations, 2, joints, 3, 0);
    SHAPE(words, rotations, 2, joints, 4, 0);
    RANGE(words, names, 1, 0, 0, string_count(live));
    RANGE(words, parents, 1, 0, -1, joints);
    return 1;
}

static int32_t check_skin(const int64_t *words, int64_t joints) {
    int64_t points = words[KG_SKIN_VERTICES + 1];
    SHAPE(words, KG_SKIN_VERTICES, 2, -1, 3, 0);
    SHAPE(words, KG_SKIN_NORMALS, 2, words[KG_SKIN_NORMALS + 1] ? points : 0, 3, 0);
    SHAPE(words, KG_SKIN_COLORS, 2, words[KG_SKIN_COLORS + 1] ? points : 0, 4, 0);
    SHAPE(words, KG_SKIN_UVS, 2, words[KG_SKIN_UVS + 1] ? points : 0, 2, 0);
    SHAPE(words, KG_SKIN_TRIANGLES, 2, -1, 3, 0);
    SHAPE(words, KG_SKIN_JOINTS, 2, points, 4, 0);
    SHAPE(words, KG_SKIN_WEIGHTS, 2, points, 4, 0);
    SHAPE(words, KG_SKIN_JOINT_FROM_MESH, 3, joints, 4, 4);
    SHAPE(words, KG_SKIN_MATERIAL, 1, 6, 0, 0);
    const uint32_t *triangles = kg_at(words[KG_SKIN_TRIANGLES]);
    for (int64_t n = 0; n < 3 * words[KG_SKIN_TRIANGLES + 1]; ++n)
        if (triangles[n] >= points)
            return kg_refuse("The file is damaged: a triangle has vertex %u of %lld.", triangles[n], (long long)points);
    const uint16_t *follows = kg_at(words[KG_SKIN_JOINTS]);
    for (int64_t n = 0; n < 4 * points; ++n)
        if (follows[n] >= joints)
            return kg_refuse("The file is damaged: a vertex follows joint %u of %lld.", follows[n], (long long)joints);
    const float *numbers[] = {kg_at(words[KG_SKIN_VERTICES]), kg_at(words[KG_SKIN_WEIGHTS])};
    int64_t counts[] = {3 * points, 4 * points};
    for (int k = 0; k < 2; ++k)
        for (int64_t n = 0; n < counts[k]; ++n)
            if (!isfinite(numbers[k][n])) return kg_refuse("The file is damaged: a vertex is at no place.");
    return 1;
}

static int32_t check_layers(const kg_live *live, const int64_t *creature, const int64_t *words) {
    int64_t joints = creature[KG_CREATURE_SKELETON_PARENTS + 1], layers = words[KG_LAYERS_LAYERS + 1];
    int64_t targets = words[KG_LAYERS_TARGETS + 1], feet = creature[KG_CREATURE_FEET + 1];
    if (words[KG_LAYERS_NAME] < 0 || words[KG_LAYERS_NAME] >= string_count(live) || words[KG_LAYERS_GAIT] < 0 ||
        words[KG_LAYERS_GAIT] >= creature[KG_CREATURE_GAITS + 1])
        return kg_refuse("The file is damaged: a layer set has a name or a gait that is not in the file.");
    SHAPE(words, KG_LAYERS_LAYERS, 2, -1, 2, 0);
    RANGE(words, KG_LAYERS_LAYERS, 2, 0, 0, creature[KG_CREATURE_ANIMATIONS + 1]);
    RANGE(words, KG_LAYERS_TARGETS, 1, 0, 0, string_count(live));
    SHAPE(words, KG_LAYERS_STEP_LAYERS, 2, layers, KG_LAYER_COLUMNS, 0);
    SHAPE(words, KG_LAYERS_STEP_COMMANDS, 2, 1, 4, 0);
    SHAPE(words, KG_LAYERS_STEP_TARGETS, 3, 1, targets, 3);
    SHAPE(words, KG_LAYERS_STEP_KNOWN, 1, targets, 0, 0);
    SHAPE(words, KG_LAYERS_STEP_POSITIONS, 2, joints, 3, 0);
    SHAPE(words, KG_LAYERS_STEP_ROTATIONS, 2, joints, 4, 0);
    SHAPE(words, KG_LAYERS_STEP_NEWS, 1, 2, 0, 0);
    SHAPE(words, KG_LAYERS_STEP_UNDER_PLACEMENT, 1, 4, 0, 0);
    SHAPE(words, KG_LAYERS_STEP_LOCAL_TRANSLATIONS, 3, 1, joints, 3);
    SHAPE(words, KG_LAYERS_STEP_LOCAL_ROTATIONS, 3, 1, joints, 4);
    SHAPE(words, KG_LAYERS_STEP_WALK_FEET, 2, feet, KG_FOOT_COLUMNS, 0);
    SHAPE(words, KG_LAYERS_STEP_TABLES_GAIT_NUMBERS, 2, feet, 3, 0);
    SHAPE(words, KG_LAYERS_STEP_TABLES_JIGGLES_LINKS, 2, -1, 3, 0);
    SHAPE(words, KG_LAYERS_STEP_TABLES_EVENTS, 2, -1, 4, 0);
    SHAPE(words, KG_LAYERS_STEP_JIGGLING, 2, words[KG_LAYERS_STEP_TABLES_JIGGLES_LINKS + 1], KG_JIGGLE_COLUMNS, 0);
    RANGE(words, KG_LAYERS_STEP_TABLES_GAIT_NUMBERS, 2, KG_FOOT_GROUP, 0, words[KG_LAYERS_STEP_WALK_NOW + 1]);
    if (words[KG_LAYERS_STEP_WALK_BODY + 1] <= KG_BODY_TICKS)
        return kg_refuse("The file is damaged: the state of a gait is too short.");
    const double *events = kg_floats(words, KG_LAYERS_STEP_TABLES_EVENTS);
    for (int64_t n = 0; n < words[KG_LAYERS_STEP_TABLES_EVENTS + 1]; ++n)
        if (!(events[4 * n + KG_EVENT_LAYER] >= 0 && events[4 * n + KG_EVENT_LAYER] < (double)layers &&
              events[4 * n + KG_EVENT_DURATION] > 0) ||
            !kg_finite(events + 4 * n, 4, KG_FARTHEST))
            return kg_refuse("The file is damaged: an event belongs to no layer.");
    for (const kg_array *array = KG_LAYERS_ARRAYS; array->word >= 0; ++array) {
        const int64_t *place = words + array->word;
        if (array->own && array->number == 'f' && place[0] &&
            !kg_finite(kg_at(place[0]), kg_length(place, array->axes), KG_FARTHEST))
            return kg_refuse("The file is damaged: a creature would start at no finite place.");
    }
    return 1;
}

static int32_t check_creature(const kg_live *live, const int64_t *words) {
    int64_t strings = string_count(live), animations = words[KG_CREATURE_ANIMATIONS + 1];
    if (words[KG_CREATURE_NAME] < 0 || words[KG_CREATURE_NAME] >= strings)
        return kg_refuse("The file is damaged: a creature has a name that is not in the file.");
    if (!check_skeleton(live, words, KG_CREATURE_SKELETON_PARENTS, KG_CREATURE_SKELETON_NAMES,
                        KG_CREATURE_SKELETON_TRANSLATIONS, KG_CREATURE_SKELETON_ROTATIONS))
        return 0;
    SHAPE(words, KG_CREATURE_SIZE, 1, 3, 0, 0);
    SHAPE(words, KG_CREATURE_ANIMATIONS, 2, -1, 2, 0);
    SHAPE(words, KG_CREATURE_DURATIONS, 1, animations, 0, 0);
    SHAPE(words, KG_CREATURE_EVENTS, 2, -1, 4, 0);
    SHAPE(words, KG_CREATURE_EVENT_TIMES, 1, words[KG_CREATURE_EVENTS + 1], 0, 0);
    RANGE(words, KG_CREATURE_ANIMATIONS, 2, 0, 0, strings);
    RANGE(words, KG_CREATURE_EVENTS, 2, 0, 0, animations);
    RANGE(words, KG_CREATURE_EVENTS, 2, 1, 0, strings);
    RANGE(words, KG_CREATURE_EVENTS, 2, 2, 0, 3);
    RANGE(words, KG_CREATURE_EVENTS, 2, 3, 0, strings);
    RANGE(words, KG_CREATURE_GAITS, 1, 0, 0, strings);
    RANGE(words, KG_CREATURE_FEET, 1, 0, 0, words[KG_CREATURE_SKELETON_PARENTS + 1]);
    if (words[KG_CREATURE_LAYER_SETS + 1] < 1 || words[KG_CREATURE_LAYER_SETS + 1] > MOST_RECORDS ||
        words[KG_CREATURE_SKINS + 1] > MOST_RECORDS)
        return kg_refuse("The file is damaged: a creature has %lld layer sets and %lld skins.",
                         (long long)words[KG_CREATURE_LAYER_SETS + 1], (long long)words[KG_CREATURE_SKINS + 1]);
    return 1;
}

static int32_t check_rig(const kg_live *live, const int64_t *words) {
    int64_t sets = words[KG_RIG_SETS + 1], strings = string_count(live), joints = words[KG_RIG_SKELETON_PARENTS + 1];
    if (words[KG_RIG_NAME] < 0 || words[KG_RIG_NAME] >= strings)
        return kg_refuse("The file is damaged: a rig has a name that is not in the file.");
    if (!check_skeleton(live, words, KG_RIG_SKELETON_PARENTS, KG_RIG_SKELETON_NAMES, KG_RIG_SKELETON_TRANSLATIONS,
                        KG_RIG_SKELETON_ROTATIONS))
        return 0;
    SHAPE(words, KG_RIG_SETS, 2, -1, 2, 0);
    SHAPE(words, KG_RIG_MARKER_STARTS, 1, sets + 1, 0, 0);
    SHAPE(words, KG_RIG_MARKERS, 2, words[KG_RIG_MARKER_NAMES + 1], 3, 0);
    SHAPE(words, KG_RIG_SHARES, 1, sets, 0, 0);
    SHAPE(words, KG_RIG_PROGRAM_PARENTS, 1, joints, 0, 0);
    SHAPE(words, KG_RIG_PROGRAM_SETS, 2, sets, -1, 0);
    SHAPE(words, KG_RIG_PROGRAM_ORDER, 1, sets, 0, 0);
    SHAPE(words, KG_RIG_PROGRAM_RIVALS, 2, sets, sets, 0);
    RANGE(words, KG_RIG_SETS, 2, 0, 0, strings);
    RANGE(words, KG_RIG_SETS, 2, 1, -1, sets);
    RANGE(words, KG_RIG_MARKER_NAMES, 1, 0, 0, strings);
    RANGE(words, KG_RIG_PROGRAM_PARENTS, 1, 0, -1, joints);
    if (sets > 1024 || !rises(words, KG_RIG_MARKER_STARTS, words[KG_RIG_MARKERS + 1]))
        return kg_refuse("The file is damaged: the markers of a rig do not belong to its sets.");
    int64_t columns = words[KG_RIG_PROGRAM_SETS + 2], manipulators = words[KG_RIG_MANIPULATORS];
    if (columns <= KG_SET_MANIPULATORS_END || manipulators < 0 || manipulators > 65536)
        return kg_refuse("The file is damaged: a rig has %lld manipulators.", (long long)manipulators);
    const int64_t *rows = kg_ints(words, KG_RIG_PROGRAM_SETS);
    const double *shares = kg_floats(words, KG_RIG_SHARES);
    for (int64_t set = 0; set < sets; ++set) {
        const int64_t *row = rows + set * columns;
        for (int64_t n = 0; n < columns; ++n)
            if (row[n] < -1 || row[n] > MOST_AXIS)
                return kg_refuse("The file is damaged: set %lld of a rig is laid out outside of it.", (long long)set);
        if (row[KG_SET_MANIPULATORS_END] > manipulators || !(shares[set] >= 0 && shares[set] <= 1))
            return kg_refuse("The file is damaged: set %lld of a rig moves what the rig does not have.", (long long)set);
    }
    if (sets && rows[(sets - 1) * columns + KG_SET_MANIPULATORS_END] != manipulators)
        return kg_refuse("The file is damaged: the sets of a rig do not have its %lld manipulators.",
                         (long long)manipulators);
    return words[KG_RIG_SKINS + 1] <= MOST_RECORDS ||
           kg_refuse("The file is damaged: a rig has %lld skins.", (long long)words[KG_RIG_SKINS + 1]);
}

static int32_t read_skins(const kg_live *live, const int64_t *addresses, int64_t count, int64_t joints,
                          int64_t (**skins)[KG_SKIN_WORDS]) {
    *skins = calloc((size_t)count + 1, sizeof **skins);
    if (!*skins) return kg_refuse("There is not enough memory for the file.");
    for (int64_t n = 0; n < count; ++n)
        if (!read_record(live, KG_KIND_SKIN, addresses[n], (*skins)[n]) || !check_skin((*skins)[n], joints)) return 0;
    return 1;
}

static int32_t read_creature(kg_live *live, int32_t number) {
    kg_creature_record *creature = live->creatures + number;
    int64_t *words = creature->words;
    if (!read_record(live, KG_KIND_CREATURE, kg_ints(live->contents, KG_CONTENTS_CREATURES)[number], words) ||
        !check_creature(live, words) ||
        !read_skins(live, kg_ints(words, KG_CREATURE_SKINS), words[KG_CREATURE_SKINS + 1],
                    words[KG_CREATURE_SKELETON_PARENTS + 1], &creature->skins))
        return 0;
    int64_t count = words[KG_CREATURE_LAYER_SETS + 1];
    creature->layer_sets = calloc((size_t)count, sizeof *creature->layer_sets);
    if (!creature->layer_sets) return kg_refuse("There is not enough memory for the file.");
    for (int64_t n = 0; n < count; ++n)
        if (!read_record(live, KG_KIND_LAYERS, kg_ints(words, KG_CREATURE_LAYER_SETS)[n], creature->layer_sets[n]) ||
            !check_layers(live, words, creature->layer_sets[n]))
            return 0;
    return 1;
}

static int32_t read_rig(kg_live *live, int32_t number) {
    kg_rig_record *rig = live->rigs + number;
    int64_t *words = rig->words;
    return read_record(live, KG_KIND_RIG, kg_ints(live->contents, KG_CONTENTS_RIGS)[number], words) &&
           check_rig(live, words) &&
           read_skins(live, kg_ints(words, KG_RIG_SKINS), words[KG_RIG_SKINS + 1], words[KG_RIG_SKELETON_PARENTS + 1],
                      &rig->skins);
}

static int32_t read_file(kg_live *live) {
    int64_t head[8];
    memcpy(head, live->bytes, sizeof head);
    if (memcmp(live->bytes, "KINELIVE", 8)) return kg_refuse("This is not a .kinelive file.");
    if (head[1] != KG_VERSION)
        return kg_refuse("This .kinelive file has version %lld; this runtime reads version %d.", (long long)head[1],
                         KG_VERSION);
    if (head[2] != KG_LAYOUT)
        return kg_refuse("This .kinelive file was baked for another runtime; bake it again with this one.");
    if (head[3] != live->size)
        return kg_refuse("The file is incomplete: it has %lld of %lld bytes.", (long long)live->size,
                         (long long)head[3]);
    if (head[4] !=
        (int64_t)checksum((const unsigned char *)live->bytes + KG_HEADER_BYTES, live->size - KG_HEADER_BYTES))
        return kg_refuse("The file is damaged: its checksum does not fit its contents.");
    int64_t *words = live->contents;
    if (!read_record(live, KG_KIND_CONTENTS, head[5], words)) return 0;
    if (!rises(words, KG_CONTENTS_STRINGS, words[KG_CONTENTS_TEXT + 1]))
        return kg_refuse("The file is damaged: its names are not in order.");
    if (words[KG_CONTENTS_CREATURES + 1] > MOST_RECORDS || words[KG_CONTENTS_RIGS + 1] > MOST_RECORDS)
        return kg_refuse("The file is damaged: it has more than %d creatures or rigs.", MOST_RECORDS);
    live->creatures = calloc((size_t)words[KG_CONTENTS_CREATURES + 1] + 1, sizeof *live->creatures);
    live->rigs = calloc((size_t)words[KG_CONTENTS_RIGS + 1] + 1, sizeof *live->rigs);
    if (!live->creatures || !live->rigs) return kg_refuse("There is not enough memory for the file.");
    live->creature_count = (int32_t)words[KG_CONTENTS_CREATURES + 1];
    live->rig_count = (int32_t)words[KG_CONTENTS_RIGS + 1];
    for (int32_t n = 0; n < live->creature_count; ++n)
        if (!read_creature(live, n)) return 0;
    for (int32_t n = 0; n < live->rig_count; ++n)
        if (!read_rig(live, n)) return 0;
    return 1;
}

kg_live *kg_open(const void *bytes, int64_t size) {
    if (!bytes || size < KG_HEADER_BYTES || size > ((int64_t)1 << 30)) {
        kg_refuse("This is not a .kinelive file: it has %lld bytes.", (long long)size);
        return NULL;
    }
    kg_live *live = calloc(1, sizeof *live);
    if (live) live->bytes = malloc((size_t)size);
    if (!live || !live->bytes) {
        free(live);
        kg_refuse("There is not enough memory for the file.");
        return NULL;
    }
    memcpy(live->bytes, bytes, (size_t)size);
    live->size = size;
    if (read_file(live)) return live;
    kg_close(live);
    return NULL;
}

void kg_close(kg_live *live) {
    if (!live) return;
    for (int32_t n = 0; live->creatures && n < live->creature_count; ++n) {
        free(live->creatures[n].layer_sets);
        free(live->creatures[n].skins);
    }
    for (int32_t n = 0; live->rigs && n < live->rig_count; ++n) free(live->rigs[n].skins);
    free(live->creatures);
    free(live->rigs);
    free(live->bytes);
    free(live);
}

int32_t kg_count(const kg_live *live, int32_t kind) {
    return kind == KG_KIND_CREATURE ? live->creature_count : kind == KG_KIND_RIG ? live->rig_count : 0;
}

static int32_t exists(const kg_live *live, int32_t kind, int32_t number) {
    if (number >= 0 && number < kg_count(live, kind)) return 1;
    return kg_refuse("The file has no %s %d; it has %d.", kind == KG_KIND_RIG ? "rig" : "creature", number,
                     kg_count(live, kind));
}

const int64_t *kg_record(const kg_live *live, int32_t kind, int32_t number) {
    if (!exists(live, kind, number)) return NULL;
    return kind == KG_KIND_RIG ? live->rigs[number].words : live->creatures[number].words;
}

const int64_t *kg_layer_set(const kg_live *live, int32_t creature, int32_t part) {
    if (!exists(live, KG_KIND_CREATURE, creature)) return NULL;
    const kg_creature_record *found = live->creatures + creature;
    if (part >= 0 && part < found->words[KG_CREATURE_LAYER_SETS + 1]) return found->layer_sets[part];
    kg_refuse("The creature has no layer set %d; it has %lld.", part,
              (long long)found->words[KG_CREATURE_LAYER_SETS + 1]);
    return NULL;
}

const int64_t *kg_skin_of(const kg_live *live, int32_t kind, int32_t number, int32_t part) {
    const int64_t *words = kg_record(live, kind, number);
    if (!words) return NULL;
    int64_t count = words[(kind == KG_KIND_RIG ? KG_RIG_SKINS : KG_CREATURE_SKINS) + 1];
    if (part >= 0 && part < count)
        return kind == KG_KIND_RIG ? live->rigs[number].skins[part] : live->creatures[number].skins[part];
    kg_refuse("It has no skin %d; it has %lld.", part, (long long)count);
    return NULL;
}

const char *kg_string(const kg_live *live, int64_t number, int32_t *length) {
    *length = 0;
    if (number < 0 || number >= string_count(live)) {
        kg_refuse("The file has no string %lld.", (long long)number);
        return NULL;
    }
    const int64_t *starts = kg_ints(live->contents, KG_CONTENTS_STRINGS);
    *length = (int32_t)(starts[number + 1] - starts[number]);
    return (const char *)kg_at(live->contents[KG_CONTENTS_TEXT]) + starts[number];
}
