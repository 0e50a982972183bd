import { keysOf } from "../registers/keys.ts";
import { findPresence } from "../registers/kinds/check-in.ts";
import type {
  CountingRound,
  Decision,
  HeldThings,
  NewState,
  Undoable,
} from "../registers/kinds/kind.ts";
import { noFacts, type ProductFacts, readProductFacts } from "../registers/product-facts.ts";
import {
  type Action,
  actions,
  type Entry,
  type Hand,
  type OpenRound,
  type PlacedState,
  type Presence,
  type Tally,
  type ToldHand,
  type Verdict,
} from "../registers/register.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import { toScanTime } from "../registers/scan-time.ts";
import type { NewDelivery } from "./deliveries.ts";
import type { HandRow, LedgerRegister, MovementToUndo, StoredHand } from "./register-row.ts";
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
  /** Returns the states of an entry, one for each place. */
  states(register: number, entry: number): PlacedState[];
  /** Returns what a user has in hand, also if that was long ago. */
  hand(inbox: string, user: string, register: number): StoredHand | undefined;
  movement(register: number, id: number): MovementToUndo | undefined;
  /**
   * Returns the guests who came in before this time, in milliseconds since 1970, and are still
   * inside.
   */
  guestsInside(register: number, before: number): EntryState[];
  /** Returns what was counted of an entry in a round, by place and user. */
  tallies(round: number, entry: number): Tally[];
  /** Returns whether a serial number of an entry was counted in a round. */
  isSerialCounted(round: number, entry: number, serial: string): boolean;
  /** Returns the id that a new entry will have. */
  nextEntry(): number;
};

/** The state of an entry at a place. */
export type EntryState = { entry: number; state: PlacedState };

/** A state that a decision changes. `prior` is its effective version before. */
type ChangedState = EntryState & { prior: number };

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
  /** The key of an entry that the decision adds. */
  newKey?: string | undefined;
  undoes?: number | undefined;
  at: number;
  door: string;
  action: Action | "undo" | "exit-all" | "round";
  /** The round that the movement belongs to. */
  round?: number | undefined;
  forced: boolean;
  inside: number;
  admitted: number;
  refused: number;
  /** The presence of the guest before. */
  before?: Presence | undefined;
  /** The states that the decision changes. The first one is at the place of the movement. */
  states: readonly ChangedState[];
  booking?: Decision["booking"];
  /** The movement that this one replaces is taken back before, as a movement of its own. */
  takesBack?: {
    movement: number;
    states: readonly ChangedState[];
    booking: Decision["booking"];
    counted: number | undefined;
  };
  facts: ProductFacts;
  /** What is added to the tallies of a round. */
  tallies: readonly TallyChange[];
  /** The visit of a place in a round. */
  visit?: { round: number; place: number; door: string; at: number } | undefined;
  /** What the user has in hand afterwards. */
  hand?: (StoredHand & { inbox: string; user: string }) | undefined;
  /** The decision is only valid while at most this many guests are inside. */
  mostInside?: number | undefined;
  reply: Reply;
  /** One sentence on why the owner's own line could not be filled in. */
  lineProblem?: string;
};

/** What is added to a tally. `booked` is how much the register has at the place. */
export type TallyChange = Tally & { round: number; booked: number; at: number };

/** A scan counts as late if its device made it longer ago than this, in milliseconds. */
const lateMs = 600_000;

/** A user who scans nothing for this long, in milliseconds, has nothing in hand any more. */
export const handIdleMs = 120_000;

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
    return judgeScan(ledger, arrival, { register, action: binding.action }, now);
  }
  const register = ledger.register(request.register);
  if (!register) return undefined;
  const door = user ?? byHand;
  const act = { register, door, now };
  if (request.kind === "undo") return judgeUndo(ledger, act, request.movement);
  if (request.kind === "correct")
    return judgeCorrection(ledger, act, request.movement, request.quantity);
  if (request.kind === "exit-all") return judgeExitAll(ledger, register, request.before, now);
  if (request.kind === "round") {
    const { code, round } = request;
    const decision = { result: "yes", code, told: { round } } as const;
    return { ...toJudgement(act, { action: "round", entry: undefined, decision }), round };
  }
  const { action, forced = false, quantity } = request;
  const entry = ledger.entry(register.list, request.entry) ?? ("unknown" as const);
  const hand = takeInHand(ledger, register.list, request, now);
  const given = { register, entry, action, door, now, forced, quantity, hand };
  return judgeEntry(ledger, { ...given, facts: noFacts, showsNames: true });
}

function judgeScan(
  ledger: Ledger,
  { inbox, user, date, content, tag, request }: JudgedArrival,
  { register, action }: { register: LedgerRegister; action: Action },
  now: number,
): Judgement {
  const { kind, list, rules } = register;
  const keyRules = kind.keyRules(rules);
  const keys = keysOf({ content, tag: tag ?? undefined }, keyRules);
  const found = findEntries(ledger, list, keys);
  const facts = keyRules.products ? readProductFacts(content, now) : noFacts;
  const stored = user === null ? undefined : ledger.hand(inbox, user, register.id);
  return judgeEntry(ledger, {
    register,
    entry: found.length > 1 ? "ambiguous" : (found[0] ?? "unknown"),
    action,
    door: user ?? inbox,
    now,
    showsNames: user !== null,
    scannedAt: findLateScan(date, now),
    newEntry: keys[0] === undefined ? undefined : { key: keys[0], label: toLabel(content, tag) },
    facts,
    quantity: request.kind === "scan" ? request.quantity : undefined,
    hand: user === null ? undefined : toHeldThings(ledger, list, stored, now),
    holder: user === null ? undefined : { inbox, user, version: (stored?.version ?? 0) + 1 },
  });
}

/**
 * Returns the entries that a scan may mean. Of the keys of a product code, which begin with the
 * most specific one, only the first that an entry has counts.
 */
function findEntries(ledger: Ledger, list: number, keys: readonly string[]): Entry[] {
  const ofProduct = keys.filter((key) => key.startsWith("g:"));
  const first = ofProduct.find((key) => ledger.entriesWith(list, [key]).length > 0);
  const wanted = keys.filter((key) => key === first || !ofProduct.includes(key));
  return ledger.entriesWith(list, wanted);
}

const maxLabelLength = 200;

/** Returns the label of an entry that nobody has named yet. */
function toLabel(content: string, tag: string | null): string {
  const text = content.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
  return (
    Array.from(text.slice(0, 2 * maxLabelLength))
      .slice(0, maxLabelLength)
      .join("") || tag!
  );
}

/** Returns what a user has in hand: nothing new after a pause, or once a place was deleted. */
function toHeldThings(
  ledger: Ledger,
  list: number,
  stored: StoredHand | undefined,
  now: number,
): HeldThings {
  if (!stored || Math.abs(now - stored.touchedAt) > handIdleMs)
    return takeInHand(ledger, list, {}, now);
  return { ...stored, ...findPlaces(ledger, list, stored) };
}

/** Returns what somebody has in hand who has just taken these places. */
function takeInHand(
  ledger: Ledger,
  list: number,
  places: Pick<Hand, "place" | "from">,
  now: number,
): HeldThings {
  return { ...findPlaces(ledger, list, places), since: now, touchedAt: now - 1 };
}

function findPlaces(ledger: Ledger, list: number, { place, from }: Pick<Hand, "place" | "from">) {
  const find = (id: number | undefined) => {
    const entry = id === undefined ? undefined : ledger.entry(list, id);
    return entry?.role === "place" ? entry : undefined;
  };
  return { place: find(place), from: find(from) };
}

type Given = {
  register: LedgerRegister;
  entry: Entry | "unknown" | "ambiguous";
  action: Action;
  door: string;
  now: number;
  showsNames: boolean;
  /** When the device scanned, if that is remarkably long ago. */
  scannedAt?: number | undefined;
  /** The key and label that an unknown code would have as an entry. */
  newEntry?: { key: string; label: string } | undefined;
  facts: ProductFacts;
  hand: HeldThings | undefined;
  /** Whose hand changes, and its next version. */
  holder?: { inbox: string; user: string; version: number } | undefined;
  quantity?: number | undefined;
  forced?: boolean;
};

function judgeEntry(ledger: Ledger, given: Given): Judgement {
  const { register, entry, action, door, now, scannedAt, newEntry, showsNames } = given;
  const { forced = false, facts, hand, holder, quantity } = given;
  const { rules, inside, kind } = register;
  const known = typeof entry === "string" ? undefined : entry;
  const states = known ? ledger.states(register.id, known.id) : [];
  const situation = { rules, entry, states, inside, action, door, now, forced };
  const round = readRound(ledger, register, known, facts);
  const decided = kind.decide({ ...situation, facts, hand, quantity, round });
  const result = decided.result === "yes" && scannedAt !== undefined ? "look" : decided.result;
  const added =
    decided.addsEntry && newEntry ? toNewEntry(ledger.nextEntry(), newEntry.label) : undefined;
  const told = added ?? known;
  return {
    register,
    entry: told,
    newKey: added && newEntry?.key,
    at: now,
    door,
    action,
    forced,
    ...toEffects(decided, told, states),
    refused: result === "no" ? 1 : 0,
    before: findBefore(decided),
    ...toRoundEffects(decided, register.round, door, now),
    facts,
    hand: holder && decided.hand && { ...decided.hand, ...holder },
    ...composeReply({
      result,
      code: decided.code,
      register,
      entry: told,
      told: decided.told,
      hand: holder && decided.hand && toToldHand(ledger, register.list, action, decided.hand),
      now,
      scannedAt,
      showsNames,
    }),
  };
}

/** Returns the round that is going on, with what was counted of an entry in it. */
function readRound(
  ledger: Ledger,
  { round }: LedgerRegister,
  entry: Entry | undefined,
  { serial }: ProductFacts,
): CountingRound | undefined {
  if (!round) return undefined;
  const isSerialCounted =
    entry !== undefined &&
    serial !== undefined &&
    ledger.isSerialCounted(round.id, entry.id, serial);
  return { ...round, isSerialCounted, tallies: entry ? ledger.tallies(round.id, entry.id) : [] };
}

/** Returns the effects of a decision on the round that is going on. */
function toRoundEffects(
  { tally, visit: place }: Decision,
  round: { id: number } | undefined,
  door: string,
  at: number,
) {
  const id = round?.id ?? 0;
  return {
    round: tally ? id : undefined,
    tallies: tally ? [{ door, ...tally, round: id, at }] : [],
    visit: place === undefined ? undefined : { round: id, place, door, at },
  };
}

function toNewEntry(id: number, label: string): Entry {
  return { id, label, fields: {}, blocked: false, unnamed: true, version: 1 };
}

/**
 * Returns the effects of a decision, with the new versions of the states. `effective` has the
 * effective versions, by place, that an undo leads back to.
 */
function toEffects(
  { inside = 0, admitted = 0, states = [], booking, mostInside }: Partial<Decision>,
  entry: Entry | undefined,
  before: readonly PlacedState[],
  effective?: ReadonlyMap<number, number | undefined>,
) {
  const stateAt = new Map(before.map((state) => [state.place, state]));
  return {
    inside,
    admitted,
    booking,
    mostInside,
    states: entry ? states.map((state) => toEntryState(entry, state)) : [],
  };

  function toEntryState({ id }: Entry, state: NewState): ChangedState {
    const { version = 0, effective: prior = 0 } = stateAt.get(state.place) ?? {};
    const next = version + 1;
    const led = { ...state, version: next, effective: effective?.get(state.place) ?? next };
    return { entry: id, state: led, prior };
  }
}

/** Returns the presence of a guest before a decision that changes it. */
function findBefore({ told, states = [] }: Decision): Presence | undefined {
  return states.length > 0 ? told.presence : undefined;
}

function toToldHand(
  ledger: Ledger,
  list: number,
  action: Action,
  { place, from, quantity, touchedAt }: Hand,
): ToldHand | undefined {
  const label = (id: number | undefined) =>
    id === undefined ? undefined : ledger.entry(list, id)?.label;
  if (place === undefined && quantity === undefined) return undefined;
  const until = new Date(touchedAt + handIdleMs).toISOString();
  const units = quantity === undefined ? undefined : quantity / 1000;
  return { action, until, place: label(place), from: label(from), quantity: units };
}

/** A movement that a person takes back, with the decision that does so. */
type Undoing = {
  movement: MovementToUndo;
  entry: Entry;
  states: readonly PlacedState[];
  undone: Decision;
};

type Act = { register: LedgerRegister; door: string; now: number };

/** Returns what takes a movement back, or the refusal if that is impossible. */
function readUndoing(
  ledger: Ledger,
  { register, door, now }: Act,
  id: number,
): { ok: true; value: Undoing } | { ok: false; refusal: Judgement } {
  const movement = ledger.movement(register.id, id);
  const entry =
    movement?.entry === undefined ? undefined : ledger.entry(register.list, movement.entry);
  const states = entry ? ledger.states(register.id, entry.id) : [];
  const { inside, kind, round } = register;
  const code =
    movement?.counted === undefined
      ? findUndoProblem(movement, states)
      : findCountProblem(movement, round);
  if (code || !movement || !entry) {
    const told = { presence: findPresence(states), inside };
    const decision = { result: "no", code: code ?? "nothing-to-undo", told } as const;
    const refusal = toJudgement({ register, door, now }, { action: "undo", entry, decision });
    return { ok: false, refusal };
  }
  const undone =
    movement.counted === undefined
      ? kind.undo(toUndoable(movement), states, { entry, door, now, inside })
      : takeBackCount(ledger, movement, { entry, states });
  return { ok: true, value: { movement, entry, states, undone } };
}

/** Returns why a count in a round cannot be undone. */
function findCountProblem({ round: id, isUndone }: MovementToUndo, round: OpenRound | undefined) {
  if (isUndone) return "nothing-to-undo";
  return id === round?.id ? undefined : "round-over";
}

/** Returns the decision that takes a count in a round back. */
function takeBackCount(
  ledger: Ledger,
  { round = 0, counted = 0, place = 0, door }: MovementToUndo,
  { entry, states }: { entry: Entry; states: readonly PlacedState[] },
): Decision {
  const there = ledger.tallies(round, entry.id).filter((tally) => tally.place === place);
  const total = there.reduce((sum, { quantity }) => sum + quantity, 0);
  const { quantity: booked = 0, label } = states.find((state) => state.place === place) ?? {};
  const { unit } = entry;
  return {
    result: "yes",
    code: "undone",
    tally: { place, quantity: -counted, booked, door },
    told: { stock: { unit, place: label, quantity: counted, counted: total - counted } },
  };
}

function judgeUndo(ledger: Ledger, act: Act, id: number): Judgement {
  const undoing = readUndoing(ledger, act, id);
  if (!undoing.ok) return undoing.refusal;
  const { movement, entry, states, undone: decision } = undoing.value;
  const effective = toEffective(movement);
  return toJudgement(act, { action: "undo", entry, states, undoes: id, decision, effective });
}

/** Returns the effective versions that the undo of a movement leads back to, by place. */
function toEffective({ place = 0, from, prior, fromPrior }: MovementToUndo) {
  return new Map([
    [place, prior],
    [from ?? place, from === undefined ? prior : fromPrior],
  ]);
}

/**
 * Takes a movement of a quantity back, and decides about it anew with another quantity. Changes
 * nothing if the new quantity is refused.
 */
function judgeCorrection(ledger: Ledger, act: Act, id: number, quantity: number): Judgement {
  const { register, door, now } = act;
  const undoing = readUndoing(ledger, act, id);
  if (!undoing.ok) return undoing.refusal;
  const { entry, states, movement, undone } = undoing.value;
  const { list, rules, inside, kind } = register;
  const action = stockActions.find((name) => name === movement.action);
  if (action === undefined || (movement.delta ?? movement.counted) === undefined) {
    const decision = { result: "no", code: "nothing-to-undo", told: {} } as const;
    return toJudgement(act, { action: "undo", entry, decision });
  }
  const takenBack = toEffects(undone, entry, states, toEffective(movement)).states;
  const restored = states.map(
    (state) => takenBack.find(({ state: { place } }) => place === state.place)?.state ?? state,
  );
  const labelled = restored.map((state, index) => ({ ...state, label: states[index]!.label }));
  const situation = { rules, entry, states: labelled, inside, action, door, now, quantity };
  const hand = takeInHand(ledger, list, movement, now);
  const round = readRound(ledger, register, entry, noFacts);
  const takenBackCount = toRoundEffects(undone, register.round, door, now).tallies;
  const tallies = round?.tallies.map((tally) => {
    const change = takenBackCount.find(
      (each) => each.place === tally.place && each.door === tally.door,
    );
    return change ? { ...tally, quantity: tally.quantity + change.quantity } : tally;
  });
  const decision = kind.decide({
    ...situation,
    forced: false,
    facts: noFacts,
    hand,
    round: movement.counted === undefined || !round ? undefined : { ...round, tallies: tallies! },
  });
  if (!decision.booking && !decision.tally) return toJudgement(act, { action, entry, decision });
  const judgement = toJudgement(act, { action, entry, states: labelled, decision });
  return {
    ...judgement,
    tallies: [...takenBackCount, ...judgement.tallies],
    takesBack: {
      movement: id,
      states: takenBack,
      booking: undone.booking,
      counted: undone.tally?.quantity,
    },
  };
}

const stockActions = actions.stock;

/** Returns the judgement about an act by hand on an entry. */
function toJudgement(
  { register, door, now }: Act,
  {
    action,
    entry,
    states = [],
    undoes,
    decision,
    effective,
  }: {
    action: Action | "undo" | "round";
    entry: Entry | undefined;
    states?: readonly PlacedState[];
    undoes?: number;
    decision: Decision;
    effective?: ReadonlyMap<number, number | undefined>;
  },
): Judgement {
  const { result, code, told } = decision;
  return {
    register,
    entry,
    undoes,
    at: now,
    door,
    action,
    forced: action === "undo",
    ...toEffects(decision, entry, states, effective),
    refused: result === "no" && action !== "undo" ? 1 : 0,
    before: findBefore(decision),
    ...toRoundEffects(decision, register.round, door, now),
    facts: noFacts,
    ...composeReply({ result, code, register, entry, told, now, showsNames: true }),
  };
}

function toUndoable({ place = 0, from, delta = 0, ...movement }: MovementToUndo): Undoable {
  const { inside, admitted, before } = movement;
  return { inside, admitted, before, place, delta, from };
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
  const leaving = ledger.guestsInside(register.id, before);
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
    states: leaving.map(({ entry, state }) => ({
      entry,
      prior: state.effective,
      state: {
        ...state,
        ...left,
        since: before,
        version: state.version + 1,
        effective: state.version + 1,
      },
    })),
    tallies: [],
    facts: noFacts,
    ...composeReply({
      result: "yes",
      code: "everybody-out",
      register,
      entry: undefined,
      told: { inside: register.inside - leaving.length, left: leaving.length },
      now,
      showsNames: true,
    }),
  };
}

const left = { status: "outside", door: everyDoor } as const;

/**
 * Returns why a movement cannot be undone: only the last one can, apart from those that were undone
 * themselves.
 */
function findUndoProblem(movement: MovementToUndo | undefined, states: readonly PlacedState[]) {
  if (!movement) return "no-such-movement";
  const { version, fromVersion, place = 0, from, isUndone } = movement;
  if (version === undefined || isUndone) return "nothing-to-undo";
  const isLast = (at: number, wanted: number | undefined) =>
    states.some(
      (state) => state.place === at && (state.effective === wanted || state.version === wanted),
    );
  if (!states.some((state) => state.place === place)) return "nothing-to-undo";
  const isUndoable = isLast(place, version) && (from === undefined || isLast(from, fromVersion));
  return isUndoable ? undefined : "changed-since";
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

/**
 * Returns the rows of the journal for a judgement about a scan. The last one is the movement of the
 * scan.
 */
export function toMovementRows(judgement: Judgement, scan: number) {
  const { register, entry, undoes, at, door, action, forced, before, takesBack } = judgement;
  const { inside, admitted, booking, facts, states, reply } = judgement;
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
    ...toBookingColumns(entry === undefined ? [] : states, booking, judgement.tallies.at(-1)),
    round: judgement.round ?? null,
    counted: judgement.tallies.at(-1)?.quantity ?? null,
    lot: facts.lot ?? null,
    serial: facts.serial ?? null,
    expires: facts.expires ?? null,
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
  const { touchedAt: touched_at, version } = rest;
  const row = { inbox, user, register: register.id, place, from_place: from };
  return { ...row, quantity, since, touched_at, version };
}
