import { dueStages } from "../registers/register.ts";
import { toActOccasion } from "./act-occasion.ts";
import type { DecisionRequest } from "./decision-request.ts";
import { takeInHand } from "./in-hand.ts";
import { type Act, type Judgement, toJudgement } from "./judgement.ts";
import type { Ledger } from "./ledger.ts";

/** Sets until when a thing is lent, or when it is due for an inspection. */
export function judgeDate(
  ledger: Ledger,
  act: Act,
  { entry: id, dueAt }: Extract<DecisionRequest, { kind: "set-due" }>,
): Judgement {
  const { register } = act;
  const { kind, list } = register;
  const entry = ledger.entry(list, id);
  const states = entry ? ledger.states(register.id, entry.id) : [];
  if (!entry || entry.role === "person" || !kind.setDue) {
    const code = entry && kind.setDue ? "not-a-thing" : "unknown";
    const decision = { result: "no", code, told: {} } as const;
    return toJudgement(act, { action: "set-due", entry, decision });
  }
  const hand = takeInHand(ledger, register, {}, act.now);
  const occasion = toActOccasion(act, { entry, states, action: "inspect", hand });
  const decision = kind.setDue(occasion, dueAt);
  return toJudgement(act, { action: "set-due", entry, states, decision, forced: false });
}

/**
 * Reports that the date of a thing has come, as the node found by its own clock. Returns undefined
 * if that was reported already, or if the thing has another date by now.
 */
export function judgeReminder(
  ledger: Ledger,
  act: Act,
  { entry: id, turn, stage }: Extract<DecisionRequest, { kind: "remind" }>,
): Judgement | undefined {
  const { register } = act;
  const entry = ledger.entry(register.list, id);
  const [state] = entry ? ledger.states(register.id, id) : [];
  const told = dueStages.indexOf(stage) + 1;
  const isNews = state?.effective === turn && state.dueAt !== undefined && told > (state.told ?? 0);
  if (!entry || !isNews || !register.kind.codes.includes(stage)) return undefined;
  const { holder, told: _, place, holderLabel, ...rest } = state;
  const decision = {
    result: "look",
    code: stage,
    states: [{ ...rest, place, holder, holderLabel, told }],
    holder,
    told: { care: { before: state, holder: holderLabel, dueAt: state.dueAt } },
  } as const;
  const effective = new Map([[place, state.effective]]);
  return toJudgement(
    { ...act, door: reminderDoor },
    { action: "remind", entry, states: [state], decision, effective },
  );
}

/** The door of what the hub reports by itself. */
const reminderDoor = "by date";
