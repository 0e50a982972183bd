import type { NfcProblem } from "../../src/readers/nfc/problem.ts";

const codes: Record<string, NfcProblem> = {
  NO_NFC: { kind: "no-adapter" },
  NFC_DISABLED: { kind: "off" },
  CANCELLED: { kind: "cancelled" },
  UNSUPPORTED: { kind: "not-lockable" },
};

/** In this order: the plugin gives most failures no code, only one of these English sentences. */
const sentences: readonly [RegExp, NfcProblem][] = [
  [/read only\.$/i, { kind: "refused" }],
  [/capacity is insufficient/i, { kind: "refused" }],
  [/does not support NDEF/i, { kind: "foreign" }],
  [
    /connection lost|connect to tag|query tag status|no (active )?nfc (tag|session)/i,
    { kind: "lost" },
  ],
  // Whether it is writable and large enough was asked before: what is left is that it was moved.
  [/failed to write/i, { kind: "lost" }],
];

/** Names what the NFC plugin refused a call with. */
export function toNativeProblem(error: unknown): NfcProblem {
  const { code, message } = asFailure(error);
  // Before the sentence on tags that are read-only already, which ends alike.
  if (/failed to make the tag read only/i.test(message)) return { kind: "not-lockable" };
  if (/invalid ndef records/i.test(message)) return { kind: "invalid", detail: message };
  if (isBusy(error)) return { kind: "busy" };
  const known = codes[code] ?? sentences.find(([pattern]) => pattern.test(message))?.[1];
  return known ?? { kind: "failed", detail: message || "no reason given" };
}

/** iOS takes a moment between two sessions, and says so in these words. */
export function isBusy(error: unknown): boolean {
  return /resource unavailable|system is busy/i.test(asFailure(error).message);
}

function asFailure(error: unknown): { code: string; message: string } {
  if (typeof error !== "object" || error === null)
    return { code: "", message: String(error ?? "") };
  const { code, message } = error as Record<string, unknown>;
  return {
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
  };
}
