import {
  actions,
  loadRegisterRules,
  loadRegisterWork,
  type RegisterRecord,
  type Store,
} from "@scanhook/hub";
import { readAnswerOptions } from "../../asking/answers.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, printVerdict, removedMeanwhile, withRegister } from "./access.ts";
import { answerByHand, printQuestions, readDue } from "./care.ts";
import { findEntry, findPerson, findPlace } from "./entries.ts";
import { parseAction } from "./rules.ts";
import { readTagLink } from "./tag-keys.ts";
import { accessOptions, actOptions, registerUsage, ruleOptions, tryOptions } from "./usage.ts";

/**
 * `scanhook register act`: checks an entry in or out by hand, books an article of a stock, lends a
 * thing, takes it back, or inspects it.
 */
export async function actInRegister(args: string[], io: Io): Promise<number> {
  const options = { ...actOptions, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "ACTION", "CODE…"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", actionName = "", code = "", person, ...surplus] = input.positionals;
  const action = acts.find((each) => each === actionName);
  if (action === undefined)
    return wrongUse(io, `An act is one of ${acts.join(", ")}, not "${actionName}".`, registerUsage);
  if (action === "lend" && person === undefined)
    return wrongUse(io, "PERSON is missing.", registerUsage);
  const [extra] = action === "lend" ? surplus : [person];
  if (extra !== undefined) return wrongUse(io, `"${extra}" is one word too many.`, registerUsage);
  const { values } = input;
  const { force = false, json, quantity: quantityText, place, from } = values;
  const optionProblem = findOptionProblem(action, values);
  if (optionProblem) return wrongUse(io, optionProblem, registerUsage);
  const { findActionProblem, parseQuantity } = await loadRegisterRules();
  const quantity = quantityText === undefined ? undefined : parseQuantity(quantityText);
  if (typeof quantity === "string") return wrongUse(io, `--quantity: ${quantity}`, registerUsage);
  const due = values.due === undefined ? undefined : await readDue(values.due);
  if (due && !due.ok) return wrongUse(io, `--due: ${due.reason}`, registerUsage);
  const given = readAnswerOptions(values.answer);
  if (!given.ok) return wrongUse(io, given.reason, registerUsage);
  return withRegister(values, name, io, async (store, register) => {
    const problem = findActionProblem(register.kind, action);
    if (problem) return wrongUse(io, problem, registerUsage);
    const entry = await findEntry(store, register, code);
    if (entry === undefined) return fail(io, `No entry of ${name} has the code "${code}".`);
    const found = await findPlaces(store, register, { place, from });
    if (typeof found === "string") return fail(io, found);
    const holder = person === undefined ? undefined : await findPerson(store, register, person);
    if (typeof holder === "string") return fail(io, holder);
    const ofLoan = { holder: holder?.id, dueAt: due?.value };
    const booked = { action, forced: force, quantity, ...found, ...ofLoan };
    const act = { kind: "act", register: register.id, entry: entry.id, ...booked } as const;
    const { actManually } = await loadRegisterWork();
    const verdict = await actManually(store, act);
    if (!verdict) return fail(io, removedMeanwhile);
    const exitCode = printVerdict(io, verdict, json);
    const isAnswered = verdict.ask !== undefined || values.answer !== undefined;
    if (!isAnswered) return exitCode;
    return answerByHand({ store, register, verdict }, { given: given.value, json }, io);
  });
}

const acts = ["in", "out", ...actions.stock, "lend", "return", "inspect"] as const;
type ActName = (typeof acts)[number];

/** Returns why an option does not fit an act; undefined if all of them fit. */
function findOptionProblem(
  action: ActName,
  { quantity, place, from, due, answer }: Values<typeof actOptions>,
): string | undefined {
  const isOfStock = actions.stock.some((each) => each === action);
  if (!isOfStock && (quantity ?? place ?? from) !== undefined)
    return "--quantity, --place and --from are for the acts of a stock.";
  if (from !== undefined && action !== "move") return "--from is for the act move.";
  if (due !== undefined && action !== "lend") return "--due is for the act lend.";
  const mayAsk = action === "lend" || action === "return" || action === "inspect";
  if (answer !== undefined && !mayAsk)
    return "--answer is for the acts lend, return and inspect, which may ask questions.";
  return undefined;
}

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
  return withRegister(input.values, name, io, async (store, register, settings) => {
    const problem = findActionProblem(register.kind, action.value);
    if (problem) return wrongUse(io, `--action: ${problem}`, registerUsage);
    const found = await findPlaces(store, register, { place: input.values.place });
    if (typeof found === "string") return fail(io, found);
    const verdict = await store.tryScan(register.id, {
      content,
      action: action.value ?? actions[register.kind][0],
      place: found.place,
      sun: await readTagLink(store, register, content, settings),
    });
    if (verdict.lineProblem !== undefined)
      io.stderr.write(`Your text for ${verdict.code} is not used: ${verdict.lineProblem}\n`);
    const exitCode = printVerdict(io, verdict, input.values.json);
    if (!input.values.json) printQuestions(io, verdict);
    return exitCode;
  });
}

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
    const entry = await findPlace(store, register, code);
    if (!entry) return `No place of ${register.name} has the code "${code}".`;
    found[name] = entry.id;
  }
  return found;
}
