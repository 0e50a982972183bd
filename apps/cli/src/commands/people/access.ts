import type { PersonRecord, Settings, Store } from "@scanhook/hub";
import { parseStoreSettings, type StoreValues, withStore } from "../../hub-access/data-folder.ts";
import { describeUnknownPerson } from "../../hub-access/unknown-person.ts";
import type { Io } from "../../io.ts";
import { peopleUsage } from "./usage.ts";

/**
 * Opens the hub's store and runs `work` on a person in it. Resolves to the exit code of `work`. If
 * there is no person of this name, writes a sentence to stderr and resolves to 1.
 */
export function withPerson(
  values: StoreValues,
  name: string,
  io: Io,
  work: (store: Store, person: PersonRecord, settings: Settings) => Promise<number>,
): Promise<number> {
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: peopleUsage, io }, async (store, settings) => {
    const person = await store.personByName(name);
    if (person) return work(store, person, settings);
    io.stderr.write(await describeUnknownPerson(store, name));
    return 1;
  });
}

/** Writes a sentence to stderr. Returns the exit code of a failure. */
export function fail(io: Io, sentence: string): 1 {
  io.stderr.write(`${sentence.trimEnd()}\n`);
  return 1;
}
