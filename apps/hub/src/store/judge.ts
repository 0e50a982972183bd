import { keysOf } from "../registers/keys.ts";
import { type Decision, decideCheckIn } from "../registers/kinds/check-in.ts";
import type { Action, Entry, Presence, Verdict } from "../registers/register.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import { toScanTime } from "../registers/scan-time.ts";
import type { NewDelivery } from "./deliveries.ts";
import type { LedgerRegister, MovementToUndo, State } from "./register-row.ts";
import type { DecisionRequest, TriedVerdict } from "./registers.ts";

/**
 * The data that decisions are based on. Each method also sees what earlier decisions of the same
 * transaction have changed.
 */
export type Ledger = {
  binding(inbox: string): { register: number; action: Action } | undefined;
  register(id: number): LedgerRegister | undefined;
  /** Returns the entries of a list that have one of these keys, each entry once. */
  entriesWith(list: number, keys: readonly string[]): Entry[];
  entry(list: number, id: number): Entry | undefined;
  state(register: number, entry: number): State | undefined;
  movement(register: number, id: number): MovementToUndo | undefined;
  /**
   * Returns the guests who came in before this time, in milliseconds since 1970, and are still
   * inside.
   */
  guestsInside(register: number, before: number): GuestState[];
};

/** The state of a guest. `entry` is the id of the guest's entry. */
export type GuestState = { entry: number; state: State };

/** The parts of an arrival that a decision is based on. */
export type JudgedArrival = {
  request: DecisionRequest;
  inbox: string;
  user: string | null;
  date: string;
  content: string;
  tag: string | null;
};

/**
 * A decision to store. `inside`, `admitted` and `refused` are added to the counters of the
 * register. `at` is in milliseconds since 1970.
 */
export type Judgement = {
  register: LedgerRegister;
  entry?: Entry | undefined;
  undoes?: number | undefined;
  at: number;
  door: string;
  action: Action | "undo" | "exit-all";
  forced: boolean;
  inside: number;
  admitted: number;
  refused: number;
  before?: Presence | undefined;
  /** The new state of the guest; absent if it does not change. */
  state?: State | undefined;
  /** The new states of the guests whom a rule checks out together. */
  leaving?: readonly GuestState[];
  /** The decision is only valid while at most this many guests are inside. */
  mostInside?: number | undefined;
  reply: Reply;
  /** One sentence on why the owner's own line could not be filled in. */
  lineProblem?: string;
};

/** A scan counts as late if its device made it longer ago than this, in milliseconds. */
const lateMs = 600_000;

/** The door of acts by the owner. The door of a supervisor's acts is the supervisor's user name. */
const byHand = "by hand";

/** The door of guests whom a rule checks out. */
const everyDoor = "everybody out";

/**
 * Decides about an arrival. `now` is in milliseconds since 1970. Returns undefined if there is
 * nothing to decide, for example because the inbox no longer feeds a register.
 */
export function judge(ledger: Ledger, arrival: JudgedArrival, now: number): Judgement | undefined {
  const { request, inbox, user } = arrival;
  if (request.kind === "scan") {
    const binding = ledger.binding(inbox);
    const register = binding && ledger.register(binding.register);
    if (!register) return undefined;
    const { content, tag } = arrival;
    const keys = keysOf({ content, tag: tag ?? undefined }, register.rules.keys);
    const found = ledger.entriesWith(register.list, keys);
    const entry = found.length > 1 ? "ambiguous" : (found[0] ?? "unknown");
    const { action } = binding;
    const door = user ?? inbox;
    return judgeEntry(ledger, { register, entry, action, door, now, user, date: arrival.date });
  }
  const register = ledger.register(request.register);
  if (!register) return undefined;
  if (request.kind === "undo")
    return judgeUndo(ledger, register, request.movement, user ?? byHand, now);
  if (request.kind === "exit-all") return judgeExitAll(ledger, register, request.before, now);
  const { action, forced = false } = request;
  const entry = ledger.entry(register.list, request.entry) ?? "unknown";
  const door = user ?? byHand;
  return judgeEntry(ledger, { register, entry, action, door, now, user: door, forced });
}

type Occasion = {
  register: LedgerRegister;
  entry: Entry | "unknown" | "ambiguous";
  action: Action;
  door: string;
  now: number;
  /** Null for an unknown sender, who sees no names. */
  user: string | null;
  /** When the device scanned, as the device wrote it. */
  date?: string;
  forced?: boolean;
};

function judgeEntry(ledger: Ledger, occasion: Occasion): Judgement {
  const { register, entry, action, door, now, user, date, forced = false } = occasion;
  const known = typeof entry === "string" ? undefined : entry;
  const state = known && ledger.state(register.id, known.id);
  const presence = state && state.uses > 0 ? state : undefined;
  const { rules, inside } = register;
  const decided = decideCheckIn({ rules, entry, presence, inside, action, door, now, forced });
  const scannedAt = findLateScan(date, now);
  const result = decided.result === "yes" && scannedAt !== undefined ? "look" : decided.result;
  const change = toChange(decided, presence);
  const { capacity } = rules;
  return {
    register,
    entry: known,
    at: now,
    door,
    action,
    forced,
    ...change,
    refused: result === "no" ? 1 : 0,
    before: presence && toPresence(presence),
    state: decided.presence && { ...decided.presence, version: (state?.version ?? 0) + 1 },
    mostInside: change.inside > 0 && capacity !== undefined && !forced ? capacity - 1 : undefined,
    ...composeReply({
      result,
      code: decided.code,
      register,
      entry: known,
      presence,
      inside: inside + change.inside,
      now,
      scannedAt,
      showsNames: user !== null,
    }),
  };
}

function judgeUndo(
  ledger: Ledger,
  register: LedgerRegister,
  id: number,
  door: string,
  now: number,
): Judgement {
  const movement = ledger.movement(register.id, id);
  const entry = movement?.entry && ledger.entry(register.list, movement.entry);
  const state = entry ? ledger.state(register.id, entry.id) : undefined;
  const code = findUndoProblem(movement, state);
  const undone =
    code === undefined && movement && entry && state ? { movement, entry, state } : undefined;
  const inside = undone ? -undone.movement.inside : 0;
  const { before = { status: "outside", since: 0, door: byHand, uses: 0 } } = movement ?? {};
  return {
    register,
    entry: entry || undefined,
    undoes: undone && id,
    at: now,
    door,
    action: "undo",
    forced: true,
    inside,
    admitted: undone ? -undone.movement.admitted : 0,
    refused: 0,
    before: undone && toPresence(undone.state),
    state: undone && { ...before, version: undone.state.version + 1 },
    ...composeReply({
      result: code ? "no" : "yes",
      code: code ?? "undone",
      register,
      entry: entry || undefined,
      presence: state,
      inside: register.inside + inside,
      restored: undone && before.status,
      now,
      showsNames: true,
    }),
  };
}

/**
 * Checks out everybody who came in before a time. Returns undefined if there is nobody to check
 * out.
 */
function judgeExitAll(
  ledger: Ledger,
  register: LedgerRegister,
  before: number,
  now: number,
): Judgement | undefined {
  const leaving = ledger.guestsInside(register.id, before).map(({ entry, state }) => ({
    entry,
    state: { ...left, since: before, uses: state.uses, version: state.version + 1 },
  }));
  if (leaving.length === 0) return undefined;
  return {
    register,
    at: now,
    door: everyDoor,
    action: "exit-all",
    forced: false,
    inside: -leaving.length,
    admitted: 0,
    refused: 0,
    leaving,
    ...composeReply({
      result: "yes",
      code: "everybody-out",
      register,
      entry: undefined,
      presence: undefined,
      inside: register.inside - leaving.length,
      left: leaving.length,
      now,
      showsNames: true,
    }),
  };
}

const left = { status: "outside", door: everyDoor } as const;

function findUndoProblem(movement: MovementToUndo | undefined, state: State | undefined) {
  if (!movement) return "no-such-movement";
  if (movement.version === undefined || movement.isUndone || !state) return "nothing-to-undo";
  if (movement.version !== state.version) return "changed-since";
}

/** Returns how a decision changes the counters `inside` and `admitted`. */
function toChange({ presence }: Decision, before: Presence | undefined) {
  if (!presence) return { inside: 0, admitted: 0 };
  const isInside = Number(presence.status === "inside");
  const wasInside = Number(before?.status === "inside");
  const admitted = presence.uses > 0 && (before?.uses ?? 0) === 0 ? 1 : 0;
  return { inside: isInside - wasInside, admitted };
}

function toPresence({ status, since, door, uses }: Presence): Presence {
  return { status, since, door, uses };
}

/**
 * Returns the time of a scan if it is late, in milliseconds since 1970. A scan from a device whose
 * clock is years behind also counts as late.
 */
function findLateScan(date: string | undefined, now: number): number | undefined {
  const time = date === undefined ? Number.NaN : toScanTime(date);
  return now - time > lateMs ? time : undefined;
}

/** Returns a verdict in the form of `NewDelivery.verdicts`: result, space and code. */
export function toVerdictText({ result, code }: Pick<Verdict, "result" | "code">): string {
  return `${result} ${code}`;
}

/** Returns whether a delivery is stored for a scan with this verdict, or without a verdict. */
export function takesVerdict(
  { verdicts }: Pick<NewDelivery, "verdicts">,
  verdict: Pick<Verdict, "result" | "code"> | undefined,
): boolean {
  return !verdicts || (verdict !== undefined && verdicts.includes(toVerdictText(verdict)));
}

/** Returns the verdict of a decision that is not stored. Its `movement` is 0. */
export function toTriedVerdict({ reply, lineProblem, at }: Judgement): TriedVerdict {
  return { ...toVerdict(reply, 0, at), lineProblem };
}

/**
 * Returns the verdict of a decision that is stored as the movement with this id. `at` is in
 * milliseconds since 1970.
 */
export function toVerdict({ hidden: _, ...reply }: Reply, movement: number, at: number): Verdict {
  return { ...reply, movement, at: new Date(at).toISOString() };
}

/** Returns the row of the journal for a judgement about a scan. */
export function toMovementRow(judgement: Judgement, scan: number) {
  const { register, entry, undoes, at, door, action, forced, before, state, reply } = judgement;
  const { inside, admitted } = judgement;
  return {
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
    version: state?.version ?? null,
    forced,
    reply: JSON.stringify(reply),
  };
}

/** Returns the states that a judgement changes. */
export function listChangedStates({
  entry,
  state,
  leaving = [],
}: Judgement): readonly GuestState[] {
  return entry && state ? [{ entry: entry.id, state }] : leaving;
}
