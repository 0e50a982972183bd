import {
  actions,
  type EntryRecord,
  loadRegisterRules,
  loadRegisterWork,
  type RegisterRecord,
  type Store,
} from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, printVerdict, withRegister } from "./access.ts";
import { parseAction } from "./rules.ts";
import { accessOptions, actOptions, registerUsage, ruleOptions, tryOptions } from "./usage.ts";

/** `scanhook register act`: checks an entry in or out by hand, or books an article of a stock. */
export async function actInRegister(args: string[], io: Io): Promise<number> {
  const options = { ...actOptions, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "ACTION", "CODE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", actionName = "", code = ""] = input.positionals;
  const action = acts.find((each) => each === actionName);
  if (action === undefined)
    return wrongUse(io, `An act is one of ${acts.join(", ")}, not "${actionName}".`, registerUsage);
  const { force = false, json, quantity: quantityText, place, from } = input.values;
  const isOfStock = action !== "in" && action !== "out";
  if (!isOfStock && (quantityText ?? place ?? from) !== undefined)
    return wrongUse(
      io,
      "--quantity, --place and --from are for the acts of a stock.",
      registerUsage,
    );
  if (from !== undefined && action !== "move")
    return wrongUse(io, "--from is for the act move.", registerUsage);
  const { findActionProblem, parseQuantity } = await loadRegisterRules();
  const quantity = quantityText === undefined ? undefined : parseQuantity(quantityText);
  if (typeof quantity === "string") return wrongUse(io, `--quantity: ${quantity}`, registerUsage);
  return withRegister(input.values, name, io, async (store, register) => {
    const problem = findActionProblem(register.kind, action);
    if (problem) return wrongUse(io, problem, registerUsage);
    const entry = await findEntry(store, register, code);
    if (entry === undefined) return fail(io, `No entry of ${name} has the code "${code}".`);
    const found = await findPlaces(store, register, { place, from });
    if (typeof found === "string") return fail(io, found);
    const booked = { action, forced: force, quantity, ...found };
    const act = { kind: "act", register: register.id, entry: entry.id, ...booked } as const;
    const { actManually } = await loadRegisterWork();
    const verdict = await actManually(store, act);
    return verdict ? printVerdict(io, verdict, json) : fail(io, removedMeanwhile);
  });
}

const acts = ["in", "out", ...actions.stock] as const;

/** `scanhook register name`: gives an entry a name, such as one that a scan has added. */
export async function nameInRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME", "CODE", "LABEL"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", code = "", text = ""] = input.positionals;
  const label = text.trim();
  const { isUnfit, maxLabelLength } = await loadRegisterRules();
  if (label === "" || label.length > maxLabelLength || isUnfit(label))
    return wrongUse(
      io,
      `A name has 1 to ${maxLabelLength} characters, and no control characters.`,
      registerUsage,
    );
  return withRegister(input.values, name, io, async (store, register) => {
    const entry = await findEntry(store, register, code);
    if (!entry) return fail(io, `No entry of ${name} has the code "${code}".`);
    await store.changeEntry(register.id, entry.id, { label, unnamed: false });
    const sentence = `${printable(entry.label)} is called ${printable(label)} now.`;
    const value = { name, id: entry.id, label };
    io.stdout.write(input.values.json ? `${JSON.stringify(value)}\n` : `${sentence}\n`);
    return 0;
  });
}

/** `scanhook register undo`: undoes the last movement of an entry. */
export async function undoInRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME", "MOVEMENT"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", movement = ""] = input.positionals;
  if (!/^\d{1,15}$/.test(movement))
    return wrongUse(
      io,
      `MOVEMENT is a number of "register export ${name} --journal", not "${movement}".`,
      registerUsage,
    );
  return withRegister(input.values, name, io, async (store, register) => {
    const undo = { kind: "undo", register: register.id, movement: Number(movement) } as const;
    const { actManually } = await loadRegisterWork();
    const verdict = await actManually(store, undo);
    if (!verdict) return fail(io, removedMeanwhile);
    if (verdict.result !== "yes") return fail(io, verdict.text);
    return printVerdict(io, verdict, input.values.json);
  });
}

/** `scanhook register try`: prints the verdict that a scan would get, and stores nothing. */
export async function tryRegister(args: string[], io: Io): Promise<number> {
  const options = { action: ruleOptions.action, ...tryOptions, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "CODE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", content = ""] = input.positionals;
  const action = parseAction(input.values.action);
  if (!action.ok) return wrongUse(io, action.reason, registerUsage);
  const { findActionProblem } = await loadRegisterRules();
  return withRegister(input.values, name, io, async (store, register) => {
    const problem = findActionProblem(register.kind, action.value);
    if (problem) return wrongUse(io, `--action: ${problem}`, registerUsage);
    const found = await findPlaces(store, register, { place: input.values.place });
    if (typeof found === "string") return fail(io, found);
    const verdict = await store.tryScan(register.id, {
      content,
      action: action.value ?? actions[register.kind][0],
      place: found.place,
    });
    if (verdict.lineProblem !== undefined)
      io.stderr.write(`Your text for ${verdict.code} is not used: ${verdict.lineProblem}\n`);
    return printVerdict(io, verdict, input.values.json);
  });
}

const removedMeanwhile = "The register was removed meanwhile.";

/** Finds the places with these codes. Returns one sentence if there is no such place. */
async function findPlaces(
  store: Store,
  register: RegisterRecord,
  codes: { place?: string | undefined; from?: string | undefined },
): Promise<{ place?: number | undefined; from?: number | undefined } | string> {
  const found: { place?: number; from?: number } = {};
  for (const name of ["place", "from"] as const) {
    const code = codes[name];
    if (code === undefined) continue;
    const entry =
      (await findEntry(store, register, code)) ?? (await findPlace(store, register, code));
    if (entry?.role !== "place") return `No place of ${register.name} has the code "${code}".`;
    found[name] = entry.id;
  }
  return found;
}

/** Finds a place by its name, if only one has it. */
async function findPlace(
  store: Store,
  { id }: RegisterRecord,
  name: string,
): Promise<EntryRecord | undefined> {
  const { readEntries } = await loadRegisterWork();
  const found: EntryRecord[] = [];
  for await (const page of readEntries(store, id, name))
    found.push(...page.filter(({ role, label }) => role === "place" && label === name));
  return found.length === 1 ? found[0] : undefined;
}

async function findEntry(
  store: Store,
  register: RegisterRecord,
  code: string,
): Promise<EntryRecord | undefined> {
  const { keyRulesOf, keysOf } = await loadRegisterRules();
  const { readEntries } = await loadRegisterWork();
  for (const key of keysOf({ content: code }, keyRulesOf(register)))
    for await (const page of readEntries(store, register.id, key.slice(2))) {
      const entry = page.find(({ keys }) => keys.includes(key));
      if (entry) return entry;
    }
  return undefined;
}
