import type { Occasion } from "../registers/kinds/kind.ts";
import { noFacts } from "../registers/product-facts.ts";
import type { Act } from "./judgement.ts";

/** Returns the facts that a decision about an act rests on, which is no scan. */
export function toActOccasion(
  { register: { rules, inside }, door, now, language }: Act,
  given: Pick<Occasion, "entry" | "states" | "action"> & Partial<Occasion>,
): Occasion {
  return {
    rules,
    inside,
    door,
    now,
    language,
    forced: false,
    facts: noFacts,
    isTouched: false,
    loans: [],
    ...given,
  };
}
