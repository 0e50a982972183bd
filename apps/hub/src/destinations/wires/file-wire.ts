import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Outcome } from "../kind.ts";
import { toFilePath } from "./file-path.ts";
import { findFreeName, isTimeToRotate, type Rotation, toRotation } from "./file-rotation.ts";
import type { Wire } from "./wire.ts";

/**
 * Appends lines to files. A line is delivered once it is synced to disk; lines that arrive during a
 * sync share the next one. A write that fails is undone, so that a full disk leaves no partial
 * line.
 */
export function createFileWire(options: {
  dataDir: string;
  /** The absolute paths of folders, besides `<data>/files`, that may be written to. */
  folders?: readonly string[] | undefined;
  now?: () => Date;
}): Wire<"file"> {
  const now = options.now ?? (() => new Date());
  const allowed = { dataDir: options.dataDir, folders: options.folders ?? [] };
  const files = new Map<string, { file: OpenFile; destinations: Set<number> }>();

  return {
    async send(message, context) {
      const resolved = toFilePath(message.path, allowed);
      if (!resolved.ok) return { kind: "failed", fault: "destination", error: resolved.reason };
      const path = resolved.value;
      const entry = files.get(path) ?? { file: openFile(path, now), destinations: new Set() };
      files.set(path, entry);
      entry.destinations.add(context.destinationId);
      return entry.file.append(message.line, message.header, toRotation(context.settings));
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

type QueuedLine = {
  line: string;
  header: string | undefined;
  rotation: Rotation;
  settle: (outcome: Outcome) => void;
};

function openFile(path: string, now: () => Date): OpenFile {
  let handle: FileHandle | undefined;
  let queue: QueuedLine[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const outcome = await writeBatch(batch).then(
        (): Outcome => ({ kind: "delivered" }),
        async (error: unknown): Promise<Outcome> => {
          await release();
          return { kind: "failed", fault: "destination", error: describeWriteError(path, error) };
        },
      );
      for (const { settle } of batch) settle(outcome);
    }
    // Not in a `finally`, because a line that arrives right after the loop must start a new drain.
    draining = undefined;
  }

  async function writeBatch(batch: readonly QueuedLine[]): Promise<void> {
    const { header, rotation } = batch.at(-1)!;
    const { file, size } = await prepareFile(rotation);
    const text = batch.map(({ line }) => line).join("");
    const bytes = Buffer.from(size === 0 && header ? header + text : text);
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } catch (error) {
      await undoWrite(file, size, bytes.length);
      throw error;
    }
  }

  /**
   * Returns a file to append to: it is still at `path`, is not due for rotation, and ends with a
   * complete line.
   */
  async function prepareFile(rotation: Rotation): Promise<{ file: FileHandle; size: number }> {
    for (;;) {
      handle ??= await openForAppending(path);
      const [handleStats, pathStats] = await Promise.all([
        handle.stat(),
        stat(path).catch(() => undefined),
      ]);
      if (pathStats?.ino !== handleStats.ino || pathStats.dev !== handleStats.dev) {
        // Somebody has moved the file (logrotate, another hub), so continue in a new one.
        await release();
        continue;
      }
      const isDue = isTimeToRotate(rotation, handleStats, now());
      if (!isDue && (await endsWithCompleteLine(handle, handleStats.size))) {
        return { file: handle, size: handleStats.size };
      }
      await release();
      await rename(path, await findFreeName(path, handleStats.mtime));
    }
  }

  async function release(): Promise<void> {
    const openHandle = handle;
    handle = undefined;
    // Every line is synced already, so a failing close loses nothing.
    await openHandle?.close().catch(() => undefined);
  }

  return {
    append: (line, header, rotation) =>
      new Promise((settle) => {
        queue.push({ line, header, rotation, settle });
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

async function undoWrite(
  file: FileHandle,
  originalSize: number,
  writtenBytes: number,
): Promise<void> {
  try {
    // A file that grew by more than these bytes has lines of another process, which must stay.
    if ((await file.stat()).size < originalSize + writtenBytes) await file.truncate(originalSize);
  } catch {
    // The caller reports why writing failed; a partial line is detected before the next write.
  }
}

/** Returns false for a file with a partial line at its end, which a power failure can leave. */
async function endsWithCompleteLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

function describeWriteError(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasonsByErrorCode[code];
  if (reason) return `The file ${path} could not be written: ${reason}`;
  return `The file ${path} could not be written (${error instanceof Error ? error.message : String(error)}).`;
}

const reasonsByErrorCode: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free some space.",
  EDQUOT: "the disk quota is used up. Free some space.",
  EACCES: "the hub may not write there. Change the permissions.",
  EPERM: "the hub may not write there. Change the permissions.",
  EROFS: "its file system is read-only.",
  EISDIR: "a folder has that name. Choose another one.",
  ENOTDIR: "a part of the path is a file. Choose another path.",
  ENAMETOOLONG: "its name is too long. Choose a shorter one.",
  EMFILE: "the hub has too many files open.",
  EIO: "the disk reports an error.",
};
