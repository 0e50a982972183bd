import { isPrivateColumn } from "./private-columns.ts";
import type { CheckInRules } from "./register.ts";

type Field = [name: string, value: string];

/**
 * Divides the fields of a guest into those that phones at the doors and labels show, and the
 * others. Unless the rules name them, those that look private are not shown.
 */
export function splitFields(
  fields: Readonly<Record<string, string>>,
  { shows }: CheckInRules,
): { shown: Field[]; hidden: Field[] } {
  const shown: Field[] = [];
  const hidden: Field[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isShown = shows ? shows.includes(name) : !isPrivateColumn(name, [value]);
    (isShown ? shown : hidden).push([name, value]);
  }
  return { shown, hidden };
}
