import { databaseName } from "../store/sqlite/open.ts";
import { belongs } from "./contents.ts";

/** The first file of every backup: what is in it, so that what is read back can be held against it. */
export const manifestName = "scanhook-backup.json";

/** Grows when an older Scanhook could not read a backup any more. */
const format = 1;

const mostFiles = 100_000;

export type Manifest = {
  scanhookBackup: typeof format;
  madeAt: string;
  scans: number;
  /** The newest migration of the database. */
  migration: string;
  /** Where the audit trail of each inbox stood. */
  heads: { inbox: string; count: number; hash: string }[];
  files: { path: string; size: number; sha256: string }[];
};

export type FileEntry = Manifest["files"][number];

export function printManifest(about: Omit<Manifest, "scanhookBackup">): string {
  return `${JSON.stringify({ scanhookBackup: format, ...about }, null, 2)}\n`;
}

/** Reads a manifest; the reason is the end of a sentence that begins with the name of the backup. */
export function parseManifest(
  text: string,
): { ok: true; manifest: Manifest } | { ok: false; reason: string } {
  const value = parseJson(text);
  if (isNewer(value)) {
    return { ok: false, reason: "was made by a newer Scanhook; restore it with that one." };
  }
  if (!isManifest(value)) return { ok: false, reason: "does not say what is in it." };
  const paths = value.files.map(({ path }) => path);
  const stray = paths.find((path) => !belongs(path));
  if (stray !== undefined) {
    const shown = JSON.stringify(stray.slice(0, 100));
    return {
      ok: false,
      reason: `holds ${shown}, which does not belong into a data folder; it is not used.`,
    };
  }
  if (new Set(paths.map((path) => path.normalize().toLowerCase())).size < paths.length) {
    return { ok: false, reason: "names a file twice; it is not used." };
  }
  if (!paths.includes(databaseName)) return { ok: false, reason: "holds no database." };
  return { ok: true, manifest: value };
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
    files.length <= mostFiles &&
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
