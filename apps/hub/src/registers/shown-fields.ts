import { isPrivateColumn } from "./private-columns.ts";
import type { CheckInRules } from "./rules.ts";

type Field = [name: string, value: string];

/**
 * Divides the fields of a guest into those that phones at the doors and printed labels show, and
 * the hidden ones. If the rules do not list the shown fields, those that look private are hidden.
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
