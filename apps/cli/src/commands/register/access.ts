import {
  type CountedRegister,
  findCountedRegister,
  type Settings,
  type Store,
  type Verdict,
} from "@scanhook/hub";
import { findNearest } from "@scanhook/hub/nearest";
import { exitCodes } from "../../asking/answers.ts";
import { parseStoreSettings, type StoreValues, withStore } from "../../hub-access/data-folder.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { registerUsage } from "./usage.ts";

/**
 * Opens the hub's store and runs `work` on a register in it. Resolves to the exit code of `work`.
 * If there is no such register, writes a sentence to stderr and resolves to 1.
 */
export function withRegister(
  values: StoreValues,
  name: string,
  io: Io,
  work: (store: Store, register: CountedRegister, settings: Settings) => Promise<number>,
): Promise<number> {
  const parsed = parseStoreSettings(values, io);
  return withStore({ parsed, usage: registerUsage, io }, async (store, settings) => {
    const register = await findCountedRegister(store, name);
    return register
      ? work(store, register, settings)
      : fail(io, await describeUnknownRegister(store, name));
  });
}

/** Returns the sentence about a register that does not exist. */
export async function describeUnknownRegister(
  store: Pick<Store, "registers">,
  name: string,
): Promise<string> {
  const names = (await store.registers()).map((register) => register.name);
  const suggestion = findNearest(name, names);
  const advice = suggestion
    ? `did you mean ${suggestion}?`
    : names.length === 0
      ? 'the hub has none yet; "scanhook register add NAME" makes one.'
      : `there is ${names.slice(0, 10).join(", ")}${names.length > 10 ? ", …" : "."}`;
  return `There is no register "${name}"; ${advice}`;
}

/** Returns the user of an inbox after the name of the person to whom they belong, if known. */
export function nameUser(user: string, person: string | undefined): string {
  return person === undefined ? user : `${person} (${user})`;
}

/** The sentence about a register that another process removed. */
export const removedMeanwhile = "The register was removed meanwhile.";

/** Writes a sentence to stderr. Returns the exit code of a failure. */
export function fail(io: Io, sentence: string): 1 {
  io.stderr.write(`${sentence}\n`);
  return 1;
}

/** Prints a verdict. Returns the exit code for its result: 0 yes, 3 no, 4 look, 5 ask. */
export function printVerdict(io: Io, verdict: Verdict, json: true | undefined): number {
  io.stdout.write(json ? `${JSON.stringify(verdict)}\n` : `${printable(verdict.message)}\n`);
  return exitCodes[verdict.result];
}
