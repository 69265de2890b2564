// Compiles the Python files of a folder with the Python that will read them, and leaves only what it has made of them.
// node compile.mjs PYODIDE FOLDER OPTIMIZE

const [pyodide, folder, optimize] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
// Lines are kept for those who read of an error, columns are not: they are a quarter of all that comes on a first visit.
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdir("/here");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/here");
python.runPython(`
import py_compile
from pathlib import Path

for file in sorted(Path("/here").rglob("*.py")):
    if "migrations" in file.parts:
        continue    # alembic reads them as they are
    name = "/lib/python3.14/" + file.relative_to("/here").as_posix()
    py_compile.compile(
        str(file), str(file.with_suffix(".pyc")), name, doraise=True, optimize=${Number(optimize)},
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    file.unlink()
`);
process.exit(0);
