import type { Parsed } from "../parsed.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import { showKey } from "../registers/shown-key.ts";
import { parseTypedKey } from "../registers/typed-key.ts";
import type { RegisterRecord, TakenKey } from "../store/registers.ts";
import { say } from "../texts/exact-message.ts";
import { toExactThousandths } from "./quantities.ts";

/**
 * Returns a quantity in units as one in thousandths of the unit, or "wrong" if it has more than
 * three decimals.
 */
export function toQuantity<None extends null | undefined>(
  units: number | None,
): number | None | "wrong" {
  return typeof units === "number" ? (toExactThousandths(units) ?? "wrong") : units;
}

/** Reads keys that a person typed, or returns one sentence about the first mistake. */
export function readKeys(
  register: Pick<RegisterRecord, "kind" | "rules">,
  typed: readonly string[],
): Parsed<string[]> {
  const keys: string[] = [];
  for (const text of typed) {
    const key = parseTypedKey(text, keyRulesOf(register));
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return { ok: true, value: keys };
}

/** Returns the sentence about a code that another entry has. */
export function describeTaken({ taken, by }: TakenKey, done: "added" | "changed"): string {
  return say(`code-taken-not-${done}`, { code: showKey(taken), entry: by });
}
