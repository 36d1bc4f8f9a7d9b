/* Creatures in a game: each has its own state beside the tables that all of its kind share. */
#define KG_LAYOUT_TABLES
#include "inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_STEP 60.0
#define MOST_FEET 64

struct kg_creature {
    const kg_live *live;
    const kg_creature_record *record;
    const kg_ground *ground;
    int32_t number, layer_set;
    int64_t words[KG_LAYERS_WORDS]; /* of the layer set, with own arrays in `memory` */
    char *memory;
    double *world; /* (J, 7) places, then turns */
    char stood[MOST_FEET];
};

static const struct {
    int64_t nx, nz;
    double frame[6], height;
} LEVEL = {1, 1, {0, 0, 1, 0, 0, 0}, 0};

/* Gives the words of a layer set arrays of its own, filled with what they start with. */
static char *own_arrays(const int64_t *set, int64_t *words) {
    int64_t room = 0;
    for (const kg_array *array = KG_LAYERS_ARRAYS; array->word >= 0; ++array)
        if (array->own) room += (kg_length(set + array->word, array->axes) * array->item + 63) / 64 * 64;
    char *memory = malloc((size_t)room + 64), *next = memory;
    if (!memory) {
        kg_refuse("There is not enough memory for another creature.");
        return NULL;
    }
    memcpy(words, set, sizeof(int64_t) * KG_LAYERS_WORDS);
    for (const kg_array *array = KG_LAYERS_ARRAYS; array->word >= 0; ++array) {
        if (!array->own) continue;
        int64_t bytes = kg_length(set + array->word, array->axes) * array->item;
        if (set[array->word]) memcpy(next, kg_at(set[array->word]), (size_t)bytes);
        else memset(next, 0, (size_t)bytes);
        words[array->word] = kg_word(next);
        next += (bytes + 63) / 64 * 64;
    }
    return memory;
}

static void use_ground(kg_creature *creature, const kg_ground *ground) {
    int64_t *place = creature->words + KG_LAYERS_STEP_GROUND_HEIGHTS;
    creature->ground = ground;
    place[0] = ground ? kg_word(ground->heights) : kg_word(&LEVEL.height);
    place[1] = ground ? ground->nx : 1;
    place[2] = ground ? ground->nz : 1;
    creature->words[KG_LAYERS_STEP_GROUND_FRAME] = kg_word(ground ? ground->frame : LEVEL.frame);
    creature->words[KG_LAYERS_STEP_GROUND_FRAME + 1] = 6;
}

static int64_t *words_of(const kg_creature *creature) { return (int64_t *)creature->words; }
static int64_t count_of(const kg_creature *creature, int place) { return creature->words[place + 1]; }
static int64_t feet_of(const kg_creature *creature) {
    int64_t feet = count_of(creature, KG_LAYERS_STEP_WALK_FEET);
    return feet < MOST_FEET ? feet : MOST_FEET;
}

static int32_t stands(const kg_creature *creature, int64_t foot) {
    return kg_floats(creature->words, KG_LAYERS_STEP_WALK_FEET)[foot * KG_FOOT_COLUMNS + KG_FOOT_FLIGHT] < 0;
}

static int32_t step(kg_creature *const *creatures, int32_t count, double seconds) {
    int64_t few[64], *directories = count <= 64 ? few : malloc(sizeof(int64_t) * (size_t)count);
    if (!directories) return kg_refuse("There is not enough memory to step %d creatures.", count);
    for (int32_t n = 0; n < count; ++n) {
        kg_creature *creature = creatures[n];
        directories[n] = kg_word(creature->words + KG_LAYERS_STEP_GROUND_HEIGHTS);
        kg_floats(creature->words, KG_LAYERS_STEP_COMMANDS)[KG_COMMAND_SECONDS] = seconds;
        for (int64_t foot = 0; foot < feet_of(creature); ++foot) creature->stood[foot] = (char)stands(creature, foot);
    }
    int64_t call[KG_STEP_CALL_WORDS];
    call[KG_STEP_CALL_DIRECTORIES] = kg_word(directories);
    call[KG_STEP_CALL_DIRECTORIES + 1] = count;
    call[KG_STEP_CALL_FIRST] = 0;
    call[KG_STEP_CALL_LAST] = count;
    int32_t status = kg_step((kg_address)kg_word(call));
    if (directories != few) free(directories);
    return status == 0 || kg_refuse("The tables of a creature lead outside of themselves; its file is damaged.");
}

kg_creature *kg_spawn(const kg_live *live, int32_t number) {
    const int64_t *words = kg_layer_set(live, number, 0);
    kg_creature *creature = words ? calloc(1, sizeof *creature) : NULL;
    if (!creature) return NULL;
    creature->live = live;
    creature->record = live->creatures + number;
    creature->number = number;
    creature->memory = own_arrays(words, creature->words);
    int64_t joints = creature->record->words[KG_CREATURE_SKELETON_PARENTS + 1];
    creature->world = malloc(sizeof(double) * 7 * (size_t)joints);
    use_ground(creature, NULL);
    if (creature->memory && creature->world && step(&creature, 1, 0)) return creature;
    kg_dismiss(creature);
    return NULL;
}

void kg_dismiss(kg_creature *creature) {
    if (!creature) return;
    free(creature->memory);
    free(creature->world);
    free(creature);
}

int32_t kg_command(kg_creature *creature, double sideways, double forward, double turn) {
    double wish[] = {sideways, forward, turn};
    if (!kg_finite(wish, 3, KG_FARTHEST)) return kg_refuse("A command needs three finite numbers.");
    double *command = kg_floats(creature->words, KG_LAYERS_STEP_COMMANDS);
    command[KG_COMMAND_SIDEWAYS] = sideways;
    command[KG_COMMAND_FORWARD] = forward;
    command[KG_COMMAND_TURNING] = turn;
    return 1;
}

static int64_t find_row(const int64_t *rows, int64_t count, int64_t columns, int64_t a, int64_t b) {
    for (int64_t n = 0; n < count; ++n)
        if (rows[n * columns] == a && (columns < 2 || rows[n * columns + 1] == b)) return n;
    return -1;
}

/* Copies an array that both have in the same shape. */
static void copy_same(const int64_t *from, int64_t *to, int word, int axes) {
    if (memcmp(from + word + 1, to + word + 1, sizeof(int64_t) * (size_t)axes)) return;
    memcpy(kg_at(to[word]), kg_at(from[word]), sizeof(double) * (size_t)kg_length(to + word, axes));
}

/* The state of one layer set in the arrays of another, by what their rows belong to. */
static void carry_over(const int64_t *from, int64_t *to, double fade) {
    static const struct { int16_t word, axes; } SAME[] = {
        {KG_LAYERS_STEP_WALK_FEET, 2}, {KG_LAYERS_STEP_WALK_BODY, 1}, {KG_LAYERS_STEP_WALK_HIPS, 2},
        {KG_LAYERS_STEP_COMMANDS, 2}, {KG_LAYERS_STEP_UNDER_PLACEMENT, 1},
        {KG_LAYERS_STEP_LOCAL_TRANSLATIONS, 3}, {KG_LAYERS_STEP_LOCAL_ROTATIONS, 3}};
    for (size_t n = 0; n < sizeof SAME / sizeof *SAME; ++n) copy_same(from, to, SAME[n].word, SAME[n].axes);
    /* The gait's parameters at the present speed belong to groups of legs, which gaits divide differently. */
    int64_t wide = to[KG_LAYERS_STEP_WALK_NOW + 2];
    if (wide == from[KG_LAYERS_STEP_WALK_NOW + 2])
        for (int64_t foot = 0; foot < to[KG_LAYERS_STEP_WALK_FEET + 1]; ++foot) {
            int64_t new_group = kg_ints(to, KG_LAYERS_STEP_TABLES_GAIT_NUMBERS)[3 * foot + KG_FOOT_GROUP];
            int64_t old_group = kg_ints(from, KG_LAYERS_STEP_TABLES_GAIT_NUMBERS)[3 * foot + KG_FOOT_GROUP];
            memcpy(kg_floats(to, KG_LAYERS_STEP_WALK_NOW) + new_group * wide,
                   kg_floats(from, KG_LAYERS_STEP_WALK_NOW) + old_group * wide, sizeof(double) * (size_t)wide);
        }
    int64_t swaying = to[KG_LAYERS_STEP_JIGGLING + 1];
    for (int64_t n = 0; n < swaying; ++n) {
        const int64_t *before = kg_ints(from, KG_LAYERS_STEP_TABLES_JIGGLES_LINKS);
        int64_t body = kg_ints(to, KG_LAYERS_STEP_TABLES_JIGGLES_LINKS)[3 * n], row = -1;
        for (int64_t k = 0; k < from[KG_LAYERS_STEP_JIGGLING + 1]; ++k)
            if (before[3 * k] == body) row = k;
        double *state = kg_floats(to, KG_LAYERS_STEP_JIGGLING) + n * KG_JIGGLE_COLUMNS;
        if (row < 0) memset(state, 0, sizeof(double) * KG_JIGGLE_COLUMNS);
        else memcpy(state, kg_floats(from, KG_LAYERS_STEP_JIGGLING) + row * KG_JIGGLE_COLUMNS,
                    sizeof(double) * KG_JIGGLE_COLUMNS);
    }
    for (int64_t n = 0; n < to[KG_LAYERS_LAYERS + 1]; ++n) {
        const int64_t *layer = kg_ints(to, KG_LAYERS_LAYERS) + 2 * n;
        int64_t row = find_row(kg_ints(from, KG_LAYERS_LAYERS), from[KG_LAYERS_LAYERS + 1], 2, layer[0], layer[1]);
        double *now = kg_floats(to, KG_LAYERS_STEP_LAYERS) + n * KG_LAYER_COLUMNS;
        if (row >= 0) {
            memcpy(now, kg_floats(from, KG_LAYERS_STEP_LAYERS) + row * KG_LAYER_COLUMNS,
                   sizeof(double) * KG_LAYER_COLUMNS);
            continue;
        }
        memset(now, 0, sizeof(double) * KG_LAYER_COLUMNS);
        now[KG_LAYER_PACE] = 1;
        now[KG_LAYER_WEIGHT] = fade > 0 ? 0 : 1;
        now[KG_LAYER_FADE_TO] = fade > 0 ? 1 : 0;
        now[KG_LAYER_FADE_LONG] = fade;
    }
    for (int64_t n = 0; n < to[KG_LAYERS_TARGETS + 1]; ++n) {
        int64_t row = find_row(kg_ints(from, KG_LAYERS_TARGETS), from[KG_LAYERS_TARGETS + 1], 1,
                               kg_ints(to, KG_LAYERS_TARGETS)[n], 0);
        if (row < 0 || !kg_ints(from, KG_LAYERS_STEP_KNOWN)[row]) continue;
        kg_ints(to, KG_LAYERS_STEP_KNOWN)[n] = 1;
        memcpy(kg_floats(to, KG_LAYERS_STEP_TARGETS) + 3 * n, kg_floats(from, KG_LAYERS_STEP_TARGETS) + 3 * row,
               3 * sizeof(double));
    }
}

/* Changes the arrays to those of another layer set. */
static int32_t change_set(kg_creature *creature, int32_t layer_set, double fade) {
    const int64_t *set = kg_layer_set(creature->live, creature->number, layer_set);
    int64_t words[KG_LAYERS_WORDS];
    char *memory = set ? own_arrays(set, words) : NULL;
    if (!memory) return 0;
    carry_over(creature->words, words, fade);
    free(creature->memory);
    memcpy(creature->words, words, sizeof words);
    creature->memory = memory;
    creature->layer_set = layer_set;
    use_ground(creature, creature->ground);
    return 1;
}

int32_t kg_play(kg_creature *creature, int32_t layer_set, double fade) {
    if (!(fade >= 0 && fade <= LONGEST_STEP)) return kg_refuse("A fade takes 0 to %g s, not %g.", LONGEST_STEP, fade);
    return layer_set == creature->layer_set || change_set(creature, layer_set, fade);
}

int32_t kg_playing(const kg_creature *creature) { return creature->layer_set; }

int32_t kg_fade(kg_creature *creature, int32_t layer, double weight, double seconds) {
    if (layer < 0 || layer >= count_of(creature, KG_LAYERS_STEP_LAYERS))
        return kg_refuse("The creature plays no layer %d.", layer);
    if (!(weight >= 0 && weight <= 1 && seconds >= 0 && seconds <= KG_FARTHEST))
        return kg_refuse("A layer fades to a weight of 0 to 1 over 0 or more seconds, not to %g over %g.", weight,
                         seconds);
    double *row = kg_layers(creature) + layer * KG_LAYER_COLUMNS;
    if (seconds > 0) {
        row[KG_LAYER_FADE_FROM] = row[KG_LAYER_WEIGHT];
        row[KG_LAYER_FADE_TO] = weight;
    } else {
        row[KG_LAYER_WEIGHT] = weight;
    }
    row[KG_LAYER_FADE_TIME] = 0;
    row[KG_LAYER_FADE_LONG] = seconds;
    return 1;
}

int32_t kg_advance(kg_creature *const *creatures, int32_t count, double seconds) {
    if (!(seconds >= 0 && seconds <= LONGEST_STEP))
        return kg_refuse("A step takes 0 to %g s, not %g.", LONGEST_STEP, seconds);
    return step(creatures, count, seconds);
}

static int32_t relocate(kg_creature *creature, const double *move) {
    int64_t call[KG_RELOCATE_CALL_WORDS];
    const int64_t *words = creature->words;
    memcpy(call + KG_RELOCATE_CALL_TABLES_NUMBERS, words + KG_LAYERS_STEP_TABLES_GAIT_NUMBERS,
           sizeof(int64_t) * (KG_RELOCATE_CALL_WALK_FEET - KG_RELOCATE_CALL_TABLES_NUMBERS));
    memcpy(call + KG_RELOCATE_CALL_WALK_FEET, words + KG_LAYERS_STEP_WALK_FEET,
           sizeof(int64_t) * (KG_RELOCATE_CALL_GROUND_HEIGHTS - KG_RELOCATE_CALL_WALK_FEET));
    memcpy(call + KG_RELOCATE_CALL_GROUND_HEIGHTS, words + KG_LAYERS_STEP_GROUND_HEIGHTS,
           sizeof(int64_t) * (KG_RELOCATE_CALL_MOVE - KG_RELOCATE_CALL_GROUND_HEIGHTS));
    call[KG_RELOCATE_CALL_MOVE] = kg_word(move);
    call[KG_RELOCATE_CALL_MOVE + 1] = 5;
    if (kg_relocate((kg_address)kg_word(call)))
        return kg_refuse("The tables of a creature lead outside of themselves; its file is damaged.");
    return step(&creature, 1, 0);
}

int32_t kg_place(kg_creature *creature, double x, double z, double heading) {
    double where[] = {x, z, heading};
    if (!kg_finite(where, 3, KG_FARTHEST)) return kg_refuse("A place needs a finite x, z and heading.");
    const double *now = kg_placement(creature);
    double move[5];
    move[KG_MOVE_FROM_X] = now[0];
    move[KG_MOVE_FROM_Z] = now[2];
    move[KG_MOVE_TO_X] = x;
    move[KG_MOVE_TO_Z] = z;
    move[KG_MOVE_TURN] = heading - now[3];
    return relocate(creature, move);
}

int32_t kg_stand_on(kg_creature *creature, const kg_ground *ground) {
    const double *now = kg_placement(creature);
    double move[5] = {now[0], now[2], now[0], now[2], 0};
    use_ground(creature, ground);
    return relocate(creature, move);
}

static int32_t has_target(const kg_creature *creature, int32_t target) {
    int64_t count = count_of(creature, KG_LAYERS_TARGETS);
    return (target >= 0 && target < count) ||
           kg_refuse("What the creature plays has no target %d; it has %lld.", target, (long long)count);
}

int32_t kg_target(kg_creature *creature, int32_t target, double x, double y, double z) {
    double place[] = {x, y, z};
    if (!has_target(creature, target)) return 0;
    if (!kg_finite(place, 3, KG_FARTHEST)) return kg_refuse("A target needs a place of three finite numbers.");
    memcpy(kg_floats(creature->words, KG_LAYERS_STEP_TARGETS) + 3 * target, place, sizeof place);
    kg_ints(creature->words, KG_LAYERS_STEP_KNOWN)[target] = 1;
    return 1;
}

int32_t kg_free_target(kg_creature *creature, int32_t target) {
    if (!has_target(creature, target)) return 0;
    const int64_t *set = kg_layer_set(creature->live, creature->number, creature->layer_set);
    double *place = kg_floats(creature->words, KG_LAYERS_STEP_TARGETS) + 3 * target;
    if (set[KG_LAYERS_STEP_TARGETS])
        memcpy(place, kg_floats(set, KG_LAYERS_STEP_TARGETS) + 3 * target, 3 * sizeof(double));
    else memset(place, 0, 3 * sizeof(double));
    kg_ints(creature->words, KG_LAYERS_STEP_KNOWN)[target] = 0;
    return 1;
}

double *kg_layers(kg_creature *creature) { return kg_floats(creature->words, KG_LAYERS_STEP_LAYERS); }
const double *kg_placement(const kg_creature *creature) {
    return kg_floats(words_of(creature), KG_LAYERS_STEP_UNDER_PLACEMENT);
}
const double *kg_translations(const kg_creature *creature) {
    return kg_floats(words_of(creature), KG_LAYERS_STEP_LOCAL_TRANSLATIONS);
}
const double *kg_rotations(const kg_creature *creature) {
    return kg_floats(words_of(creature), KG_LAYERS_STEP_LOCAL_ROTATIONS);
}

int32_t kg_world(kg_creature *creature) {
    return kg_transform(creature->live, KG_KIND_CREATURE, creature->number, kg_translations(creature),
                        kg_rotations(creature), creature->world, (double *)kg_world_rotations(creature));
}
const double *kg_world_positions(const kg_creature *creature) { return creature->world; }
const double *kg_world_rotations(const kg_creature *creature) {
    return creature->world + 3 * creature->record->words[KG_CREATURE_SKELETON_PARENTS + 1];
}

/* How often playing up to a time has passed an event: as the kernel counts. */
static double times_passed(const double *event, double time) {
    if (event[KG_EVENT_LOOPS] > 0)
        return fmax(0, ceil((time - event[KG_EVENT_TIME]) / event[KG_EVENT_DURATION]));
    int arrived = time >= event[KG_EVENT_DURATION] && event[KG_EVENT_TIME] >= event[KG_EVENT_DURATION];
    return time > event[KG_EVENT_TIME] || arrived ? 1 : 0;
}

/* The number in the creature's record of the n-th event of an animation; -1 where it has fewer. */
static int32_t event_number(const kg_creature *creature, int64_t animation, int64_t n) {
    const int64_t *words = creature->record->words, *rows = kg_ints(words, KG_CREATURE_EVENTS);
    for (int64_t row = 0; row < words[KG_CREATURE_EVENTS + 1]; ++row)
        if (rows[4 * row] == animation && n-- == 0) return (int32_t)row;
    return -1;
}

int32_t kg_events(const kg_creature *creature, int32_t *rows, int32_t most) {
    int32_t found = 0;
    const int64_t *words = creature->words;
    const double *events = kg_floats(words, KG_LAYERS_STEP_TABLES_EVENTS);
    const double *layers = kg_floats(words, KG_LAYERS_STEP_LAYERS);
    int64_t before = 0, number = 0;
    for (int64_t n = 0; n < words[KG_LAYERS_STEP_TABLES_EVENTS + 1]; ++n) {
        const double *event = events + 4 * n;
        int64_t layer = (int64_t)event[KG_EVENT_LAYER];
        const double *row = layers + layer * KG_LAYER_COLUMNS;
        number = n && layer == before ? number + 1 : 0;
        before = layer;
        double passed = times_passed(event, row[KG_LAYER_TIME]) - times_passed(event, row[KG_LAYER_BEFORE]);
        int32_t which = event_number(creature, kg_ints(words, KG_LAYERS_LAYERS)[2 * layer], number);
        for (int32_t k = 0; which >= 0 && k < passed && k < 1000; ++k, ++found)
            if (found < most) rows[2 * found] = which, rows[2 * found + 1] = (int32_t)layer;
    }
    for (int64_t foot = 0; foot < feet_of(creature); ++foot)
        if (!creature->stood[foot] && stands(creature, foot)) {
            if (found < most) rows[2 * found] = (int32_t)foot, rows[2 * found + 1] = -1;
            ++found;
        }
    return found;
}

/* A moment: what it is of, then the arrays that last, then which feet stood. */
static const struct { int16_t word, axes; } LASTING[] = {
    {KG_LAYERS_STEP_WALK_FEET, 2}, {KG_LAYERS_STEP_WALK_BODY, 1}, {KG_LAYERS_STEP_WALK_HIPS, 2},
    {KG_LAYERS_STEP_WALK_NOW, 2}, {KG_LAYERS_STEP_JIGGLING, 2}, {KG_LAYERS_STEP_LAYERS, 2},
    {KG_LAYERS_STEP_COMMANDS, 2}, {KG_LAYERS_STEP_TARGETS, 3}, {KG_LAYERS_STEP_KNOWN, 1}};
#define LASTING_COUNT (sizeof LASTING / sizeof *LASTING)
#define MOMENT_WORDS 4

static int64_t moment_bytes(const int64_t *words) {
    int64_t count = MOMENT_WORDS;
    for (size_t n = 0; n < LASTING_COUNT; ++n) count += kg_length(words + LASTING[n].word, LASTING[n].axes);
    return 8 * count;
}

int64_t kg_moment_bytes(const kg_creature *creature) { return moment_bytes(creature->words); }

int32_t kg_save(const kg_creature *creature, void *bytes, int64_t size) {
    int64_t needed = kg_moment_bytes(creature), head[MOMENT_WORDS] = {0x544e454d4f4d474b, KG_LAYOUT, creature->layer_set};
    if (size < needed)
        return kg_refuse("A moment of this creature needs %lld bytes, not %lld.", (long long)needed, (long long)size);
    head[3] = needed;
    memcpy(bytes, head, sizeof head);
    char *next = (char *)bytes + sizeof head;
    for (size_t n = 0; n < LASTING_COUNT; ++n) {
        int64_t length = 8 * kg_length(creature->words + LASTING[n].word, LASTING[n].axes);
        memcpy(next, kg_at(creature->words[LASTING[n].word]), (size_t)length);
        next += length;
    }
    return 1;
}

int32_t kg_restore(kg_creature *creature, const void *bytes, int64_t size) {
    int64_t head[MOMENT_WORDS];
    if (size < (int64_t)sizeof head) return kg_refuse("This is not a moment: it has %lld bytes.", (long long)size);
    memcpy(head, bytes, sizeof head);
    if (head[0] != 0x544e454d4f4d474b || head[1] != KG_LAYOUT)
        return kg_refuse("This is not a moment of this runtime.");
    const int64_t *set = head[2] >= 0 && head[2] < 1 << 20
                             ? kg_layer_set(creature->live, creature->number, (int32_t)head[2]) : NULL;
    if (!set || head[3] != size || moment_bytes(set) != size)
        return kg_refuse("This moment belongs to another creature.");
    int64_t words[KG_LAYERS_WORDS];
    char *memory = own_arrays(set, words);
    if (!memory) return 0;
    const char *next = (const char *)bytes + sizeof head;
    for (size_t n = 0; n < LASTING_COUNT; ++n) {
        int64_t count = kg_length(words + LASTING[n].word, LASTING[n].axes);
        memcpy(kg_at(words[LASTING[n].word]), next, 8 * (size_t)count);
        next += 8 * count;
        if (LASTING[n].word != KG_LAYERS_STEP_KNOWN &&
            !kg_finite(kg_at(words[LASTING[n].word]), count, KG_FARTHEST)) {
            free(memory);
            return kg_refuse("This moment is damaged: it has a number that is not finite.");
        }
    }
    free(creature->memory);
    memcpy(creature->words, words, sizeof words);
    creature->memory = memory;
    creature->layer_set = (int32_t)head[2];
    use_ground(creature, creature->ground);
    return step(&creature, 1, 0);
}

kg_ground *kg_make_ground(const double *heights, int32_t nx, int32_t nz, double first_x, double first_z,
                          double spacing, double rise_x, double rise_z, double level) {
    double frame[6] = {first_x, first_z, spacing, rise_x, rise_z, level};
    if (nx < 1 || nz < 1 || nx > 65536 || nz > 65536 || !kg_finite(frame, 6, 1e4) || spacing <= 0 ||
        !kg_finite(heights, (int64_t)nx * nz, 1e4)) {
        kg_refuse("A ground needs at least one height, a spacing above zero, and everything within 10 km.");
        return NULL;
    }
    kg_ground *ground = malloc(sizeof *ground + sizeof(double) * (size_t)nx * (size_t)nz);
    if (!ground) {
        kg_refuse("There is not enough memory for the ground.");
        return NULL;
    }
    ground->nx = nx;
    ground->nz = nz;
    memcpy(ground->frame, frame, sizeof frame);
    memcpy(ground->heights, heights, sizeof(double) * (size_t)nx * (size_t)nz);
    return ground;
}

void kg_drop_ground(kg_ground *ground) { free(ground); }
