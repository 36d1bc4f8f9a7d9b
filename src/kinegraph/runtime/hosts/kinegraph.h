/* Kinegraph's runtime: creatures and spatial rigs of a .kinelive file, without Python.

   Metres, seconds, radians; Y up, facing +Z, left is +X. Quaternions are x, y, z, w.
   A function that can refuse returns 0 (or NULL), and `kg_why` says why in one sentence. Nothing here is locked:
   use one file from many threads, but one creature or rig from one thread at a time. See docs/runtime.md. */
#ifndef KINEGRAPH_H
#define KINEGRAPH_H
#include <stdint.h>
#include "kinegraph_layout.h"

#if defined(__wasm__)
#define KG_API(name) __attribute__((export_name(#name)))
#elif defined(_WIN32)
#define KG_API(name) __declspec(dllexport)
#else
#define KG_API(name) __attribute__((visibility("default")))
#endif
#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_live kg_live;
typedef struct kg_ground kg_ground;
typedef struct kg_creature kg_creature;
typedef struct kg_rig kg_rig;

/* Why the last call of this thread was refused: one sentence. */
KG_API(kg_why) const char *kg_why(void);
/* Memory that a host fills, for example in WebAssembly. */
KG_API(kg_allocate) void *kg_allocate(int64_t size);
KG_API(kg_free) void kg_free(void *memory);

/* Files. The bytes are copied; creatures and rigs must be dismissed before their file is closed. */
KG_API(kg_open) kg_live *kg_open(const void *bytes, int64_t size);
KG_API(kg_close) void kg_close(kg_live *live);
/* How many creatures (KG_KIND_CREATURE) or rigs (KG_KIND_RIG) a file has. */
KG_API(kg_count) int32_t kg_count(const kg_live *live, int32_t kind);
/* The words of a creature or a rig; of the layer set or the skin `part` of it. Addresses are those in memory. */
KG_API(kg_record) const int64_t *kg_record(const kg_live *live, int32_t kind, int32_t number);
KG_API(kg_layer_set) const int64_t *kg_layer_set(const kg_live *live, int32_t creature, int32_t part);
KG_API(kg_skin_of) const int64_t *kg_skin_of(const kg_live *live, int32_t kind, int32_t number, int32_t part);
/* A name: UTF-8, not ended by zero. */
KG_API(kg_string) const char *kg_string(const kg_live *live, int64_t number, int32_t *length);

/* Grounds: height(x, z) = level + tilt . (x, z) + field(x, z), the field bilinear between (nx, nz) samples. */
KG_API(kg_make_ground) kg_ground *kg_make_ground(const double *heights, int32_t nx, int32_t nz, double first_x,
                                                 double first_z, double spacing, double rise_x, double rise_z,
                                                 double level);
KG_API(kg_drop_ground) void kg_drop_ground(kg_ground *ground);

/* Creatures. A creature stands at the origin, facing +Z, and plays its first layer set. */
KG_API(kg_spawn) kg_creature *kg_spawn(const kg_live *live, int32_t number);
KG_API(kg_dismiss) void kg_dismiss(kg_creature *creature);
/* Velocity to its left and forward [m/s], in its own frame, and turn to its left [rad/s]. */
KG_API(kg_command) int32_t kg_command(kg_creature *creature, double sideways, double forward, double turn);
/* Steps creatures by 0 to 60 s in one call; threads may step different creatures at once. */
KG_API(kg_advance) int32_t kg_advance(kg_creature *const *creatures, int32_t count, double seconds);
/* Puts a creature at another place, in the middle of whatever it does. */
KG_API(kg_place) int32_t kg_place(kg_creature *creature, double x, double z, double heading);
/* Makes it stand on a ground, which must outlive it; NULL for level ground at 0. */
KG_API(kg_stand_on) int32_t kg_stand_on(kg_creature *creature, const kg_ground *ground);
/* Puts a target of its layer set, counted as there, at a place in the world; or back where animations have it. */
KG_API(kg_target) int32_t kg_target(kg_creature *creature, int32_t target, double x, double y, double z);
KG_API(kg_free_target) int32_t kg_free_target(kg_creature *creature, int32_t target);
/* Plays another layer set. Layers that both have go on; new ones fade in over some seconds. */
KG_API(kg_play) int32_t kg_play(kg_creature *creature, int32_t layer_set, double fade);
KG_API(kg_playing) int32_t kg_playing(const kg_creature *creature);
/* Fades a layer to a weight of 0 to 1, at once where seconds are 0. */
KG_API(kg_fade) int32_t kg_fade(kg_creature *creature, int32_t layer, double weight, double seconds);
/* (L, KG_LAYER_COLUMNS) the layers' times, paces and weights, which may be written; (4,) x, y, z, heading. */
KG_API(kg_layers) double *kg_layers(kg_creature *creature);
KG_API(kg_placement) const double *kg_placement(const kg_creature *creature);
/* The pose: (J, 3) and (J, 4) in the parents' frames, joint 0 in the world; and all joints in the world. */
KG_API(kg_translations) const double *kg_translations(const kg_creature *creature);
KG_API(kg_rotations) const double *kg_rotations(const kg_creature *creature);
KG_API(kg_world) int32_t kg_world(kg_creature *creature);
KG_API(kg_world_positions) const double *kg_world_positions(const kg_creature *creature);
KG_API(kg_world_rotations) const double *kg_world_rotations(const kg_creature *creature);
/* What the last step passed: rows of 2, (event of the creature's record, layer), or (foot, -1) for a foot that
   came down. Returns how many there were; `rows` has room for `most` of them. */
KG_API(kg_events) int32_t kg_events(const kg_creature *creature, int32_t *rows, int32_t most);
/* A moment: the whole state, to save, to rewind and to send. It fits every creature of the same record. */
KG_API(kg_moment_bytes) int64_t kg_moment_bytes(const kg_creature *creature);
KG_API(kg_save) int32_t kg_save(const kg_creature *creature, void *bytes, int64_t size);
KG_API(kg_restore) int32_t kg_restore(kg_creature *creature, const void *bytes, int64_t size);

/* Spatial rigs: places of the controllers in, a pose out. */
KG_API(kg_perform) kg_rig *kg_perform(const kg_live *live, int32_t number);
KG_API(kg_leave) void kg_leave(kg_rig *rig);
/* (S, 3) how far each controller is moved from where it rests or is put by the set above [m]; (S,) how much
   each set is in force, 0 to 1. Both are written by the host. */
KG_API(kg_displaced) double *kg_displaced(kg_rig *rig);
KG_API(kg_shares) double *kg_shares(kg_rig *rig);
KG_API(kg_pose) int32_t kg_pose(kg_rig *rig);
/* (S, 3) where the controllers are; (J, 4), (J, 3) the pose in the parents' frames, joint 0 in the world. */
KG_API(kg_placed) const double *kg_placed(const kg_rig *rig);
KG_API(kg_rig_rotations) const double *kg_rig_rotations(const kg_rig *rig);
KG_API(kg_rig_translations) const double *kg_rig_translations(const kg_rig *rig);

/* Moves a skin of a record to a pose: positions (J, 3), rotations (J, 4) in the world; result (V, 3). */
KG_API(kg_deform) int32_t kg_deform(const kg_live *live, int32_t kind, int32_t number, int32_t part,
                                    const double *positions, const double *rotations, float *result);
/* World transforms of a pose of a record's skeleton. */
KG_API(kg_transform) int32_t kg_transform(const kg_live *live, int32_t kind, int32_t number,
                                          const double *translations, const double *rotations,
                                          double *positions_out, double *rotations_out);
#ifdef __cplusplus
}
#endif
#endif
