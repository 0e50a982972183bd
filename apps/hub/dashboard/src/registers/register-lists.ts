import type { KindName } from "../../../src/registers/register.ts";
import type { Register } from "./registers.ts";

/** Returns the name of the register that has the entries of another one. */
export function listOf({ name, entriesFrom }: Pick<Register, "name" | "entriesFrom">): string {
  return entriesFrom ?? name;
}

/** Returns the name of the register that has the people of one of the kind loans. */
export function peopleOf({ name, peopleFrom }: Pick<Register, "name" | "peopleFrom">): string {
  return peopleFrom ?? name;
}

/** Returns whether a register lends or inspects things. */
export function isOfCare(kind: KindName): boolean {
  return kind === "loans" || kind === "inspection";
}
