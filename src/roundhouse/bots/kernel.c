/* The sums of a net (net.py) for one position: 16-bit weights, 32-bit sums, no rounding but by shifts.
 *
 *   load(weights, biases, shape) -> a net
 *   run(net, numbers, felt, rows) -> the head's outputs for seats and gains, then query times embedding for each row
 *
 * Whoever loads a net has made sure that no sum leaves 31 bits; `PlainKernel` in net.py gives the same numbers.
 * Most of what comes into a layer is 0: a layer lies here by its inputs, and only rows of what is not 0 are added up. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define MOST_PASSED 4095
#define MOST_ASKED 32767
#define MOST_WIDTH 1024
#define MOST_BLOCKS 8
#define MOST_TERMS 16384
#define STEP 16 /* outputs that are added up together; layers are filled up to a multiple of it */
#ifndef FINGERPRINT
#define FINGERPRINT ""
#endif

typedef struct {
  Py_ssize_t in, out, wide; /* wide: out, filled up */
  int16_t *weights;         /* in rows of wide numbers */
  int32_t *biases;          /* wide numbers */
} Layer;

typedef struct {
  Py_ssize_t seen, felt, width, blocks, outputs, query, rows, shift[2 + 2 * MOST_BLOCKS];
  Layer first, block[2 * MOST_BLOCKS], head;
  int16_t *embedding;
  int32_t *liking;
} Net;

/* ---- sums ---------------------------------------------------------------------------------------------------------*/

typedef struct {
  const int16_t *row;
  int32_t times;
} Term;

static void add_up_anywhere(const Layer *layer, Term *terms, Py_ssize_t count, int32_t *sums) {
  memcpy(sums, layer->biases, layer->wide * sizeof(int32_t));
  for (Py_ssize_t t = 0; t < count; t++)
    for (Py_ssize_t k = 0; k < layer->wide; k++) sums[k] += terms[t].times * (int32_t)terms[t].row[k];
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HAS_AVX2
#include <immintrin.h>

/* Two rows at a time: their numbers are laced together, so that one instruction multiplies and adds both. */
#define LANES 4 /* steps that are added up side by side */
__attribute__((target("avx2"))) static inline void add_up_some(const Layer *layer, const Term *terms, Py_ssize_t count,
                                                               int32_t *sums, Py_ssize_t at, const int lanes) {
  __m256i low[LANES], high[LANES];
  for (int n = 0; n < lanes; n++) low[n] = high[n] = _mm256_setzero_si256();
  for (Py_ssize_t t = 0; t < count; t += 2) {
    const Term *one = terms + t, *other = terms + t + 1;
    const __m256i times = _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)one->times | (uint32_t)other->times << 16));
    for (int n = 0; n < lanes; n++) {
      const __m256i a = _mm256_loadu_si256((const __m256i *)(one->row + at + n * STEP));
      const __m256i b = _mm256_loadu_si256((const __m256i *)(other->row + at + n * STEP));
      low[n] = _mm256_add_epi32(low[n], _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), times));
      high[n] = _mm256_add_epi32(high[n], _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), times));
    }
  }
  for (int n = 0; n < lanes; n++) {
    const __m256i *bias = (const __m256i *)(layer->biases + at + n * STEP);
    __m256i *out = (__m256i *)(sums + at + n * STEP);
    const __m256i first = _mm256_permute2x128_si256(low[n], high[n], 0x20);
    const __m256i second = _mm256_permute2x128_si256(low[n], high[n], 0x31);
    _mm256_storeu_si256(out, _mm256_add_epi32(_mm256_loadu_si256(bias), first));
    _mm256_storeu_si256(out + 1, _mm256_add_epi32(_mm256_loadu_si256(bias + 1), second));
  }
}

__attribute__((target("avx2"))) static void add_up_avx2(const Layer *layer, Term *terms, Py_ssize_t count,
                                                        int32_t *sums) {
  Py_ssize_t at = 0;
  if (count % 2) terms[count++] = (Term){layer->weights, 0};
  for (; at + LANES * STEP <= layer->wide; at += LANES * STEP) add_up_some(layer, terms, count, sums, at, LANES);
  for (; at < layer->wide; at += STEP) add_up_some(layer, terms, count, sums, at, 1);
}
#endif

/* There is room for one more term than there are inputs. */
static void (*add_up)(const Layer *, Term *, Py_ssize_t, int32_t *) = add_up_anywhere;

/* The rows of what a layer of units passes on. */
static Py_ssize_t terms_of(const Layer *layer, const int16_t *passed, Term *terms) {
  Py_ssize_t count = 0;
  for (Py_ssize_t k = 0; k < layer->in; k++) {
    terms[count].row = layer->weights + k * layer->wide;
    terms[count].times = passed[k];
    count += passed[k] != 0;
  }
  return count;
}

static Py_ssize_t terms_of_inputs(const Net *net, const float *numbers, const int64_t *felt, Term *terms) {
  const Layer *layer = &net->first;
  Py_ssize_t count = 0;
  for (Py_ssize_t k = 0; k < net->seen; k++)
    if (numbers[k] != 0) terms[count++] = (Term){layer->weights + k * layer->wide, (int32_t)(numbers[k] * 64)};
  for (Py_ssize_t k = 0; k < net->felt; k++)
    if (felt[k] != 0) terms[count++] = (Term){layer->weights + (net->seen + k) * layer->wide, (int32_t)felt[k]};
  return count;
}

static inline int16_t passed_on(int32_t sum, Py_ssize_t shift) {
  if (sum <= 0) return 0;
  sum >>= shift;
  return sum < MOST_PASSED ? (int16_t)sum : MOST_PASSED;
}

static int32_t liked(const Net *net, const int16_t *query, int64_t row) {
  const int16_t *numbers = net->embedding + row * net->query;
  int32_t sum = net->liking[row];
  for (Py_ssize_t k = 0; k < net->query; k++) sum += (int32_t)numbers[k] * (int32_t)query[k];
  return sum;
}

static void evaluate(const Net *net, const float *numbers, const int64_t *felt, const int64_t *rows, Py_ssize_t count,
                     Term *terms, int64_t *out) {
  const Py_ssize_t width = net->width, plain = net->outputs - net->query;
  int32_t sums[MOST_WIDTH + STEP];
  int16_t passed[MOST_WIDTH], inner[MOST_WIDTH], query[MOST_WIDTH];
  add_up(&net->first, terms, terms_of_inputs(net, numbers, felt, terms), sums);
  for (Py_ssize_t k = 0; k < width; k++) passed[k] = passed_on(sums[k], net->shift[0]);
  for (Py_ssize_t b = 0; b < 2 * net->blocks; b += 2) {
    const Py_ssize_t shift = net->shift[2 + b];
    add_up(&net->block[b], terms, terms_of(&net->block[b], passed, terms), sums);
    for (Py_ssize_t k = 0; k < width; k++) inner[k] = passed_on(sums[k], net->shift[1 + b]);
    add_up(&net->block[b + 1], terms, terms_of(&net->block[b + 1], inner, terms), sums);
    for (Py_ssize_t k = 0; k < width; k++) passed[k] = passed_on(sums[k] + (int32_t)passed[k] * (1 << shift), shift);
  }
  add_up(&net->head, terms, terms_of(&net->head, passed, terms), sums);
  for (Py_ssize_t k = 0; k < plain; k++) out[k] = sums[k];
  for (Py_ssize_t k = 0; k < net->query; k++) {
    const int32_t asked = sums[plain + k] >> net->shift[1 + 2 * net->blocks];
    query[k] = (int16_t)(asked > MOST_ASKED ? MOST_ASKED : asked < -MOST_ASKED ? -MOST_ASKED : asked);
  }
  for (Py_ssize_t k = 0; k < count; k++) out[plain + k] = liked(net, query, rows[k]);
}

/* ---- a net from its weights ---------------------------------------------------------------------------------------*/

static void forget(Net *net) {
  Layer *layers[] = {&net->first, &net->head};
  for (int k = 0; k < 2; k++) PyMem_Free(layers[k]->weights), PyMem_Free(layers[k]->biases);
  for (int k = 0; k < 2 * MOST_BLOCKS; k++) PyMem_Free(net->block[k].weights), PyMem_Free(net->block[k].biases);
  PyMem_Free(net->embedding);
  PyMem_Free(net->liking);
  PyMem_Free(net);
}

static void forget_capsule(PyObject *capsule) { forget(PyCapsule_GetPointer(capsule, "roundhouse.net")); }

/* What is left to be read of weights and biases. */
typedef struct {
  const int16_t *weights;
  const int32_t *biases;
  Py_ssize_t weights_left, biases_left;
} Source;

/* A layer of the next weights: they lie by inputs already, or by outputs. */
static int read_layer(Layer *layer, Source *from, Py_ssize_t in, Py_ssize_t out, int by_inputs) {
  layer->in = in, layer->out = out, layer->wide = (out + STEP - 1) / STEP * STEP;
  from->weights_left -= in * out, from->biases_left -= out;
  if (from->weights_left < 0 || from->biases_left < 0) return 0;
  layer->weights = PyMem_Calloc(in * layer->wide, sizeof(int16_t));
  layer->biases = PyMem_Calloc(layer->wide, sizeof(int32_t));
  if (layer->weights == NULL || layer->biases == NULL) return 0;
  for (Py_ssize_t i = 0; i < in; i++)
    for (Py_ssize_t o = 0; o < out; o++)
      layer->weights[i * layer->wide + o] = from->weights[by_inputs ? i * out + o : o * in + i];
  memcpy(layer->biases, from->biases, out * sizeof(int32_t));
  from->weights += in * out, from->biases += out;
  return 1;
}

static int read_layers(Net *net, Source *from) {
  const Py_ssize_t width = net->width;
  if (!read_layer(&net->first, from, net->seen + net->felt, width, 1)) return 0;
  for (Py_ssize_t k = 0; k < 2 * net->blocks; k++)
    if (!read_layer(&net->block[k], from, width, width, 0)) return 0;
  if (!read_layer(&net->head, from, width, net->outputs, 0)) return 0;
  if (from->weights_left != net->rows * net->query || from->biases_left != net->rows) return 0;
  net->embedding = PyMem_Malloc(net->rows * net->query * sizeof(int16_t));
  net->liking = PyMem_Malloc(net->rows * sizeof(int32_t));
  if (net->embedding == NULL || net->liking == NULL) return 0;
  memcpy(net->embedding, from->weights, net->rows * net->query * sizeof(int16_t));
  memcpy(net->liking, from->biases, net->rows * sizeof(int32_t));
  return 1;
}

static int read_shape(Net *net, PyObject *shape) {
  Py_ssize_t *into[] = {&net->seen, &net->felt, &net->width, &net->blocks, &net->outputs, &net->query, &net->rows};
  const Py_ssize_t given = PyTuple_GET_SIZE(shape);
  for (Py_ssize_t k = 0; k < given; k++) {
    const Py_ssize_t number = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, k));
    if (number < 0 || number > 1 << 20) return 0;
    if (k < 7) *into[k] = number;
    else if (k - 7 < 2 + 2 * MOST_BLOCKS && number < 31) net->shift[k - 7] = number;
    else return 0;
  }
  return given >= 7 && net->width <= MOST_WIDTH && net->outputs <= MOST_WIDTH && net->blocks <= MOST_BLOCKS &&
         net->seen + net->felt <= MOST_TERMS && net->query <= net->outputs && given == 9 + 2 * net->blocks;
}

static PyObject *load(PyObject *self, PyObject *args) {
  PyObject *weights, *biases, *shape;
  if (!PyArg_ParseTuple(args, "SSO!", &weights, &biases, &PyTuple_Type, &shape)) return NULL;
  Net *net = PyMem_Calloc(1, sizeof(Net));
  if (net == NULL) return PyErr_NoMemory();
  Source from = {(const int16_t *)PyBytes_AS_STRING(weights), (const int32_t *)PyBytes_AS_STRING(biases),
                 PyBytes_GET_SIZE(weights) / 2, PyBytes_GET_SIZE(biases) / 4};
  if (!read_shape(net, shape) || !read_layers(net, &from)) {
    forget(net);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the weights of a net do not fit its shape");
    return NULL;
  }
  return PyCapsule_New(net, "roundhouse.net", forget_capsule);
}

/* ---- a position ---------------------------------------------------------------------------------------------------*/

static PyObject *listed(const int64_t *out, Py_ssize_t count) {
  PyObject *list = PyList_New(count);
  for (Py_ssize_t k = 0; list != NULL && k < count; k++) {
    PyObject *number = PyLong_FromLongLong(out[k]);
    if (number == NULL) {
      Py_DECREF(list);
      return NULL;
    }
    PyList_SET_ITEM(list, k, number);
  }
  return list;
}

static PyObject *evaluated(const Net *net, const Py_buffer *numbers, const Py_buffer *felt, const Py_buffer *rows) {
  const Py_ssize_t count = rows->len / 8, plain = net->outputs - net->query;
  int fits = numbers->len == net->seen * 4 && felt->len == net->felt * 8;
  for (Py_ssize_t k = 0; k < count; k++) {
    const int64_t row = ((const int64_t *)rows->buf)[k];
    fits = fits && row >= 0 && row < net->rows;
  }
  if (!fits) {
    PyErr_SetString(PyExc_ValueError, "a position does not fit the net");
    return NULL;
  }
  const Py_ssize_t most = net->seen + net->felt > net->width ? net->seen + net->felt : net->width;
  int64_t *out = PyMem_Malloc((plain + count) * sizeof(int64_t));
  Term *terms = PyMem_Malloc((most + 1) * sizeof(Term));
  PyObject *list = NULL;
  if (out == NULL || terms == NULL) PyErr_NoMemory();
  else {
    evaluate(net, numbers->buf, felt->buf, rows->buf, count, terms, out);
    list = listed(out, plain + count);
  }
  PyMem_Free(out);
  PyMem_Free(terms);
  return list;
}

static PyObject *run(PyObject *self, PyObject *args) {
  PyObject *capsule;
  Py_buffer numbers, felt, rows;
  if (!PyArg_ParseTuple(args, "Oy*y*y*", &capsule, &numbers, &felt, &rows)) return NULL;
  const Net *net = PyCapsule_GetPointer(capsule, "roundhouse.net");
  PyObject *list = net == NULL ? NULL : evaluated(net, &numbers, &felt, &rows);
  PyBuffer_Release(&numbers);
  PyBuffer_Release(&felt);
  PyBuffer_Release(&rows);
  return list;
}

static PyMethodDef methods[] = {{"load", load, METH_VARARGS, NULL}, {"run", run, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_kernel", NULL, -1, methods};

PyMODINIT_FUNC PyInit__kernel(void) {
#ifdef HAS_AVX2
  if (__builtin_cpu_supports("avx2")) add_up = add_up_avx2;
#endif
  PyObject *made = PyModule_Create(&module);
  if (made != NULL && PyModule_AddStringConstant(made, "FINGERPRINT", FINGERPRINT) < 0) {
    Py_DECREF(made);
    return NULL;
  }
  return made;
}
