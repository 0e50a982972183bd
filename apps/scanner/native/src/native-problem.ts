import type { NfcProblem } from "../../src/readers/nfc/problem.ts";

const problemsByCode: Record<string, NfcProblem> = {
  NO_NFC: { kind: "no-adapter" },
  NFC_DISABLED: { kind: "off" },
  CANCELLED: { kind: "cancelled" },
  UNSUPPORTED: { kind: "not-lockable" },
};

/**
 * The problems of failures that have no code, only an English message. The first pattern that
 * matches applies.
 */
const problemsByMessage: readonly [RegExp, NfcProblem][] = [
  [/read only\.$/i, { kind: "refused" }],
  [/capacity is insufficient/i, { kind: "refused" }],
  [/does not support NDEF/i, { kind: "foreign" }],
  [
    /connection lost|connect to tag|query tag status|no (active )?nfc (tag|session)/i,
    { kind: "lost" },
  ],
  // The plugin has already checked that the tag is writable and large enough, so the tag must have
  // been moved away.
  [/failed to write/i, { kind: "lost" }],
];

/** Converts an error of the NFC plugin to a problem. Unknown errors become `failed`. */
export function toNativeProblem(error: unknown): NfcProblem {
  const { code, message } = toCodeAndMessage(error);
  // This has to come before the message about tags that are already read-only, which has the same
  // ending.
  if (/failed to make the tag read only/i.test(message)) return { kind: "not-lockable" };
  if (/invalid ndef records/i.test(message)) return { kind: "invalid", detail: message };
  if (isBusyError(error)) return { kind: "busy" };
  // iOS gives this the code NO_NFC when the sheet is closed before a session has started.
  if (/invalidated by user|session timeout/i.test(message)) return { kind: "cancelled" };
  // iOS gives a failed start the code NO_NFC, too, although the phone can read tags.
  const hasStarted = /^failed to start nfc tag session/i.test(message) && !lacksEntitlement(error);
  const problem =
    (hasStarted ? undefined : problemsByCode[code]) ??
    problemsByMessage.find(([pattern]) => pattern.test(message))?.[1];
  return problem ?? { kind: "failed", detail: message || "no reason given" };
}

/** The time before another attempt, because iOS needs a moment between two sessions. */
export const busyRetryMs = 500;
/** The most attempts to start a session while iOS is busy. */
export const maxAttempts = 5;

/**
 * Returns whether iOS rejected a session because it has not yet ended the previous one.
 */
export function isBusyError(error: unknown): boolean {
  return /resource unavailable|system is busy/i.test(toCodeAndMessage(error).message);
}

/**
 * Returns whether iOS rejected a session because the app was signed without the entitlement for
 * tags: `readerErrorSecurityViolation` of Core NFC, or no session at all.
 */
export function lacksEntitlement(error: unknown): boolean {
  return /entitlement/i.test(toCodeAndMessage(error).message);
}

function toCodeAndMessage(error: unknown): { code: string; message: string } {
  if (typeof error !== "object" || error === null) {
    return { code: "", message: String(error ?? "") };
  }
  const { code, message } = error as Record<string, unknown>;
  return {
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
  };
}
