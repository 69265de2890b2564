// What the house keeps: files of the browser that are written at once and stay (OPFS), as a folder of Python's.

const NAMES = ["tables.sqlite", "tables.sqlite-journal"];
const FOLDER = 0o40777, FILE = 0o100666;
const MOST_MILLISECONDS = 60_000, PAUSE = 50;
const NO_ENTRY = 44, NO_SPACE = 51, NOT_PERMITTED = 63, INVALID = 28;

/**
 * The files of a house, opened for this worker alone; null where the browser keeps none, as in a private window.
 * The worker of the tab that had the house before lets go of them a moment after that tab has gone: they are waited for.
 */
export async function openFiles(name) {
  for (let patience = MOST_MILLISECONDS; ; patience -= PAUSE) {
    try {
      return await allOrNone(name);
    } catch (error) {
      if (error.name !== "NoModificationAllowedError") {
        console.warn(`Nothing is kept here: ${error.message}`);
        return null;
      }
      if (patience <= 0) throw new Error("The house is still open elsewhere in this browser: close its other tabs.");
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function allOrNone(name) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name, { create: true });
  const files = new Map();
  try {
    for (const one of NAMES)
      files.set(one, await (await folder.getFileHandle(one, { create: true })).createSyncAccessHandle());
    return files;
  } catch (error) {
    files.forEach((handle) => handle.close());
    throw error;
  }
}

/** A file system of Emscripten on them. A file that is empty is not there: so a journal that has ended is none. */
export function fileSystem(FS, files) {
  const there = new Set([...files].filter(([, handle]) => handle.getSize()).map(([name]) => name));
  const fail = (number) => { throw new FS.ErrnoError(number); };

  function node(parent, name, mode, handle) {
    const made = FS.createNode(parent, name, mode, 0);
    Object.assign(made, { handle, node_ops: handle ? ofFile : ofFolder, stream_ops: streams, atime: 0, mtime: 0, ctime: 0 });
    return made;
  }
  const attributes = (one) => {
    const size = one.handle ? one.handle.getSize() : 4096;
    const [then, blksize] = [new Date(0), 4096];
    return {
      dev: 1, ino: one.id, mode: one.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
      atime: then, mtime: then, ctime: then, blksize, blocks: Math.ceil(size / blksize),
    };
  };
  const ofFile = {
    getattr: attributes,
    setattr(one, given) { if (given.size !== undefined) one.handle.truncate(given.size); },
  };
  const ofFolder = {
    getattr: attributes,
    setattr() {},
    lookup: (parent, name) => there.has(name) ? node(parent, name, FILE, files.get(name)) : fail(NO_ENTRY),
    mknod(parent, name) {
      if (!files.has(name)) fail(NOT_PERMITTED);
      there.add(name);
      return node(parent, name, FILE, files.get(name));
    },
    unlink(parent, name) {
      const handle = files.get(name);
      handle.truncate(0);
      handle.flush();
      there.delete(name);
    },
    rename: () => fail(NOT_PERMITTED),
    rmdir: () => fail(NOT_PERMITTED),
    symlink: () => fail(NOT_PERMITTED),
    readdir: () => [".", "..", ...there],
  };
  const streams = {
    read: (stream, buffer, offset, length, position) =>
      stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position }),
    write(stream, buffer, offset, length, position) {
      let written = 0;
      try {
        written = stream.node.handle.write(buffer.subarray(offset, offset + length), { at: position });
      } catch (error) {
        console.warn(`Not written: ${error.message}`);
      }
      return length && !written ? fail(NO_SPACE) : written;
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.handle?.getSize() ?? 0][whence];
      return from + offset < 0 ? fail(INVALID) : from + offset;
    },
    fsync(stream) {
      stream.node.handle?.flush();
      return 0;
    },
  };
  return { mount: () => node(null, "/", FOLDER, null) };
}
