// Python of a notebook, with the engine's wheel and what that stands on.

import { startPython, unpack } from "./python.js";

const WHEELS = "/*WHEELS*/".split(" ");
const RUN = `
import traceback
from pyodide.code import eval_code_async

_names = {"__name__": "__main__"}

async def run(code):
    try:
        value = await eval_code_async(code, _names)
    except BaseException as error:
        told = traceback.TracebackException.from_exception(error)
        told.stack = traceback.StackSummary.from_list([one for one in told.stack if "pyodide" not in one.filename])
        return "wrong", "".join(told.format())
    for way in ("_repr_html_", "_repr_svg_"):
        if hasattr(type(value), way):
            return "drawn", getattr(value, way)()
    return "text", "" if value is None else repr(value)

run
`;

const started = startPython([], () => {}).then(async (python) => {
  python.setStdout({ batched: (text) => postMessage({ text }) });
  python.setStderr({ batched: (text) => postMessage({ text }) });
  for (const wheel of WHEELS) await unpack(python, `later/${wheel}`);
  return python.runPython(RUN);
});

addEventListener("message", async ({ data }) => {
  try {
    const run = await started;
    const given = await run(data);
    const [kind, what] = given.toJs();
    given.destroy();
    postMessage({ [kind]: what, end: true });
  } catch (error) {
    postMessage({ wrong: error.message, end: true });
  }
});
