/** A quantity as a person typed it: the number to send, or why it is none. */
export type TypedQuantity = { ok: true; quantity: string } | { ok: false; why: Why };

/** Why a text is no quantity: it is empty, no number of this form, or more than `maxQuantity`. */
export type Why = "empty" | "form" | "much";

export const maxQuantity = 1_000_000_000;

/**
 * Reads a quantity as a person typed it, such as `12` or `1,5`, with at most three decimals. Zero
 * is one, because a count may find nothing; the hub refuses it for anything else.
 */
export function readTypedQuantity(text: string): TypedQuantity {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return { ok: false, why: "empty" };
  if (!/^\d+(?:\.\d{1,3})?$/.test(typed)) return { ok: false, why: "form" };
  const number = Number(typed);
  if (number > maxQuantity) return { ok: false, why: "much" };
  return { ok: true, quantity: String(number) };
}

/**
 * Returns what a person sees after pressing a key of the keypad: the digits so far and the new one,
 * or the digits so far if there is no room for it.
 */
export function pressKey(typed: string, key: string): string {
  const isPoint = key === "." || key === ",";
  if (isPoint) return typed.includes(".") ? typed : `${typed || "0"}.`;
  const next = typed === "0" ? key : typed + key;
  const [whole = "", decimals = ""] = next.split(".");
  return whole.length > 10 || decimals.length > 3 ? typed : next;
}
