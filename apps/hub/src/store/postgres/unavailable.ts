import { type StoreProblem, StoreUnavailable } from "../unavailable.ts";

/**
 * Converts an error of PostgreSQL or of a connection to it to a `StoreUnavailable`. Returns
 * undefined for any other error, which is a bug. `location` is the URL of the database without its
 * password.
 */
export function toStoreUnavailable(error: unknown, location: string): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  const description =
    descriptions[code] ??
    descriptions[code.slice(0, 2)] ??
    (messageOf(error).startsWith("SASL:") ? refused : undefined) ??
    (isUnconfirmed(error) ? unconfirmed : undefined) ??
    (isConnectionError(error) ? unreachable : undefined);
  if (!description) return undefined;
  const detail = detailOf(error);
  return new StoreUnavailable(
    description.problem,
    `${description.sentence} (${location}${detail && `: ${detail}`}). ${description.advice}`,
    { cause: error },
  );
}

/**
 * Returns whether a connection is unusable after this error, or may lead to a server that accepts
 * no writes.
 */
export function makesConnectionUnusable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    isConnectionError(error) || code.startsWith("57P") || code.startsWith("08") || code === "25006"
  );
}

/** Returns whether PostgreSQL did not confirm a statement, which it may still be working on. */
export function isUnconfirmed(error: unknown): boolean {
  return messageOf(error) === "Query read timeout" || messageOf(error) === unconfirmedCommit;
}

/** The message of the error that stands for a commit that did not wait for the standby. */
export const unconfirmedCommit = "The commit did not wait for the standby";

/** Returns whether an error concerns the values to store and not the database. */
export function isRowError(error: unknown): boolean {
  return ["22", "23", "54"].includes(codeOf(error).slice(0, 2));
}

/** Returns whether another transaction changed what this one is based on. */
export function isSerializationFailure(error: unknown): boolean {
  return codeOf(error) === "40001";
}

type Description = { problem: StoreProblem; sentence: string; advice: string };

const unreachable: Description = {
  problem: "broken",
  sentence: "The database cannot be reached",
  advice: "Start PostgreSQL, or correct the address in --database.",
};
const unconfirmed: Description = {
  problem: "slow",
  sentence: "The database has not confirmed a change or an answer",
  advice:
    "Check that it runs and, if synchronous_standby_names is set there, that a standby follows it.",
};
const busy: Description = {
  problem: "busy",
  sentence: "The database is held up by something else",
  advice: "Try again in a moment.",
};
const refused: Description = {
  problem: "broken",
  sentence: "The database refuses this user or password",
  advice: "Correct them in --database, or give the password in PGPASSWORD or a password file.",
};
const readOnly: Description = {
  problem: "read-only",
  sentence: "The database may only be read: it is a replica, or set to read-only",
  advice: "Name the primary in --database.",
};
const stopping: Description = {
  problem: "busy",
  sentence: "The database is starting or stopping",
  advice: "Try again in a moment.",
};
const full: Description = {
  problem: "full",
  sentence: "The disk of the database is full",
  advice: "Make room there; nothing that was acknowledged is lost.",
};

// SQLSTATE codes and their classes
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const descriptions: Record<string, Description> = {
  "08": unreachable,
  25006: readOnly,
  "28": refused,
  "3D": {
    problem: "broken",
    sentence: "There is no such database",
    advice: "Make it (createdb), or correct its name in --database.",
  },
  40: busy,
  42501: {
    problem: "broken",
    sentence: "The user of the database lacks a privilege",
    advice: "Make that user the owner of the database.",
  },
  53: {
    problem: "broken",
    sentence: "The database lacks memory or room",
    advice: "Give PostgreSQL more of it.",
  },
  53100: full,
  53300: {
    problem: "busy",
    sentence: "The database takes no more connections",
    advice: "Raise its max_connections, or run fewer nodes: each opens up to 10.",
  },
  55: busy,
  57014: busy,
  "57P": stopping,
  "57P01": stopping,
  "57P02": stopping,
  "57P03": stopping,
  58: {
    problem: "broken",
    sentence: "The database cannot use its disk",
    advice: "Check the PostgreSQL log.",
  },
  "58P01": {
    problem: "broken",
    sentence: "The database is missing a file",
    advice: "Check the PostgreSQL log.",
  },
  XX: {
    problem: "broken",
    sentence: "The database is damaged",
    advice: "Check the PostgreSQL log.",
  },
};

// Error codes of Node, and messages of pg without a SQLSTATE, for failures of a connection or its
// encryption.
const connectionCodes =
  /^(?:E[A-Z]+|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_.*|SELF_.*|UNABLE_.*|HOSTNAME_.*)$/;
const connectionMessages =
  /^(?:Connection terminated|timeout expired|timeout exceeded|Query read timeout|The commit did not wait|Client has encountered a connection error|The server does not support SSL|There was an error establishing an SSL|SASL:|Client was closed|terminating connection)/i;

function isConnectionError(error: unknown): boolean {
  return connectionCodes.test(codeOf(error)) || connectionMessages.test(messageOf(error));
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === "string") return code;
  return errors && errors.length > 0 ? codeOf(errors[0]) : "";
}

/** Returns the first line of the message without its final period. */
function detailOf(error: unknown): string {
  return messageOf(error).split("\n")[0]!.replace(/\.$/, "");
}

/**
 * Returns the message of an error. A failed connection to several addresses is an AggregateError
 * without a message, whose first error is used.
 */
function messageOf(error: unknown): string {
  const { message, errors } = (error ?? {}) as { message?: unknown; errors?: unknown[] };
  if (typeof message === "string" && message !== "") return message;
  return errors && errors.length > 0 ? messageOf(errors[0]) : "";
}
