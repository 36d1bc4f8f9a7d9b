/* replay FILE OUT [ROUNDS]: plays every creature and rig of a .kinelive file the same way in every host, and writes
   all poses as doubles. Prints microseconds of processor time per creature and frame, and per rig and frame. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "kinegraph.h"

#define FRAMES 120
#define MOST 256

static FILE *out;

static int stop(const char *what) {
    fprintf(stderr, "%s: %s\n", what, kg_why());
    return 1;
}

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }
static void write_floats(const double *numbers, int64_t count) { fwrite(numbers, sizeof(double), (size_t)count, out); }

/* Steps all creatures together; layer sets change at frame 60, places at frame 90. */
static int play_creatures(const kg_live *live, double *seconds) {
    kg_creature *creatures[MOST];
    int32_t count = kg_count(live, KG_KIND_CREATURE), rows[2 * MOST];
    if (count > MOST) count = MOST;
    for (int32_t n = 0; n < count; ++n)
        if (!(creatures[n] = kg_spawn(live, n))) return stop("spawn");
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int32_t n = 0; n < count; ++n) {
            const int64_t *words = kg_record(live, KG_KIND_CREATURE, n);
            int32_t sets = (int32_t)words[KG_CREATURE_LAYER_SETS + 1];
            if (!kg_command(creatures[n], frame >= 40 && frame < 60 ? 0.25 : 0, frame < 100 ? 0.5 : 0, 0.3125))
                return stop("command");
            if (frame == 60 && !kg_play(creatures[n], 1 % sets, 0.25)) return stop("play");
            if (frame == 90 && !kg_place(creatures[n], 1.5 + n, -2, 0.5)) return stop("place");
        }
        double begun = now();
        if (!kg_advance(creatures, count, 1.0 / 64)) return stop("advance");
        *seconds += now() - begun;
        for (int32_t n = 0; n < count; ++n) {
            int64_t joints = kg_record(live, KG_KIND_CREATURE, n)[KG_CREATURE_SKELETON_PARENTS + 1];
            double happened = kg_events(creatures[n], rows, MOST);
            write_floats(kg_translations(creatures[n]), 3 * joints);
            write_floats(kg_rotations(creatures[n]), 4 * joints);
            write_floats(&happened, 1);
        }
    }
    for (int32_t n = 0; n < count; ++n) kg_dismiss(creatures[n]);
    return 0;
}

static int play_rigs(const kg_live *live, double *seconds) {
    for (int32_t n = 0; n < kg_count(live, KG_KIND_RIG); ++n) {
        kg_rig *rig = kg_perform(live, n);
        if (!rig) return stop("perform");
        const int64_t *words = kg_record(live, KG_KIND_RIG, n);
        int64_t sets = words[KG_RIG_SETS + 1], joints = words[KG_RIG_SKELETON_PARENTS + 1];
        for (int frame = 0; frame < FRAMES; ++frame) {
            for (int64_t k = 0; k < 3 * sets; ++k) kg_displaced(rig)[k] = ((frame * 7 + k * 13) % 32 - 16) / 128.0;
            double begun = now();
            if (!kg_pose(rig)) return stop("pose");
            *seconds += now() - begun;
            write_floats(kg_rig_translations(rig), 3 * joints);
            write_floats(kg_rig_rotations(rig), 4 * joints);
        }
        kg_leave(rig);
    }
    return 0;
}

int main(int count, char **words) {
    FILE *file = count > 2 ? fopen(words[1], "rb") : NULL;
    if (!file || !(out = fopen(words[2], "wb"))) {
        fprintf(stderr, "usage: replay FILE.kinelive OUT [ROUNDS]\n");
        return 2;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *bytes = malloc(size > 0 ? (size_t)size : 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) return 2;
    kg_live *live = kg_open(bytes, size);
    free(bytes);
    fclose(file);
    if (!live) return stop(words[1]);
    double creatures = 0, rigs = 0, best_creatures = 1e9, best_rigs = 1e9;
    for (int round = 0; round < (count > 3 ? atoi(words[3]) : 1); ++round) {
        rewind(out);
        creatures = rigs = 0;
        if (play_creatures(live, &creatures) || play_rigs(live, &rigs)) return 1;
        if (creatures < best_creatures) best_creatures = creatures;
        if (rigs < best_rigs) best_rigs = rigs;
    }
    int32_t bodies = kg_count(live, KG_KIND_CREATURE), played = kg_count(live, KG_KIND_RIG);
    printf("%.3f %.3f\n", bodies ? 1e6 * best_creatures / FRAMES / bodies : 0,
           played ? 1e6 * best_rigs / FRAMES / played : 0);
    kg_close(live);
    return fclose(out) != 0;
}
