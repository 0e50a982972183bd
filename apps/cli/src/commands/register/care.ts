import {
  loadRegisterRules,
  loadRegisterWork,
  type RegisterRecord,
  type Store,
  type Verdict,
} from "@scanhook/hub";
import { parseVerdict } from "@scanhook/webhook";
import { answerVerdict } from "../../asking/answer-verdict.ts";
import { formatOpenQuestions } from "../../asking/answers.ts";
import { parseArguments } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, printVerdict, removedMeanwhile, withRegister } from "./access.ts";
import { findEntry } from "./entries.ts";
import { accessOptions, registerUsage } from "./usage.ts";

/** `scanhook register due`: sets until when a thing is lent, or when it is inspected next. */
export async function setDueInRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME", "THING", "DAY"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", code = "", day = ""] = input.positionals;
  const due = day === "none" ? ({ ok: true, value: undefined } as const) : await readDue(day);
  if (!due.ok) return wrongUse(io, due.reason, registerUsage);
  return withRegister(input.values, name, io, async (store, register) => {
    const { kind, id } = register;
    if (kind !== "loans" && kind !== "inspection")
      return wrongUse(io, `The kind ${kind} has no dates.`, registerUsage);
    const entry = await findEntry(store, register, code);
    if (!entry) return fail(io, `No entry of ${name} has the code "${code}".`);
    const { actManually } = await loadRegisterWork();
    const act = { kind: "set-due", register: id, entry: entry.id, dueAt: due.value } as const;
    const verdict = await actManually(store, act);
    return verdict ? printVerdict(io, verdict, input.values.json) : fail(io, removedMeanwhile);
  });
}

/** Reads a day, or a time in ISO 8601, in milliseconds since 1970. */
export async function readDue(text: string): Promise<Parsed<number>> {
  const { parseListDate } = await loadRegisterRules();
  const time = parseListDate(text);
  return typeof time === "number"
    ? { ok: true, value: time }
    : refuse(`A date is a day such as 2026-12-06: ${time}.`);
}

/** Prints the questions of a verdict that was tried. */
export function printQuestions(io: Io, verdict: Verdict): void {
  const ask = toSenderVerdict(verdict)?.ask;
  if (ask) io.stdout.write(`It asks:\n${formatOpenQuestions(ask.questions)}`);
}

/**
 * Answers the questions of a verdict on an act by hand, from the options or in the terminal.
 * Resolves to the exit code.
 */
export async function answerByHand(
  { store, register, verdict }: { store: Store; register: RegisterRecord; verdict: Verdict },
  { given, json }: { given: Readonly<Record<string, string>>; json: true | undefined },
  io: Io,
): Promise<number> {
  const { answerQuestions } = await loadRegisterWork();
  const send: Parameters<typeof answerVerdict>[1]["send"] = async (id, answers) => {
    const [movement] = await store.toldMovements(register.id, { after: id - 1, limit: 1 });
    if (movement?.id !== id) return { ok: false, reason: removedMeanwhile };
    const how = { language: "en" };
    const answered = await answerQuestions(store, register, movement, answers, how);
    if ("refusal" in answered)
      return { ok: false, reason: answered.reason ?? "The answers were refused." };
    return { ok: true, verdict: toSenderVerdict(answered)! };
  };
  return answerVerdict(toSenderVerdict(verdict)!, { given, send, json }, io);
}

/** Returns a verdict as its sender reads it. */
function toSenderVerdict(verdict: Verdict) {
  return parseVerdict(JSON.stringify({ verdict }));
}
