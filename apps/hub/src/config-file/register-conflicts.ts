import {
  type CheckedRegister,
  findLenderProblem,
  findPeopleProblem,
} from "../definitions/register.ts";
import type { CheckedRoute } from "../definitions/route.ts";
import {
  answeredByRegister,
  describeAnsweringRoute,
  findAnsweringRoute,
} from "../forwarding/answering-route.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { RouteRecord } from "../store/routing.ts";

/** The routes and registers that the store has. */
export type ExistingRegisters = {
  routes: readonly RouteRecord[];
  registers: readonly Pick<
    RegisterRecord,
    "name" | "kind" | "entriesFrom" | "peopleFrom" | "bindings"
  >[];
};

type Conflict = { field: string; reason: string };
type Wanted = {
  routes: ReadonlyMap<string, CheckedRoute>;
  registers: ReadonlyMap<string, CheckedRegister>;
};

/**
 * Returns the first field at which registers of the settings file contradict each other, the routes
 * of the file, or records in the store; undefined if there is none. A definition in the file
 * replaces the record of the same name in the store.
 */
export function findRegisterConflict(
  wanted: Wanted,
  existing: ExistingRegisters,
): Conflict | undefined {
  for (const [name, register] of wanted.registers) {
    const before = existing.registers.find((record) => record.name === name);
    if (before && before.kind !== register.kind)
      return { field: `registers.${name}.kind`, reason: describeOtherKind(name) };
    const reason = findListProblem(name, register, wanted, existing);
    if (reason !== undefined) return { field: `registers.${name}.entriesFrom`, reason };
    const noPeople = findPeopleConflict(name, register, wanted, existing);
    if (noPeople !== undefined) return { field: `registers.${name}.peopleFrom`, reason: noPeople };
  }
  return findInboxConflict(wanted, existing);
}

const describeOtherKind = (name: string) =>
  `The kind of ${name} cannot change; put it back, or choose another name.`;

function findListProblem(
  name: string,
  { kind, entriesFrom }: CheckedRegister,
  { registers }: Wanted,
  existing: ExistingRegisters,
): string | undefined {
  const before = findRecord(existing, name);
  if (before && before.entriesFrom !== entriesFrom)
    return describeChange("entries", name, before.entriesFrom);
  if (entriesFrom === undefined) return undefined;
  if (entriesFrom === name) return "A register cannot borrow from itself. Remove this.";
  const lender = registers.get(entriesFrom) ?? findRecord(existing, entriesFrom);
  if (!lender) return describeMissing(entriesFrom);
  const otherKind = findLenderProblem(kind, { ...lender, name: entriesFrom });
  if (otherKind !== undefined || lender.entriesFrom === undefined) return otherKind;
  return `${entriesFrom} borrows its entries itself. Name the register that has them.`;
}

function findPeopleConflict(
  name: string,
  { kind, peopleFrom }: CheckedRegister,
  { registers }: Wanted,
  existing: ExistingRegisters,
): string | undefined {
  const before = findRecord(existing, name);
  if (before && before.peopleFrom !== peopleFrom)
    return describeChange("people", name, before.peopleFrom);
  if (peopleFrom === undefined) return undefined;
  const owner = registers.get(peopleFrom) ?? findRecord(existing, peopleFrom);
  return owner
    ? findPeopleProblem(kind, { ...owner, name: peopleFrom })
    : describeMissing(peopleFrom);
}

function findRecord({ registers }: ExistingRegisters, name: string) {
  return registers.find((register) => register.name === name);
}

function describeChange(part: "entries" | "people", name: string, lender: string | undefined) {
  const owned = lender === undefined ? "its own" : `those of ${lender}`;
  return `This cannot change: the ${part} of ${name} are ${owned}. Put that back, or choose another name.`;
}

function describeMissing(name: string): string {
  return `There is no register “${name}”. Add it, or correct the name.`;
}

function findInboxConflict(
  { routes, registers }: Wanted,
  existing: ExistingRegisters,
): Conflict | undefined {
  const registersByInbox = new Map<string, string>();
  const otherRoutes = existing.routes.filter(
    ({ name, origin }) => origin === "dashboard" && !routes.has(name),
  );
  for (const [name, { bindings }] of registers) {
    for (const [index, { inbox }] of bindings.entries()) {
      const field = `registers.${name}.bindings.${index}.inbox`;
      const other = registersByInbox.get(inbox);
      if (other !== undefined) {
        const reason = `The inbox ${inbox} feeds ${other} already, and an inbox feeds one register. Remove one of the two.`;
        return { field, reason };
      }
      const answering = findAnsweringRoute({ routes: otherRoutes }, inbox);
      if (answering) return { field, reason: describeAnsweringRoute(answering) };
      registersByInbox.set(inbox, name);
    }
  }
  const otherRegisters = existing.registers.filter(({ name }) => !registers.has(name));
  for (const { name, bindings } of otherRegisters)
    for (const { inbox } of bindings) registersByInbox.set(inbox, name);
  for (const [name, { inbox, mode }] of routes) {
    if (mode !== "through" || inbox === undefined || !registersByInbox.has(inbox)) continue;
    return { field: `routes.${name}.mode`, reason: answeredByRegister };
  }
  return undefined;
}
