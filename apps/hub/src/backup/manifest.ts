import type { Parsed } from "../parsed.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { mayBeInBackup } from "./contents.ts";

/** The first file of every backup. It lists the other files, so that a reader can check them. */
export const manifestName = "scanhook-backup.json";

/** The version of the format. It increases when older releases cannot read new backups. */
const format = 1;

const maxFiles = 100_000;

export type Manifest = {
  scanhookBackup: typeof format;
  madeAt: string;
  scans: number;
  /** The newest migration of the database. */
  migration: string;
  /** The head of the audit trail of each inbox. */
  heads: { inbox: string; count: number; hash: string }[];
  files: { path: string; size: number; sha256: string }[];
};

export type FileEntry = Manifest["files"][number];

export function serializeManifest(contents: Omit<Manifest, "scanhookBackup">): string {
  return `${JSON.stringify({ scanhookBackup: format, ...contents }, null, 2)}\n`;
}

/**
 * Parses a manifest, and checks the paths in it. `reason` completes a sentence that begins with the
 * path of the backup.
 */
export function parseManifest(text: string): Parsed<Manifest> {
  const value = parseJson(text);
  if (isNewer(value)) {
    return { ok: false, reason: "was made by a newer Scanhook. Restore it with that version." };
  }
  if (!isManifest(value)) return { ok: false, reason: "has an invalid list of its contents." };
  const paths = value.files.map(({ path }) => path);
  const foreignPath = paths.find((path) => !mayBeInBackup(path));
  if (foreignPath !== undefined) {
    const shown = JSON.stringify(foreignPath.slice(0, 100));
    return {
      ok: false,
      reason: `contains ${shown}, which is not a file of a data folder. Nothing was restored.`,
    };
  }
  if (new Set(paths.map((path) => path.normalize().toLowerCase())).size < paths.length) {
    return { ok: false, reason: "names a file twice. Nothing was restored." };
  }
  if (!paths.includes(databaseName)) return { ok: false, reason: "contains no database." };
  return { ok: true, value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  const { scanhookBackup, madeAt, scans, migration, heads, files } = toRecord(value);
  return (
    scanhookBackup === format &&
    typeof madeAt === "string" &&
    isCount(scans) &&
    typeof migration === "string" &&
    Array.isArray(heads) &&
    heads.map(toRecord).every(({ inbox, count, hash }) => {
      return typeof inbox === "string" && isCount(count) && isHash(hash);
    }) &&
    Array.isArray(files) &&
    files.length <= maxFiles &&
    files.map(toRecord).every(({ path, size, sha256 }) => {
      return typeof path === "string" && isCount(size) && isHash(sha256);
    })
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isHash(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isNewer(value: unknown): boolean {
  const { scanhookBackup } = toRecord(value);
  return typeof scanhookBackup === "number" && scanhookBackup > format;
}
