import { StoreUnavailable } from "../unavailable.ts";

/**
 * An error in the form in which a store thread sends it to the main thread. Errors of SQLite would
 * lose their codes on the way.
 */
export type Failure = { problem: StoreUnavailable["problem"]; message: string } | { bug: unknown };

/**
 * Converts an error of SQLite or of the file system to a `StoreUnavailable`. Its message names
 * `path`.
 */
export function toStoreUnavailable(error: unknown, path?: string): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const location = path === undefined ? "" : ` (${path})`;
  const detail = error instanceof Error ? error.message : String(error);
  const description = descriptions[primaryCode(error)] ?? descriptions[systemCode(error)] ?? broken;
  return new StoreUnavailable(
    description.problem,
    `${description.sentence}${location}: ${detail}. ${description.advice}`,
    {
      cause: error,
    },
  );
}

/** Returns whether an error concerns one row and not the whole database. */
export function isRowError(error: unknown): boolean {
  return [18, 19, 20].includes(Number(primaryCode(error))); // TOOBIG, CONSTRAINT, MISMATCH
}

/** Returns whether an error comes from SQLite or the file system. Any other error is a bug. */
export function isFromOutside(error: unknown): boolean {
  return error instanceof StoreUnavailable || primaryCode(error) !== "" || systemCode(error) !== "";
}

export function toFailure(error: unknown): Failure {
  if (!isFromOutside(error)) return { bug: error };
  const { problem, message } = toStoreUnavailable(error);
  return { problem, message };
}

export function fromFailure(failure: Failure): unknown {
  return "bug" in failure ? failure.bug : new StoreUnavailable(failure.problem, failure.message);
}

type Description = {
  problem: StoreUnavailable["problem"];
  sentence: string;
  advice: string;
};

const anotherProcess = {
  problem: "busy",
  sentence: "Another process keeps the database locked",
  advice: "Wait until it is done, or end it.",
} as const;
const readOnly = {
  problem: "read-only",
  sentence: "The data folder may not be written to",
  advice:
    "Give the user that runs the hub the right to write there, or choose another folder with --data.",
} as const;
const full = {
  problem: "full",
  sentence: "The disk is full",
  advice: "Make room; nothing that was acknowledged is lost.",
} as const;
const broken = {
  problem: "broken",
  sentence: "The database cannot be used",
  advice: "Check that --data names a folder the hub can make and write to.",
} as const;

// Primary result codes of SQLite (https://sqlite.org/rescode.html), and the codes of Node's file
// system errors.
const descriptions: Record<string, Description> = {
  5: anotherProcess,
  6: anotherProcess,
  8: readOnly,
  13: full,
  14: { ...broken, sentence: "The database cannot be opened" },
  26: {
    problem: "broken",
    sentence: "The file is not a Scanhook database",
    advice: "Put a backup of it in its place, or choose another folder with --data.",
  },
  ENOSPC: full,
  EDQUOT: { ...full, sentence: "The disk quota is used up" },
  EROFS: readOnly,
  EACCES: readOnly,
};

function primaryCode(error: unknown): string {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return "";
  return String(errcode & 0xff);
}

function systemCode(error: unknown): string {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof code === "string" && typeof syscall === "string" ? code : "";
}
