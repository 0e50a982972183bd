import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { toFilePath } from "../file-path.ts";
import type { Outcome } from "../kind.ts";
import type { Wire } from "../wire.ts";
import { findOldName, isTimeToRotate, type Rotation, rotationOf } from "./file-rotation.ts";

/**
 * Appends lines to files. A line counts as delivered once it is synced to disk; lines that come while one is being
 * synced share the next sync. What could not be written whole is taken back, so that a full disk leaves no half line.
 */
export function createFileWire(options: {
  dataDir: string;
  /** Absolute folders besides `<data>/files` that may be written to. */
  folders?: readonly string[];
  now?: () => Date;
}): Wire<"file"> {
  const now = options.now ?? (() => new Date());
  const places = { dataDir: options.dataDir, folders: options.folders ?? [] };
  const files = new Map<string, { file: OpenFile; destinations: Set<number> }>();

  return {
    async send(message, context) {
      const place = toFilePath(message.path, places);
      if (!place.ok) return { kind: "failed", fault: "destination", error: place.reason };
      const entry = files.get(place.path) ?? {
        file: openFile(place.path, now),
        destinations: new Set(),
      };
      files.set(place.path, entry);
      entry.destinations.add(context.destination);
      return entry.file.append(message.line, message.header, rotationOf(context.settings));
    },
    forget(destination) {
      for (const [path, { file, destinations }] of files) {
        if (!destinations.delete(destination) || destinations.size > 0) continue;
        files.delete(path);
        void file.close();
      }
    },
    async close() {
      await Promise.all([...files.values()].map(({ file }) => file.close()));
      files.clear();
    },
  };
}

type OpenFile = {
  append(line: string, header: string | undefined, rotation: Rotation): Promise<Outcome>;
  close(): Promise<void>;
};

type Waiting = {
  line: string;
  header: string | undefined;
  rotation: Rotation;
  settle: (outcome: Outcome) => void;
};

function openFile(path: string, now: () => Date): OpenFile {
  let handle: FileHandle | undefined;
  let waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const outcome = await write(batch).then(
        (): Outcome => ({ kind: "delivered" }),
        async (error: unknown): Promise<Outcome> => {
          await release();
          return { kind: "failed", fault: "destination", error: toSentence(path, error) };
        },
      );
      for (const { settle } of batch) settle(outcome);
    }
    // Here and not in a `finally`: a line that comes right after the loop has to start a new round.
    draining = undefined;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const { header, rotation } = batch.at(-1)!;
    const { file, size } = await ready(rotation);
    const text = batch.map(({ line }) => line).join("");
    const bytes = Buffer.from(size === 0 && header ? header + text : text);
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } catch (error) {
      await takeBack(file, size, bytes.length);
      throw error;
    }
  }

  /** The file to append to: there, under its name, not due for rotation, ending with a whole line. */
  async function ready(rotation: Rotation): Promise<{ file: FileHandle; size: number }> {
    for (;;) {
      handle ??= await openForAppending(path);
      const [opened, named] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
      if (named?.ino !== opened.ino || named.dev !== opened.dev) {
        // Somebody moved it away (logrotate, another hub): go on in a new one.
        await release();
        continue;
      }
      const due = isTimeToRotate(rotation, opened, now());
      if (!due && (await endsWithWholeLine(handle, opened.size))) {
        return { file: handle, size: opened.size };
      }
      await release();
      await rename(path, await findOldName(path, opened.mtime));
    }
  }

  async function release(): Promise<void> {
    const open = handle;
    handle = undefined;
    await open?.close().catch(() => undefined);
  }

  return {
    append: (line, header, rotation) =>
      new Promise((settle) => {
        waiting.push({ line, header, rotation, settle });
        if (draining === undefined) draining = drain();
      }),
    async close() {
      await draining;
      await release();
    },
  };
}

async function openForAppending(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, "a+", 0o640);
}

async function takeBack(file: FileHandle, size: number, written: number): Promise<void> {
  try {
    // More than was written here means that somebody else writes to it, too: theirs stays.
    if ((await file.stat()).size < size + written) await file.truncate(size);
  } catch {
    return;
  }
}

/** A power cut can leave half a line; the next one must not be glued to it. */
async function endsWithWholeLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

function toSentence(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code];
  if (reason) return `The file ${path} could not be written: ${reason}`;
  return `The file ${path} could not be written (${error instanceof Error ? error.message : String(error)}).`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room.",
  EDQUOT: "the disk quota is used up; make room.",
  EACCES: "the hub may not write there; change the permissions.",
  EPERM: "the hub may not write there; change the permissions.",
  EROFS: "its file system is read-only.",
  EISDIR: "there is a folder of that name; choose another name.",
  ENOTDIR: "a part of the path is a file; choose another path.",
  ENAMETOOLONG: "its name is too long; choose a shorter one.",
  EMFILE: "the hub has too many files open.",
  EIO: "the disk reports an error.",
};
