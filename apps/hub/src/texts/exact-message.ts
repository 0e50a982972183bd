import { makeTexts } from "@scanhook/texts/make-texts";
import { findReason } from "@scanhook/texts/translate-error";
import english from "./en/errors.json" with { type: "json" };
import type { Errors } from "./types/errors.ts";

/** The name of a sentence that is more exact than the one of its code. It is stable. */
export type ErrorReason = keyof Errors["reasons"];

/**
 * A sentence that is more exact than the one of its code: `message` is in English. A page says it
 * in another language with the text of `reason` and `values`, the values of its placeholders.
 */
export type ExactMessage = {
  message: string;
  reason: ErrorReason;
  values?: Readonly<Record<string, string | number>>;
};

// Not by hub-texts.ts: threads and the command say these sentences too, and need no other language.
const { reasons } = makeTexts<Errors>(english, "en");

type Values<Reason extends ErrorReason> = Errors["reasons"][Reason] extends string
  ? []
  : Parameters<Extract<Errors["reasons"][Reason], (values: never) => string>>;

/** Returns the exact sentence of a reason, with the values of its placeholders. */
export function exactMessage<Reason extends ErrorReason>(
  reason: Reason,
  ...[values]: Values<Reason>
): ExactMessage {
  const text = reasons[reason] as string | ((values: object) => string);
  if (typeof text === "string" || values === undefined) return { message: `${text}`, reason };
  return { message: text(values), reason, values };
}

/**
 * Returns the English sentence of a reason. Code that is not about responses hands it on as it is;
 * `readSentence` finds its reason again where a response is made.
 */
export function say<Reason extends ErrorReason>(reason: Reason, ...values: Values<Reason>): string {
  return exactMessage(reason, ...values).message;
}

/** Returns the exact message that an English sentence is; undefined for any other sentence. */
export function readSentence(message: string): ExactMessage | undefined {
  const found = findReason(message, english.reasons);
  if (!found) return undefined;
  const exact: ExactMessage = { message, reason: found.reason as ErrorReason };
  if (Object.keys(found.values).length > 0) exact.values = found.values;
  return exact;
}
