import type { KindName } from "../register.ts";
import type { KeyRules, Rules } from "../rules.ts";
import { checkIn } from "./check-in.ts";
import { inspection } from "./inspection.ts";
import type { Kind } from "./kind.ts";
import { leads } from "./leads.ts";
import { loans } from "./loans.ts";
import { stock } from "./stock.ts";

/** All kinds of registers by name. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  "check-in": checkIn,
  stock,
  loans,
  inspection,
  leads,
};

/** Returns the rules for the keys of scans in a register, the defaults of its kind included. */
export function keyRulesOf({ kind, rules }: { kind: KindName; rules: Rules }): KeyRules {
  return kinds[kind].keyRules(rules);
}
