import { keepAnswers } from "../registers/questions.ts";
import { type Action, actions, type PlacedState, type State } from "../registers/register.ts";
import type { Code } from "../registers/verdict.ts";
import { toActOccasion } from "./act-occasion.ts";
import type { DecisionRequest } from "./decision-request.ts";
import type { EarlierMovement } from "./earlier-movement-row.ts";
import { toHeldThings, toToldHand } from "./in-hand.ts";
import { type Act, type Judgement, toJudgement } from "./judgement.ts";
import { findPerson, type Ledger } from "./ledger.ts";

type AnswerRequest = Extract<DecisionRequest, { kind: "answer" }>;

/**
 * Decides by the answers to the questions of a movement. The questions are those that it asked,
 * also if the rules have changed since. They are answered once.
 */
export function judgeAnswer(
  ledger: Ledger,
  act: Act,
  { movement: id, answers, inbox = "" }: AnswerRequest,
  user: string | null,
): Judgement {
  const { register, now } = act;
  const { kind } = register;
  const movement = ledger.movement(register.id, id);
  const entry = findEntry(ledger, act, movement);
  const states = entry ? ledger.states(register.id, entry.id) : [];
  const problem = findProblem(movement, now);
  if (problem || !movement?.ask || !entry || !kind.answer) {
    const code = problem ?? "no-such-movement";
    return toJudgement(act, {
      action: "answer",
      entry,
      decision: { result: "no", code, told: {} },
    });
  }
  const stored = user === null ? undefined : ledger.hand(inbox, user, register.id);
  const hand = user === null ? undefined : toHeldThings(ledger, register, stored, now);
  const action = findAction(movement.action) ?? actions.inspection[0];
  const kept = keepAnswers(movement.ask.questions, answers);
  const occasion = toActOccasion(act, { entry, states, action, hand });
  const decision = kind.answer(occasion, {
    code: movement.code,
    holder: findPerson(ledger, register, movement.holder),
    dueAt: movement.dueAt,
    questions: movement.ask.questions,
    answers,
    kept,
    isChanged: isChanged(movement, states[0]),
  });
  const version = (stored?.version ?? 0) + 1;
  const newHand =
    user !== null && decision.hand ? { ...decision.hand, inbox, user, version } : undefined;
  const toldHand = newHand && toToldHand(ledger, register, action, newHand);
  const decided = { action: "answer", entry, states, decision, hand: newHand, toldHand } as const;
  return { ...toJudgement(act, decided), answered: id, answers: kept };
}

function findEntry(ledger: Ledger, { register }: Act, movement: EarlierMovement | undefined) {
  if (movement?.entry === undefined) return undefined;
  return (
    ledger.entry(register.list, movement.entry) ?? findPerson(ledger, register, movement.entry)
  );
}

/** Returns whether more than the date of a thing has changed since a movement asked about it. */
function isChanged(
  { version, prior = 0, before }: EarlierMovement,
  state: PlacedState | undefined,
): boolean {
  if (version !== undefined || prior === (state?.effective ?? 0)) return false;
  return describeTurn(before as State | undefined) !== describeTurn(state);
}

/** Returns what is the same of two states that differ only by their dates. */
function describeTurn(state: State | undefined): string {
  if (!state || state.status === "set") return "";
  return JSON.stringify([state.status, state.since, state.door, state.holder]);
}

/** Returns why the questions of a movement cannot be answered; undefined if they can. */
function findProblem(movement: EarlierMovement | undefined, now: number): Code | undefined {
  if (!movement?.ask) return "no-such-movement";
  if (movement.isAnswered) return "answered-already";
  return now > Date.parse(movement.ask.until) ? "ask-over" : undefined;
}

function findAction(name: string): Action | undefined {
  return Object.values(actions)
    .flat()
    .find((action) => action === name);
}
