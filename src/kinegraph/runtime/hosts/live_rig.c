/* Spatial rigs, skins and skeletons of a file. */
#include "inside.h"
#include <stdlib.h>
#include <string.h>

struct kg_rig {
    int64_t sets, joints;
    int64_t call[KG_SPATIAL_CALL_WORDS];
    double *numbers;
};

static double *floats_at(int64_t *call, int place, double **next, int axes, int64_t a, int64_t b, int64_t c) {
    int64_t lengths[] = {a, b, c};
    call[place] = kg_word(*next);
    memcpy(call + place + 1, lengths, sizeof(int64_t) * (size_t)axes);
    double *found = *next;
    *next += a * b * (axes > 2 ? c : 1);
    return found;
}

kg_rig *kg_perform(const kg_live *live, int32_t number) {
    const int64_t *words = kg_record(live, KG_KIND_RIG, number);
    kg_rig *rig = words ? calloc(1, sizeof *rig) : NULL;
    if (!rig) return NULL;
    int64_t sets = rig->sets = words[KG_RIG_SETS + 1], joints = rig->joints = words[KG_RIG_SKELETON_PARENTS + 1];
    int64_t manipulators = words[KG_RIG_MANIPULATORS], *call = rig->call;
    double *next = rig->numbers = calloc((size_t)(7 * sets + 7 * joints + manipulators / 8 + 8), sizeof(double));
    if (!next) {
        free(rig);
        kg_refuse("There is not enough memory for another rig.");
        return NULL;
    }
    memcpy(call, words + KG_RIG_PROGRAM_PARENTS, sizeof(int64_t) * KG_SPATIAL_CALL_DISPLACED);
    floats_at(call, KG_SPATIAL_CALL_DISPLACED, &next, 3, 1, sets, 3);
    call[KG_SPATIAL_CALL_KEPT_SETS] = call[KG_SPATIAL_CALL_KEPT_FRAMES] = kg_word(next);
    floats_at(call, KG_SPATIAL_CALL_KEPT_SHARES, &next, 2, 0, 1, 0);
    floats_at(call, KG_SPATIAL_CALL_PLACED, &next, 3, 1, sets, 3);
    double *shares = floats_at(call, KG_SPATIAL_CALL_SHARES, &next, 2, 1, sets, 0);
    floats_at(call, KG_SPATIAL_CALL_ROTATIONS, &next, 3, 1, joints, 4);
    floats_at(call, KG_SPATIAL_CALL_SLIDES, &next, 3, 1, joints, 3);
    floats_at(call, KG_SPATIAL_CALL_GUESSED, &next, 2, 1, manipulators, 0);
    memcpy(shares, kg_floats(words, KG_RIG_SHARES), sizeof(double) * (size_t)sets);
    if (kg_pose(rig)) return rig;
    kg_leave(rig);
    return NULL;
}

void kg_leave(kg_rig *rig) {
    if (rig) free(rig->numbers);
    free(rig);
}

double *kg_displaced(kg_rig *rig) { return kg_floats(rig->call, KG_SPATIAL_CALL_DISPLACED); }
double *kg_shares(kg_rig *rig) { return kg_floats(rig->call, KG_SPATIAL_CALL_SHARES); }
const double *kg_placed(const kg_rig *rig) { return kg_floats(rig->call, KG_SPATIAL_CALL_PLACED); }
const double *kg_rig_rotations(const kg_rig *rig) { return kg_floats(rig->call, KG_SPATIAL_CALL_ROTATIONS); }
const double *kg_rig_translations(const kg_rig *rig) { return kg_floats(rig->call, KG_SPATIAL_CALL_SLIDES); }

int32_t kg_pose(kg_rig *rig) {
    if (!kg_finite(kg_displaced(rig), 3 * rig->sets, KG_FARTHEST))
        return kg_refuse("Controllers can only be at finite places.");
    for (int64_t set = 0; set < rig->sets; ++set)
        if (!(kg_shares(rig)[set] >= 0 && kg_shares(rig)[set] <= 1))
            return kg_refuse("The share of a set is 0 to 1, not %g.", kg_shares(rig)[set]);
    return kg_spatial((kg_address)kg_word(rig->call)) == 0 ||
           kg_refuse("The tables of a rig lead outside of themselves; its file is damaged.");
}

int32_t kg_transform(const kg_live *live, int32_t kind, int32_t number, const double *translations,
                     const double *rotations, double *positions_out, double *rotations_out) {
    const int64_t *words = kg_record(live, kind, number);
    if (!words) return 0;
    const int64_t *parents =
        words + (kind == KG_KIND_RIG ? KG_RIG_SKELETON_PARENTS : KG_CREATURE_SKELETON_PARENTS);
    int64_t joints = parents[1], call[KG_FORWARD_CALL_WORDS];
    const struct { int place, axes; const double *at; int64_t lengths[3]; } arrays[] = {
        {KG_FORWARD_CALL_ROOTS, 2, translations, {1, 3, 0}},
        {KG_FORWARD_CALL_LOCALS, 3, translations, {1, joints, 3}},
        {KG_FORWARD_CALL_ROTATIONS, 3, rotations, {1, joints, 4}},
        {KG_FORWARD_CALL_POSITIONS_OUT, 3, positions_out, {1, joints, 3}},
        {KG_FORWARD_CALL_ROTATIONS_OUT, 3, rotations_out, {1, joints, 4}}};
    memcpy(call + KG_FORWARD_CALL_PARENTS, parents, 2 * sizeof(int64_t));
    for (int n = 0; n < 5; ++n) {
        call[arrays[n].place] = kg_word(arrays[n].at);
        memcpy(call + arrays[n].place + 1, arrays[n].lengths, sizeof(int64_t) * (size_t)arrays[n].axes);
    }
    return kg_forward((kg_address)kg_word(call)) == 0 || kg_refuse("The skeleton is damaged.");
}

int32_t kg_deform(const kg_live *live, int32_t kind, int32_t number, int32_t part, const double *positions,
                  const double *rotations, float *result) {
    const int64_t *skin = kg_skin_of(live, kind, number, part);
    if (!skin) return 0;
    int64_t points = skin[KG_SKIN_VERTICES + 1], joints = skin[KG_SKIN_JOINT_FROM_MESH + 1];
    int64_t call[KG_SKIN_CALL_WORDS];
    double *matrices = calloc((size_t)joints, 16 * sizeof(double));
    if (!matrices) return kg_refuse("There is not enough memory for a skin.");
    memcpy(call + KG_SKIN_CALL_POINTS, skin + KG_SKIN_VERTICES, 3 * sizeof(int64_t));
    memcpy(call + KG_SKIN_CALL_JOINTS, skin + KG_SKIN_JOINTS, 3 * sizeof(int64_t));
    memcpy(call + KG_SKIN_CALL_WEIGHTS, skin + KG_SKIN_WEIGHTS, 3 * sizeof(int64_t));
    memcpy(call + KG_SKIN_CALL_JOINT_FROM_MESH, skin + KG_SKIN_JOINT_FROM_MESH, 4 * sizeof(int64_t));
    const struct { int place, axes; const void *at; int64_t lengths[4]; } arrays[] = {
        {KG_SKIN_CALL_POSITIONS, 2, positions, {joints, 3, 0, 0}},
        {KG_SKIN_CALL_ROTATIONS, 2, rotations, {joints, 4, 0, 0}},
        {KG_SKIN_CALL_MATRICES, 4, matrices, {1, joints, 4, 4}},
        {KG_SKIN_CALL_RESULT, 3, result, {1, points, 3, 0}}};
    for (int n = 0; n < 4; ++n) {
        call[arrays[n].place] = kg_word(arrays[n].at);
        memcpy(call + arrays[n].place + 1, arrays[n].lengths, sizeof(int64_t) * (size_t)arrays[n].axes);
    }
    int32_t status = kg_skin((kg_address)kg_word(call));
    free(matrices);
    return status == 0 || kg_refuse("A skin is damaged: it follows joints that are not there.");
}
