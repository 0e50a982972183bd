import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { findRegister } from "./find-register.ts";

/**
 * Returns a person to whom a register lends: an entry of its own, or of the register that has its
 * people. Returns undefined for an entry that is no person.
 */
export async function findPerson(
  store: Pick<Store, "entry" | "registers">,
  { id, peopleFrom }: Pick<RegisterRecord, "id" | "peopleFrom">,
  entry: number,
): Promise<EntryRecord | undefined> {
  const own = await store.entry(id, entry);
  if (own) return own.role === "person" ? own : undefined;
  const people = peopleFrom === undefined ? undefined : await findRegister(store, peopleFrom);
  return people && store.entry(people.id, entry);
}
