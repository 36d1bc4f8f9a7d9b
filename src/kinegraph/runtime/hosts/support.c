/* What compiled kernels need of their surroundings beside mathematics: memory for their arrays. No Python. */
#include <stdint.h>
#include <stdlib.h>

/* An array's memory, laid out as Numba's kernels read it on every machine. */
typedef struct {
    int64_t count;
    void *destroy;
    void *info;
    void *data;
    int64_t size;
} array_memory;

/* Kernels ask for the work space of one call. More than this is asked for by damaged tables alone. */
#define MOST_BYTES ((int64_t)1 << 28)

void *kg_NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
    uintptr_t step = align > 16 ? (uintptr_t)align : 16;
    if (size < 0 || size > MOST_BYTES) return 0;
    char *raw = malloc(sizeof(array_memory) + (size_t)size + step);
    if (!raw) return 0;
    array_memory *memory = (array_memory *)raw;
    memory->count = 1;
    memory->destroy = memory->info = 0;
    memory->size = size;
    memory->data = (void *)(((uintptr_t)(raw + sizeof(array_memory)) + step - 1) / step * step);
    return memory;
}

void *kg_NRT_MemInfo_alloc(int64_t size) { return kg_NRT_MemInfo_alloc_aligned(size, 16); }
void kg_NRT_MemInfo_call_dtor(void *memory) { free(memory); }
void *kg_NRT_Allocate(int64_t size) { return size < 0 || size > MOST_BYTES ? 0 : malloc((size_t)size); }
void kg_NRT_Free(void *memory) { free(memory); }

/* Errors become the status that a kernel returns; nobody reads their texts. */
char kg_PyExc_RuntimeError[8];
void kg_PyErr_SetString(void *kind, const char *text) {
    (void)kind;
    (void)text;
}

/* Strides of a contiguous array in another shape; kernels reshape no others. Numba has compared the sizes. */
int kg_numba_attempt_nocopy_reshape(int64_t axes, const int64_t *shape, const int64_t *strides, int64_t new_axes,
                                 const int64_t *new_shape, int64_t *new_strides, int64_t item, int fortran) {
    int64_t stride = item, before = 1, after = 1;
    (void)strides;
    (void)fortran;
    for (int64_t axis = 0; axis < axes; ++axis) before *= shape[axis];
    for (int64_t axis = new_axes - 1; axis >= 0; --axis) {
        new_strides[axis] = stride;
        stride *= new_shape[axis];
        after *= new_shape[axis];
    }
    return before == after;
}
