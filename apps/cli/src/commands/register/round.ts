import { loadRegisterWork, type RegisterRecord, type RoundRecord, type Store } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { fail, withRegister } from "./access.ts";
import { accessOptions, registerUsage, roundOptions } from "./usage.ts";

const steps = ["begin", "end", "list", "show", "apply", "undo"] as const;
type Step = (typeof steps)[number];

/** `scanhook register round`: counts the things of a stock, and books what differs. */
export async function roundOfRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...roundOptions, ...accessOptions }, ["NAME", "STEP"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { values } = input;
  const [name = "", text = ""] = input.positionals;
  const step = steps.find((known) => known === text);
  if (!step) return wrongUse(io, `STEP is ${steps.join(", ")}, not "${text}".`, registerUsage);
  if (values.round !== undefined && !/^[1-9]\d{0,14}$/.test(values.round))
    return wrongUse(
      io,
      `--round is a number of "register round ${name} list", not "${values.round}".`,
      registerUsage,
    );
  return withRegister(values, name, io, async (store, register) => {
    const { json, blind = false, recount = false } = values;
    const work = await loadRegisterWork();
    if (step === "begin") {
      const begun = await work.beginRound(store, register, { blind, recount });
      if (typeof begun === "string") return fail(io, await describe(begun));
      return print(io, json, begun, `Round ${begun.id} begins.`);
    }
    const rounds = await store.rounds(register.id, { limit: 100 });
    if (step === "list") return listRounds(io, json, rounds);
    const round = findRound(rounds, values.round, step);
    if (!round) return fail(io, `There is no such round; see "register round ${name} list".`);
    return takeStep(step, { store, register, round, io, json });
  });
}

/** Returns the round with this number, else the newest one that the step can be meant for. */
function findRound(
  rounds: readonly RoundRecord[],
  id: string | undefined,
  step: Step,
): RoundRecord | undefined {
  if (id !== undefined) return rounds.find((round) => round.id === Number(id));
  return rounds.find(
    ({ endedAt, appliedAt, isComparing }) =>
      step === "show" ||
      (step === "end" && (endedAt === undefined || isComparing)) ||
      (step === "apply" && endedAt !== undefined && !isComparing) ||
      (step === "undo" && appliedAt !== undefined),
  );
}

async function takeStep(
  step: Exclude<Step, "begin" | "list">,
  parts: {
    store: Store;
    register: RegisterRecord;
    round: RoundRecord;
    io: Io;
    json: true | undefined;
  },
): Promise<number> {
  const { store, register, round, io, json } = parts;
  const { applyRound, endRound, exportDifferences, undoRound } = await loadRegisterWork();
  if (step === "show") {
    const lines = exportDifferences(store, register, round.id, json ? "jsonl" : "csv");
    for await (const line of lines) io.stdout.write(line);
    return 0;
  }
  if (step === "end") {
    const ended = await endRound(store, register, round.id);
    if (typeof ended === "string") return fail(io, await describe(ended));
    return print(io, json, ended, `Round ${round.id} has ended: ${countKinds(ended)}.`);
  }
  const act = step === "apply" ? applyRound : undoRound;
  const movements = await act(store, register, round.id);
  if (typeof movements === "string") return fail(io, await describe(movements));
  const done = step === "apply" ? "Booked" : "Took back";
  const counted = `${movements} ${movements === 1 ? "difference" : "differences"}`;
  return print(io, json, { movements }, `${done} ${counted} of round ${round.id}.`);
}

async function describe(
  code: "no-rounds-here" | "round-open" | "no-such-round" | "round-not-ended",
) {
  const { errors } = await import("@scanhook/hub");
  return errors[code].message;
}

function countKinds({ differences }: RoundRecord): string {
  const kinds = Object.entries(differences).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length === 0 ? "nothing was counted" : kinds.join(", ");
}

function listRounds(io: Io, json: true | undefined, rounds: readonly RoundRecord[]): number {
  for (const round of rounds) {
    const { id, beganAt, endedAt, appliedAt, isComparing, visited, places, counted } = round;
    const ended = isComparing ? "being compared" : countKinds(round);
    const state = appliedAt ? "applied" : endedAt ? ended : "going on";
    const line = `${id}  ${beganAt}  ${counted} articles at ${visited} of ${places} places  ${state}`;
    io.stdout.write(json ? `${JSON.stringify(round)}\n` : `${printable(line)}\n`);
  }
  return 0;
}

function print(io: Io, json: true | undefined, value: object, sentence: string): number {
  io.stdout.write(json ? `${JSON.stringify(value)}\n` : `${sentence}\n`);
  return 0;
}
