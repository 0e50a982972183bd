import { foldText } from "@scanhook/content";
import type { Decision } from "../registers/kinds/kind.ts";
import type { Entry } from "../registers/register.ts";
import type { ChangedState, Judgement, TallyChange } from "./judgement.ts";
import type { HandRow } from "./ledger-row.ts";

/**
 * Returns the rows of the journal for a judgement about a scan. The last one is the movement of the
 * scan.
 */
export function toMovementRows(judgement: Judgement, scan: number) {
  const { register, entry, undoes, at, door, action, forced, before, takesBack } = judgement;
  const { inside, admitted, booking, facts, states, reply, holder, answers, answered } = judgement;
  const columns = toBookingColumns(
    entry === undefined ? [] : states,
    booking,
    judgement.tallies.at(-1),
  );
  const row = {
    scan,
    register: register.id,
    entry: entry?.id ?? null,
    undoes: undoes ?? null,
    at,
    door,
    action,
    result: reply.result,
    code: reply.code,
    inside,
    admitted,
    was: before === undefined ? null : JSON.stringify(before),
    ...columns,
    prior: columns.prior ?? judgement.asked ?? null,
    round: judgement.round ?? null,
    counted: judgement.tallies.at(-1)?.quantity ?? null,
    lot: facts.lot ?? null,
    serial: facts.serial ?? null,
    expires: facts.expires ?? null,
    holder: holder ?? null,
    due_at: (entry && states[0]?.state.dueAt) ?? judgement.dueAt ?? null,
    answers: answers ? JSON.stringify(answers) : null,
    answered: answered ?? null,
    forced,
    reply: JSON.stringify(reply),
  };
  if (!takesBack) return [row];
  const takingBack = {
    ...row,
    ...toBookingColumns(takesBack.states, takesBack.booking, judgement.tallies[0]),
    counted: takesBack.counted ?? null,
    scan: null,
    undoes: takesBack.movement,
    door: takesBack.door,
    action: "undo",
    result: "yes",
    code: "undone",
    reply: null,
  };
  return [takingBack, row];
}

function toBookingColumns(
  states: readonly ChangedState[],
  booking: Decision["booking"],
  tally: TallyChange | undefined,
) {
  const [here, source] = states;
  return {
    version: here?.state.version ?? null,
    prior: here?.prior ?? null,
    place: (booking ?? tally)?.place || null,
    from_place: booking?.from ?? null,
    from_version: source?.state.version ?? null,
    from_prior: source?.prior ?? null,
    delta: booking?.delta ?? null,
  };
}

/** Returns the row of a hand after a judgement. */
export function toHandRow({ hand, register }: Judgement): HandRow | undefined {
  if (!hand) return undefined;
  const { inbox, user, place = null, from = null, quantity = null, since, ...rest } = hand;
  const { holder = null, dueAt: due_at = null, touchedAt: touched_at, version } = rest;
  const row = { inbox, user, register: register.id, place, from_place: from };
  return { ...row, quantity, holder, due_at, since, touched_at, version };
}

/** Returns the row of the counter of a tag after a judgement. */
export function toTagRow({ tag, register, at, door }: Judgement) {
  return tag && { register: register.list, tag: tag.uid, counter: tag.counter, at, door };
}

/** Returns the columns of an entry that a decision adds, except its list. */
export function toNewEntryRow({ id, label, group, attention, fields }: Entry) {
  return {
    id,
    label,
    folded: foldText(label),
    category: group ?? null,
    attention: attention ?? null,
    fields: JSON.stringify(fields),
  };
}
