import { type StoreTrouble, StoreUnavailable } from "../store.ts";

/**
 * What went wrong between the hub and PostgreSQL as the `StoreUnavailable` it means; undefined for a bug of ours.
 * `place` names the database without its password.
 */
export function toTrouble(error: unknown, place: string): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  const found =
    troubles[code] ??
    troubles[code.slice(0, 2)] ??
    (messageOf(error).startsWith("SASL:") ? refused : undefined) ??
    (isConnection(error) ? unreachable : undefined);
  if (!found) return undefined;
  const detail = detailOf(error);
  return new StoreUnavailable(
    found.trouble,
    `${found.sentence} (${place}${detail && `: ${detail}`}). ${found.advice}`,
    { cause: error },
  );
}

/** True when the connection is of no use any more, or may lead to a server that takes nothing. */
export function isAboutTheConnection(error: unknown): boolean {
  const code = codeOf(error);
  return isConnection(error) || code.startsWith("57P") || code.startsWith("08") || code === "25006";
}

/** True for an error that says something about what was to be stored, not about the database. */
export function isAboutTheRow(error: unknown): boolean {
  return ["22", "23", "54"].includes(codeOf(error).slice(0, 2));
}

type Trouble = { trouble: StoreTrouble; sentence: string; advice: string };

const unreachable: Trouble = {
  trouble: "broken",
  sentence: "The database cannot be reached",
  advice: "Start PostgreSQL, or correct the address in --database.",
};
const busy: Trouble = {
  trouble: "busy",
  sentence: "The database is held up by something else",
  advice: "Try again in a moment.",
};
const refused: Trouble = {
  trouble: "broken",
  sentence: "The database refuses this user or password",
  advice: "Correct them in --database, or give the password in PGPASSWORD or a password file.",
};
const readOnly: Trouble = {
  trouble: "read-only",
  sentence: "The database may only be read: it is a replica, or set to read-only",
  advice: "Name the primary in --database.",
};
const stopping: Trouble = {
  trouble: "busy",
  sentence: "The database is starting or stopping",
  advice: "Try again in a moment.",
};
const full: Trouble = {
  trouble: "full",
  sentence: "The disk of the database is full",
  advice: "Make room there; nothing that was acknowledged is lost.",
};

// SQLSTATE codes and their classes (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const troubles: Record<string, Trouble> = {
  "08": unreachable,
  25006: readOnly,
  "28": refused,
  "3D": {
    trouble: "broken",
    sentence: "There is no such database",
    advice: "Make it (createdb), or correct its name in --database.",
  },
  40: busy,
  42501: {
    trouble: "broken",
    sentence: "The user of the database lacks a right",
    advice: "Make that user the owner of the database.",
  },
  53: {
    trouble: "broken",
    sentence: "The database lacks memory or room",
    advice: "Give PostgreSQL more of it.",
  },
  53100: full,
  53300: {
    trouble: "busy",
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
    trouble: "broken",
    sentence: "The database cannot use its disk",
    advice: "Look into the log of PostgreSQL.",
  },
  "58P01": {
    trouble: "broken",
    sentence: "The database misses a file",
    advice: "Look into the log of PostgreSQL.",
  },
  XX: {
    trouble: "broken",
    sentence: "The database is damaged",
    advice: "Look into the log of PostgreSQL.",
  },
};

// What Node and pg say without a SQLSTATE when there is no connection, or no secure one.
const connectionCodes =
  /^(?:E[A-Z]+|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_.*|SELF_.*|UNABLE_.*|HOSTNAME_.*)$/;
const connectionMessages =
  /^(?:Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered a connection error|The server does not support SSL|There was an error establishing an SSL|SASL:|Client was closed|terminating connection)/i;

function isConnection(error: unknown): boolean {
  return connectionCodes.test(codeOf(error)) || connectionMessages.test(messageOf(error));
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === "string") return code;
  return errors && errors.length > 0 ? codeOf(errors[0]) : "";
}

/** One line, without the stop that follows. */
function detailOf(error: unknown): string {
  return messageOf(error).split("\n")[0]!.replace(/\.$/, "");
}

/** A connection to several addresses fails with several errors and no message of its own. */
function messageOf(error: unknown): string {
  const { message, errors } = (error ?? {}) as { message?: unknown; errors?: unknown[] };
  if (typeof message === "string" && message !== "") return message;
  return errors && errors.length > 0 ? messageOf(errors[0]) : "";
}
