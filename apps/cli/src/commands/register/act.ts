import {
  actions,
  loadRegisterRules,
  loadRegisterWork,
  type RegisterRecord,
  type Store,
} from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, printVerdict, withRegister } from "./access.ts";
import { parseAction } from "./rules.ts";
import { accessOptions, actOptions, registerUsage, ruleOptions } from "./usage.ts";

/** `scanhook register act`: checks an entry in or out by hand. */
export async function actInRegister(args: string[], io: Io): Promise<number> {
  const options = { ...actOptions, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "in|out", "CODE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", action = "", code = ""] = input.positionals;
  if (action !== "in" && action !== "out")
    return wrongUse(io, `An act is in or out, not "${action}".`, registerUsage);
  const { force = false, json } = input.values;
  return withRegister(input.values, name, io, async (store, register) => {
    const entry = await findEntry(store, register, code);
    if (entry === undefined) return fail(io, `No entry of ${name} has the code "${code}".`);
    const act = { kind: "act", register: register.id, entry, action, forced: force } as const;
    const { actManually } = await loadRegisterWork();
    const verdict = await actManually(store, act);
    return verdict ? printVerdict(io, verdict, json) : fail(io, removedMeanwhile);
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
  const options = { action: ruleOptions.action, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "CODE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", content = ""] = input.positionals;
  const action = parseAction(input.values.action);
  if (!action.ok) return wrongUse(io, action.reason, registerUsage);
  return withRegister(input.values, name, io, async (store, register) => {
    const verdict = await store.tryScan(register.id, {
      content,
      action: action.value ?? actions[register.kind][0],
    });
    if (verdict.lineProblem !== undefined)
      io.stderr.write(`Your text for ${verdict.code} is not used: ${verdict.lineProblem}\n`);
    return printVerdict(io, verdict, input.values.json);
  });
}

const removedMeanwhile = "The register was removed meanwhile.";

async function findEntry(
  store: Store,
  register: RegisterRecord,
  code: string,
): Promise<number | undefined> {
  const { keyRulesOf, keysOf } = await loadRegisterRules();
  for (const key of keysOf({ content: code }, keyRulesOf(register))) {
    const entry = await findEntryWith(store, register.id, key);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

async function findEntryWith(store: Store, id: number, key: string): Promise<number | undefined> {
  for (let after = 0; ; ) {
    const entries = await store.entries(id, { text: key.slice(2), after, limit: 100 });
    const found = entries.find(({ keys }) => keys.includes(key));
    if (found || entries.length < 100) return found?.id;
    after = entries.at(-1)!.id;
  }
}
