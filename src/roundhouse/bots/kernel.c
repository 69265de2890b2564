/* The sums of a net (net.py) for one position: 16-bit weights, 32-bit sums, no rounding but by shifts.
 *
 *   load(weights, biases, shape) -> a net
 *   run(net, numbers, felt, rows) -> the head's outputs for seats and gains, then query times embedding for each row
 *
 * Whoever loads a net has made sure that no sum leaves 31 bits; `PlainKernel` in net.py gives the same numbers. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define MOST_PASSED 4095
#define MOST_ASKED 32767
#define MOST_WIDTH 1024
#define MOST_BLOCKS 8
#ifndef FINGERPRINT
#define FINGERPRINT ""
#endif

/* Where the loader can choose at run time, the sums are compiled for newer processors too. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_THIS_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_THIS_PROCESSOR
#endif

typedef struct {
  Py_ssize_t inputs, features, width, blocks, outputs, query, rows, first, shift[2 + 2 * MOST_BLOCKS];
  const int16_t *seen, *felt, *block[2 * MOST_BLOCKS], *head, *embedding;
  const int32_t *first_bias, *block_bias[2 * MOST_BLOCKS], *head_bias, *embedding_bias;
  PyObject *weights, *biases;
} Net;

static inline int16_t passed_on(int32_t sum, Py_ssize_t shift) {
  if (sum <= 0) return 0;
  sum >>= shift;
  return sum < MOST_PASSED ? (int16_t)sum : MOST_PASSED;
}

static inline int32_t dot(const int16_t *restrict a, const int16_t *restrict b, Py_ssize_t n) {
  int32_t sum = 0;
  for (Py_ssize_t k = 0; k < n; k++) sum += (int32_t)a[k] * (int32_t)b[k];
  return sum;
}

static inline void add(int32_t *restrict sums, const int16_t *restrict row, int32_t times, Py_ssize_t n) {
  for (Py_ssize_t k = 0; k < n; k++) sums[k] += times * (int32_t)row[k];
}

FOR_THIS_PROCESSOR
static void sums(const Net *net, const float *numbers, const int64_t *felt, const int64_t *rows, Py_ssize_t count,
                 int64_t *out) {
  const Py_ssize_t W = net->width;
  int32_t first[MOST_WIDTH], head[MOST_WIDTH];
  int16_t passed[MOST_WIDTH], inner[MOST_WIDTH], query[MOST_WIDTH];
  memcpy(first, net->first_bias, W * sizeof(int32_t));
  for (Py_ssize_t k = 0; k < net->inputs; k++)
    if (numbers[k] != 0) add(first, net->seen + k * W, (int32_t)(numbers[k] * 64), W);
  for (Py_ssize_t k = 0; k < net->features; k++) add(first, net->felt + k * W, (int32_t)felt[k], W);
  for (Py_ssize_t k = 0; k < W; k++) passed[k] = passed_on(first[k], net->shift[0]);
  for (Py_ssize_t b = 0; b < 2 * net->blocks; b += 2) {
    const Py_ssize_t a_shift = net->shift[1 + b], c_shift = net->shift[2 + b];
    for (Py_ssize_t k = 0; k < W; k++)
      inner[k] = passed_on(net->block_bias[b][k] + dot(net->block[b] + k * W, passed, W), a_shift);
    for (Py_ssize_t k = 0; k < W; k++) {
      int32_t sum = net->block_bias[b + 1][k] + dot(net->block[b + 1] + k * W, inner, W);
      passed[k] = passed_on(sum + (int32_t)passed[k] * (1 << c_shift), c_shift);
    }
  }
  for (Py_ssize_t k = 0; k < net->outputs; k++) head[k] = net->head_bias[k] + dot(net->head + k * W, passed, W);
  const Py_ssize_t plain = net->outputs - net->query;
  for (Py_ssize_t k = 0; k < plain; k++) out[k] = head[k];
  for (Py_ssize_t k = 0; k < net->query; k++) {
    int32_t asked = head[plain + k] >> net->shift[1 + 2 * net->blocks];
    query[k] = (int16_t)(asked > MOST_ASKED ? MOST_ASKED : asked < -MOST_ASKED ? -MOST_ASKED : asked);
  }
  for (Py_ssize_t k = 0; k < count; k++)
    out[plain + k] = net->embedding_bias[rows[k]] + dot(net->embedding + rows[k] * net->query, query, net->query);
}

static void forget(PyObject *capsule) {
  Net *net = PyCapsule_GetPointer(capsule, "roundhouse.net");
  Py_DECREF(net->weights);
  Py_DECREF(net->biases);
  PyMem_Free(net);
}

/* The next `count` numbers of a buffer, NULL once it has too few. */
static const char *next(const char **at, Py_ssize_t *left, Py_ssize_t count, Py_ssize_t size) {
  const char *here = *at;
  *left -= count * size;
  *at += count * size;
  return here;
}

static int lay_out(Net *net) {
  const char *w = PyBytes_AS_STRING(net->weights), *b = PyBytes_AS_STRING(net->biases);
  Py_ssize_t w_left = PyBytes_GET_SIZE(net->weights), b_left = PyBytes_GET_SIZE(net->biases), W = net->width;
  net->seen = (const int16_t *)next(&w, &w_left, net->inputs * W, 2);
  net->felt = (const int16_t *)next(&w, &w_left, net->features * W, 2);
  net->first_bias = (const int32_t *)next(&b, &b_left, W, 4);
  for (Py_ssize_t k = 0; k < 2 * net->blocks; k++) {
    net->block[k] = (const int16_t *)next(&w, &w_left, W * W, 2);
    net->block_bias[k] = (const int32_t *)next(&b, &b_left, W, 4);
  }
  net->head = (const int16_t *)next(&w, &w_left, net->outputs * W, 2);
  net->head_bias = (const int32_t *)next(&b, &b_left, net->outputs, 4);
  net->embedding = (const int16_t *)next(&w, &w_left, net->rows * net->query, 2);
  net->embedding_bias = (const int32_t *)next(&b, &b_left, net->rows, 4);
  return w_left == 0 && b_left == 0;
}

static int read_shape(Net *net, PyObject *shape) {
  Py_ssize_t *into[] = {&net->inputs, &net->features, &net->width, &net->blocks, &net->outputs, &net->query, &net->rows};
  Py_ssize_t given = PyTuple_GET_SIZE(shape);
  for (Py_ssize_t k = 0; k < given; k++) {
    Py_ssize_t number = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, k));
    if (number < 0 || number > 1 << 24) return 0;
    if (k < 7) *into[k] = number;
    else if (k - 7 < 2 + 2 * MOST_BLOCKS && number < 31) net->shift[k - 7] = number;
    else return 0;
  }
  return given >= 7 && net->width <= MOST_WIDTH && net->outputs <= MOST_WIDTH && net->blocks <= MOST_BLOCKS &&
         net->query <= net->outputs && given == 9 + 2 * net->blocks;
}

static PyObject *load(PyObject *self, PyObject *args) {
  PyObject *weights, *biases, *shape;
  if (!PyArg_ParseTuple(args, "SSO!", &weights, &biases, &PyTuple_Type, &shape)) return NULL;
  Net *net = PyMem_Calloc(1, sizeof(Net));
  if (net == NULL) return PyErr_NoMemory();
  net->weights = weights;
  net->biases = biases;
  if (!read_shape(net, shape) || !lay_out(net)) {
    PyMem_Free(net);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the weights of a net do not fit its shape");
    return NULL;
  }
  Py_INCREF(weights);
  Py_INCREF(biases);
  return PyCapsule_New(net, "roundhouse.net", forget);
}

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

static PyObject *run(PyObject *self, PyObject *args) {
  PyObject *capsule, *list = NULL;
  Py_buffer numbers, felt, rows;
  if (!PyArg_ParseTuple(args, "Oy*y*y*", &capsule, &numbers, &felt, &rows)) return NULL;
  const Net *net = PyCapsule_GetPointer(capsule, "roundhouse.net");
  if (net != NULL) {
    Py_ssize_t count = rows.len / 8, plain = net->outputs - net->query;
    int fits = numbers.len == net->inputs * 4 && felt.len == net->features * 8;
    for (Py_ssize_t k = 0; k < count; k++) {
      int64_t row = ((const int64_t *)rows.buf)[k];
      fits = fits && row >= 0 && row < net->rows;
    }
    int64_t *out = fits ? PyMem_Malloc((plain + count) * sizeof(int64_t)) : NULL;
    if (!fits) PyErr_SetString(PyExc_ValueError, "a position does not fit the net");
    else if (out == NULL) PyErr_NoMemory();
    else {
      sums(net, numbers.buf, felt.buf, rows.buf, count, out);
      list = listed(out, plain + count);
      PyMem_Free(out);
    }
  }
  PyBuffer_Release(&numbers);
  PyBuffer_Release(&felt);
  PyBuffer_Release(&rows);
  return list;
}

static PyMethodDef methods[] = {{"load", load, METH_VARARGS, NULL}, {"run", run, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_kernel", NULL, -1, methods};

PyMODINIT_FUNC PyInit__kernel(void) {
  PyObject *made = PyModule_Create(&module);
  if (made != NULL && PyModule_AddStringConstant(made, "FINGERPRINT", FINGERPRINT) < 0) {
    Py_DECREF(made);
    return NULL;
  }
  return made;
}
