import type { Code } from "../../../src/registers/verdict.ts";
import { formatList } from "../number-format.ts";
import {
  careTexts as care,
  stockTexts as stock,
  registerTexts as texts,
} from "../texts/registers.ts";
import { formatDate } from "../time-format.ts";
import { formatDueDate } from "./interval-form.ts";
import { showQuantity } from "./quantities.ts";
import type { HistoryMovement, Movement } from "./registers.ts";

/** The codes of movements that change a guest, a loan, an inspection or a lead. */
export const changingCodes: readonly Code[] = [
  "checked-in",
  "checked-out",
  "lent",
  "handed-over",
  "returned",
  "returned-late",
  "due-set",
  "passed",
  "failed",
  "seen",
  "new-lead",
  "known-lead",
  "no-contact",
];

/** The codes of movements whose undo deletes a lead, which its page does after a question. */
const deletingCodes: readonly Code[] = ["new-lead", "no-contact"];

/** A movement, with its register where there are those of several. */
export type ShownMovement = Movement & Partial<Pick<HistoryMovement, "register">>;

/**
 * Returns the ids of the movements that can be undone now: the newest that counts of each entry, of
 * a stock at each of its places. A movement that was undone does not count, nor does its undoing.
 * The first scan of a lead cannot be undone, because that would delete the lead.
 */
export function findUndoable(movements: readonly ShownMovement[]): ReadonlySet<number> {
  const undone = new Set(movements.map(({ undoes }) => undoes));
  const touched = new Set<string>();
  const undoable = new Set<number>();
  for (const movement of movements) {
    const { id, entry, code, place, from, register = "" } = movement;
    if (entry === undefined || code === "undone" || undone.has(id) || !changes(movement)) continue;
    const states = [place, from].map((at) => `${register} ${entry} ${at?.id ?? 0}`);
    const isNewest = !states.some((state) => touched.has(state));
    for (const state of from ? states : states.slice(0, 1)) touched.add(state);
    if (isNewest && !deletingCodes.includes(code)) undoable.add(id);
  }
  return undoable;
}

function changes({ code, delta }: Movement): boolean {
  return delta !== undefined || changingCodes.includes(code);
}

/**
 * Returns the movements without those that only asked questions which a later one answers, because
 * that one has the answers.
 */
export function withoutAsking<Shown extends Movement>(movements: readonly Shown[]): Shown[] {
  const answered = new Set(movements.map((movement) => movement.answered));
  return movements.filter(({ id, result }) => result !== "ask" || !answered.has(id));
}

/**
 * Returns the parts of a line that say what a movement did. `unit` is that of the article, if it is
 * known.
 */
export function describeMovement(movement: Movement, unit?: string): string[] {
  const { code, delta, counted, place, forced, lot, serial, expires, result } = movement;
  const isPlain = (delta ?? counted) !== undefined && result === "yes";
  const reasons = code === "undone" || isPlain ? [] : [describeCode(movement)];
  if (forced && code !== "undone") reasons.push(texts.journal.forced);
  const elsewhere = delta === undefined && place?.label !== undefined ? [place.label] : [];
  return [
    ...(delta === undefined ? [] : [describeBooking(movement, delta, unit)]),
    ...(counted === undefined ? [] : [describeCount(counted, unit)]),
    ...(reasons.length > 0 ? [formatList(reasons)] : []),
    ...describeDate(movement),
    ...elsewhere,
    ...(lot === undefined ? [] : [stock.journal.lot({ lot })]),
    ...(serial === undefined ? [] : [stock.journal.serial({ serial })]),
    ...(expires === undefined ? [] : [stock.journal.expires({ date: formatDay(expires) })]),
  ];
}

/** Says what a code means, with the person whom a loan is about. */
function describeCode({ code, holder, entry }: Movement): string {
  const reason = texts.reasons[code];
  const name = holder?.label;
  if (name === undefined || holder?.id === entry) return reason;
  const { lentTo, handedTo, returnedBy, lateBy } = care.journal;
  if (code === "lent") return lentTo({ holder: name });
  if (code === "handed-over") return handedTo({ holder: name });
  if (code === "returned") return returnedBy({ holder: name });
  return code === "returned-late" ? lateBy({ holder: name }) : `${reason}, ${name}`;
}

function describeDate({ code, due, dueDay }: Movement): string[] {
  const date = formatDueDate({ dueAt: due === undefined ? undefined : Date.parse(due), dueDay });
  if (date === undefined) return [];
  if (code === "lent" || code === "handed-over") return [care.journal.until({ date })];
  if (code === "passed" || code === "seen") return [care.journal.next({ date })];
  return code === "due-set" ? [care.journal.dated({ date })] : [];
}

/** Formats the count of a movement. One that undoes a count is negative. */
function describeCount(counted: number, unit: string | undefined): string {
  const quantity = showQuantity(Math.abs(counted), unit);
  return counted < 0
    ? stock.journal.countedLess({ quantity })
    : stock.journal.counted({ quantity });
}

function describeBooking(
  { action, place, from }: Movement,
  delta: number,
  unit: string | undefined,
): string {
  const quantity = showQuantity(Math.abs(delta), unit);
  const { more, less, same, ...booked } = stock.journal;
  const change = delta === 0 ? same : delta > 0 ? more({ quantity }) : less({ quantity });
  const at = place?.label;
  if (action === "move") return describeMove(quantity, from?.label, at);
  if (action === "count" || action === "round")
    return at === undefined ? booked.count({ change }) : booked.countAt({ change, place: at });
  if (action === "undo") return at === undefined ? change : booked.changeAt({ change, place: at });
  if (action === "remove")
    return at === undefined
      ? booked.remove({ quantity })
      : booked.removeFrom({ quantity, place: at });
  return at === undefined ? booked.add({ quantity }) : booked.addTo({ quantity, place: at });
}

function describeMove(
  quantity: string,
  from: string | undefined,
  place: string | undefined,
): string {
  const { move, moveFrom, moveTo, moveFromTo } = stock.journal;
  if (from !== undefined && place !== undefined) return moveFromTo({ quantity, from, place });
  if (from !== undefined) return moveFrom({ quantity, from });
  return place === undefined ? move({ quantity }) : moveTo({ quantity, place });
}

/** Formats the last day on which a thing is good, which ends at `expires`. */
function formatDay(expires: string): string {
  return formatDate(Date.parse(expires) - 1);
}
