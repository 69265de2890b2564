static int
probe___Holder_set_items(probe___HolderObject *self, PyObject *value, void *closure)
{
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError,
            "'Holder' object attribute 'items' cannot be deleted");
        return -1;
    }
    VecI64 tmp;
    tmp = VecI64Api.unbox(value);
    if (VEC_IS_ERROR(tmp)) {
        CPy_TypeError("vec[i64]", value); return -1;
    }
    VEC_I64_INCREF(tmp);
    if (self->_items.len >= 0) {
        VEC_I64_DECREF(self->_items);
    }
    self->_items = tmp;
    return 0;
}

int64_t CPyDef_probe___hands_on(PyObject *cpy_r_items) {
    PyObject *cpy_r_r0;
    char cpy_r_r1;
    VecI64 cpy_r_r2;
    VecI64 cpy_r_r3;
    VecI64 cpy_r_r4;
    VecI64 cpy_r_own;
    int64_t cpy_r_r5;
    char cpy_r_r6;
    PyObject *cpy_r_r7;
    int64_t cpy_r_r8;
    cpy_r_r0 = (PyObject *)&_Py_NoneStruct;
    cpy_r_r1 = cpy_r_items == cpy_r_r0;
    if (!cpy_r_r1) goto CPyL3;
    cpy_r_r2 = VecI64Api.alloc(0, 0);
    if (unlikely(cpy_r_r2.len < 0)) {
        CPy_AddTraceback("probe.py", "hands_on", 14, CPyStatic_probe___globals);
        goto CPyL8;
    }
    cpy_r_r3 = cpy_r_r2;
    goto CPyL5;
CPyL3: ;
    cpy_r_r4 = VecI64Api.unbox(cpy_r_items);
    if (VEC_IS_ERROR(cpy_r_r4)) {
        CPy_TypeError("vec[i64]", cpy_r_items); cpy_r_r4 = (VecI64) { -1, NULL };
    }
    if (unlikely(cpy_r_r4.len < 0)) {
        CPy_AddTraceback("probe.py", "hands_on", 14, CPyStatic_probe___globals);
        goto CPyL8;
    }
    cpy_r_r3 = cpy_r_r4;
CPyL5: ;
    cpy_r_own = cpy_r_r3;
    cpy_r_r5 = CPyDef_probe___takes(cpy_r_own);
    VEC_I64_DECREF(cpy_r_own);
    cpy_r_r6 = cpy_r_r5 == -113;
    if (unlikely(cpy_r_r6)) goto CPyL7;
CPyL6: ;
    return cpy_r_r5;
CPyL7: ;
    cpy_r_r7 = PyErr_Occurred();
    if (unlikely(cpy_r_r7 != NULL)) {
        CPy_AddTraceback("probe.py", "hands_on", 15, CPyStatic_probe___globals);
    } else
        goto CPyL6;
CPyL8: ;
    cpy_r_r8 = -113;
    return cpy_r_r8;
}
        
        PyObject *CPyPy_probe___hands_on(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
            static const char * const kwlist[] = {"items", 0};
            static CPyArg_Parser parser = {"O:hands_on", kwlist, 0};
            PyObject *obj_items;
            if (!CPyArg_ParseStackAndKeywordsOneArg(args, nargs, kwnames, &parser, &obj_items)) {
                return NULL;
            }
            PyObject *arg_items;
            if (Py_TYPE(obj_items) == VecI64Api.boxed_type)
                arg_items = obj_items;
            else {
                arg_items = NULL;
            }
            if (arg_items != NULL) goto __LL1;
            if (obj_items == Py_None)
                arg_items = obj_items;
            else {
                arg_items = NULL;
            }
            if (arg_items != NULL) goto __LL1;
            CPy_TypeError("vec[i64] or None", obj_items); 
            goto fail;
__LL1: ;
            int64_t retval = CPyDef_probe___hands_on(arg_items);
            if (retval == -113 && PyErr_Occurred()) {
                return NULL;
            }
            PyObject *retbox = PyLong_FromLongLong(retval);
            return retbox;
fail: ;
            CPy_AddTraceback("probe.py", "hands_on", 13, CPyStatic_probe___globals);
            return NULL;
        }
        
int64_t CPyDef_probe___takes(VecI64 cpy_r_items) {
    int64_t cpy_r_r0;
    cpy_r_r0 = (int64_t)cpy_r_items.len;
    return cpy_r_r0;
}
        
        PyObject *CPyPy_probe___takes(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
            static const char * const kwlist[] = {"items", 0};
            static CPyArg_Parser parser = {"O:takes", kwlist, 0};
            PyObject *obj_items;
            if (!CPyArg_ParseStackAndKeywordsOneArg(args, nargs, kwnames, &parser, &obj_items)) {
                return NULL;
            }
            VecI64 arg_items;
            arg_items = VecI64Api.unbox(obj_items);
            if (VEC_IS_ERROR(arg_items)) {
                CPy_TypeError("vec[i64]", obj_items); goto fail;
            }
            int64_t retval = CPyDef_probe___takes(arg_items);
            if (retval == -113 && PyErr_Occurred()) {
                return NULL;
            }
            PyObject *retbox = PyLong_FromLongLong(retval);
            return retbox;
fail: ;
            CPy_AddTraceback("probe.py", "takes", 18, CPyStatic_probe___globals);
            return NULL;
        }
        
VecI64 CPyDef_probe___rising(VecI64 cpy_r_items, int64_t cpy_r_last) {
    VecI64 cpy_r_r0;
    VecI64 cpy_r_r1;
    VecI64 cpy_r_r2;
    cpy_r_r0 = VecI64Api.slice(cpy_r_items, 0, 4611686018427387903LL);
    if (unlikely(cpy_r_r0.len < 0)) {
        CPy_AddTraceback("probe.py", "rising", 23, CPyStatic_probe___globals);
        goto CPyL3;
    }
    cpy_r_r1 = VecI64Api.append(cpy_r_r0, cpy_r_last);
    if (unlikely(cpy_r_r1.len < 0)) {
        CPy_AddTraceback("probe.py", "rising", 23, CPyStatic_probe___globals);
        goto CPyL3;
    }
    return cpy_r_r1;
CPyL3: ;
    cpy_r_r2.len = -1;
    cpy_r_r2.items = NULL;
    return cpy_r_r2;
}
        
        PyObject *CPyPy_probe___rising(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
            static const char * const kwlist[] = {"items", "last", 0};
            static CPyArg_Parser parser = {"OO:rising", kwlist, 0};
            PyObject *obj_items;
            PyObject *obj_last;
            if (!CPyArg_ParseStackAndKeywordsSimple(args, nargs, kwnames, &parser, &obj_items, &obj_last)) {
                return NULL;
            }
            VecI64 arg_items;
            arg_items = VecI64Api.unbox(obj_items);
            if (VEC_IS_ERROR(arg_items)) {
                CPy_TypeError("vec[i64]", obj_items); goto fail;
            }
            int64_t arg_last;
            arg_last = CPyLong_AsInt64(obj_last);
            if (arg_last == -113 && PyErr_Occurred()) {
                CPy_TypeError("i64", obj_last); goto fail;
            }
            VecI64 retval = CPyDef_probe___rising(arg_items, arg_last);
            if (retval.len < 0) {
                return NULL;
            }
            PyObject *retbox = VecI64Api.box(retval);
            return retbox;
fail: ;
            CPy_AddTraceback("probe.py", "rising", 22, CPyStatic_probe___globals);
            return NULL;
        }
        
double CPyDef_probe___as_float(CPyTagged cpy_r_number) {
    double cpy_r_r0;
    char cpy_r_r1;
    PyObject *cpy_r_r2;
    double cpy_r_r3;
    cpy_r_r0 = CPyFloat_FromTagged(cpy_r_number);
    cpy_r_r1 = cpy_r_r0 == -113.0;
    if (unlikely(cpy_r_r1)) goto CPyL2;
CPyL1: ;
    return cpy_r_r0;
CPyL2: ;
    cpy_r_r2 = PyErr_Occurred();
    if (unlikely(cpy_r_r2 != NULL)) {
        CPy_AddTraceback("probe.py", "as_float", 27, CPyStatic_probe___globals);
    } else
        goto CPyL1;
    cpy_r_r3 = -113.0;
    return cpy_r_r3;
}
        
        PyObject *CPyPy_probe___as_float(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
            static const char * const kwlist[] = {"number", 0};
            static CPyArg_Parser parser = {"O:as_float", kwlist, 0};
            PyObject *obj_number;
            if (!CPyArg_ParseStackAndKeywordsOneArg(args, nargs, kwnames, &parser, &obj_number)) {
                return NULL;
            }
            CPyTagged arg_number;
            if (likely(PyLong_Check(obj_number)))
                arg_number = CPyTagged_BorrowFromObject(obj_number);
            else {
                CPy_TypeError("int", obj_number); goto fail;
            }
            double retval = CPyDef_probe___as_float(arg_number);
            if (retval == -113.0 && PyErr_Occurred()) {
                return NULL;
            }
            PyObject *retbox = PyFloat_FromDouble(retval);
            return retbox;
fail: ;
            CPy_AddTraceback("probe.py", "as_float", 26, CPyStatic_probe___globals);
            return NULL;
        }
        
