import type { Source } from "@scanhook/webhook";
import { keysOf } from "../registers/keys.ts";
import type { Decision, HeldThings, ScannedCode } from "../registers/kinds/kind.ts";
import { noFacts, type ProductFacts, readProductFacts } from "../registers/product-facts.ts";
import type { Action, Entry } from "../registers/register.ts";
import { toScanTime } from "../registers/scan-time.ts";
import type { SunReading } from "../registers/sun.ts";
import type { DecisionRequest } from "./decision-request.ts";
import { takeInHand, toHeldThings, toToldHand } from "./in-hand.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { judgeDate, judgeReminder } from "./judge-date.ts";
import { type Act, type Judgement, toJudgement } from "./judgement.ts";
import { type Ledger, readRound, toPerson } from "./ledger.ts";
import type { LedgerRegister } from "./ledger-row.ts";
import { toScannedCode } from "./scanned-code.ts";
import { judgeCorrection, judgeUndo } from "./taking-back.ts";

/** The parts of an arrival that a decision is based on. */
export type JudgedArrival = {
  request: DecisionRequest;
  inbox: string;
  user: string | null;
  date: string;
  content: string;
  source: Source | null;
  tag: string | null;
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
  const { language = "en" } = request;
  if (request.kind === "scan") {
    const binding = ledger.binding(inbox);
    const register = binding && ledger.register(binding.register);
    if (!register) return undefined;
    return judgeScan(ledger, arrival, {
      register,
      action: binding.action,
      now,
      language,
    });
  }
  const register = ledger.register(request.register);
  if (!register) return undefined;
  const act = { register, door: user ?? byHand, now, language };
  if (request.kind === "undo") return judgeUndo(ledger, act, request.movement);
  if (request.kind === "correct")
    return judgeCorrection(ledger, act, request.movement, request.quantity);
  if (request.kind === "answer") return judgeAnswer(ledger, act, request, user);
  if (request.kind === "set-due") return judgeDate(ledger, act, request);
  if (request.kind === "remind") return judgeReminder(ledger, act, request);
  if (request.kind === "exit-all") return judgeExitAll(ledger, act, request.before);
  if (request.kind === "round") {
    const { code, round } = request;
    const decision = { result: "yes", code, told: { round } } as const;
    return { ...toJudgement(act, { action: "round", decision }), round };
  }
  const { action, forced, quantity } = request;
  const entry = ledger.entry(register.list, request.entry) ?? ("unknown" as const);
  const hand = takeInHand(ledger, register, request, now);
  return judgeEntry(ledger, act, { entry, action, forced, quantity, hand, facts: noFacts });
}

function judgeScan(
  ledger: Ledger,
  arrival: JudgedArrival,
  { action, ...turn }: Omit<Act, "door"> & { action: Action },
): Judgement {
  const { register, now } = turn;
  const { inbox, user, date, source, request } = arrival;
  const { kind, list } = register;
  const { keyRules, code, reading } = toScannedCode(register, arrival);
  const { content, tag } = code;
  const keys = keysOf({ content, tag: tag ?? undefined }, keyRules);
  const own = findEntries(ledger, list, keys);
  // A guest whose badge was scanned before is a lead of the register itself.
  const hasOwn = own.length > 0 && kind.newKeys !== undefined;
  const persons = hasOwn ? [] : findPeople(ledger, register, { keys, content, tag });
  const found = [...own, ...persons];
  const act = { ...turn, door: user ?? inbox };
  const scan = { action, showsNames: user !== null, scannedAt: findLateScan(date, now) };
  const refusal = reading && findTagRefusal(ledger, register, reading);
  if (refusal)
    return toJudgement(act, {
      ...scan,
      decision: { result: "no", ...refusal },
      entry: found.length === 1 ? found[0] : undefined,
    });
  const stored = user === null ? undefined : ledger.hand(inbox, user, register.id);
  const judgement = judgeEntry(ledger, act, {
    ...scan,
    isScan: true,
    isTouched: source === "nfc" || reading !== undefined,
    entry: found.length > 1 ? "ambiguous" : (found[0] ?? "unknown"),
    scanned: keys.length === 0 ? undefined : { keys, content, tag },
    facts: keyRules.products ? readProductFacts(content, now) : noFacts,
    quantity: request.kind === "scan" ? request.quantity : undefined,
    hand: user === null ? undefined : toHeldThings(ledger, register, stored, now),
    owner: user === null ? undefined : { inbox, user, version: (stored?.version ?? 0) + 1 },
  });
  return { ...judgement, tag: reading?.ok ? reading : undefined };
}

/**
 * Returns why the link of a tag does not count; undefined if it is genuine and its counter is
 * higher than in all scans before.
 */
function findTagRefusal(
  ledger: Ledger,
  { list, inside }: LedgerRegister,
  reading: SunReading,
): Pick<Decision, "code" | "told"> | undefined {
  if (!reading.ok) return { code: reading.code, told: { inside } };
  const seen = ledger.tagCounter(list, reading.uid);
  if (seen === undefined || reading.counter > seen.counter) return undefined;
  return { code: "seen-before", told: { inside, seen } };
}

/** Returns the people whom a scan may mean, also by the rules of the register that has them. */
function findPeople(
  ledger: Ledger,
  { people }: LedgerRegister,
  { keys, content, tag }: { keys: readonly string[]; content: string; tag: string | null },
): Entry[] {
  const lender = people === undefined ? undefined : ledger.register(people);
  if (!lender) return [];
  const theirs = keysOf({ content, tag: tag ?? undefined }, lender.kind.keyRules(lender.rules));
  const found = findEntries(ledger, lender.list, [...new Set([...keys, ...theirs])]);
  return found.map((each) => toPerson(each)!);
}

/**
 * Returns the entries that a scan may mean. Of the keys of a product code, which begin with the
 * most specific one, only the first that an entry has counts.
 */
function findEntries(ledger: Ledger, list: number, keys: readonly string[]): Entry[] {
  const isOfProduct = (key: string) => key.startsWith("g:");
  const found = ledger.entriesWith(
    list,
    keys.filter((key) => !isOfProduct(key)),
  );
  for (const key of keys.filter(isOfProduct)) {
    const ofProduct = ledger.entriesWith(list, [key]);
    found.push(...ofProduct);
    if (ofProduct.length > 0) break;
  }
  return [...new Map(found.map((entry) => [entry.id, entry])).values()];
}

/** The user whose hand changes, and its next version. */
type HandOwner = { inbox: string; user: string; version: number };

/** A scan or an act about one entry. */
type Attempt = {
  /** Scans count for the round that is going on; acts by hand are booked at once. */
  isScan?: boolean;
  isTouched?: boolean;
  entry: Entry | "unknown" | "ambiguous";
  action: Action;
  showsNames?: boolean;
  /** When the device scanned, if that is remarkably long ago. */
  scannedAt?: number | undefined;
  /** The code of a scan, which may become an entry. */
  scanned?: (ScannedCode & { keys: readonly string[] }) | undefined;
  facts: ProductFacts;
  hand: HeldThings | undefined;
  /** Whose hand changes, and its next version. */
  owner?: HandOwner | undefined;
  quantity?: number | undefined;
  forced?: boolean | undefined;
};

function judgeEntry(ledger: Ledger, act: Act, attempt: Attempt): Judgement {
  const { register, door, now, language } = act;
  const { entry, action, forced = false, scanned, facts, hand, owner, quantity } = attempt;
  const { kind } = register;
  const known = typeof entry === "string" ? undefined : entry;
  const states = known ? ledger.states(register.id, known.id) : [];
  const round = attempt.isScan ? readRound(ledger, register, known, facts) : undefined;
  const loans = known?.role === "person" ? ledger.loans(register.id, known.id) : [];
  const { isTouched = false } = attempt;
  const { rules, inside } = register;
  const situation = { rules, entry, scanned, states, inside, action, door, now, forced, loans };
  const brought = { facts, hand, quantity, isTouched, language };
  const decision = kind.decide({ ...situation, ...brought, round });
  const { adds } = decision;
  const added = adds && { ...adds, id: ledger.nextEntry(), version: 1 };
  const newHand = owner && decision.hand;
  return toJudgement(act, {
    ...attempt,
    decision,
    entry: added ?? known,
    newKeys: added && kind.newKeys?.(scanned?.keys ?? []),
    states,
    hand: newHand && { ...newHand, ...owner },
    toldHand: newHand && toToldHand(ledger, register, action, newHand),
  });
}

/**
 * Checks out everybody who came in before a time. Returns undefined if there is nobody to check
 * out.
 */
function judgeExitAll(ledger: Ledger, act: Act, before: number): Judgement | undefined {
  const { register } = act;
  const leaving = ledger.guestsInside(register.id, before);
  if (leaving.length === 0) return undefined;
  const told = { inside: register.inside - leaving.length, left: leaving.length };
  const decision = { result: "yes", code: "everybody-out", inside: -leaving.length, told } as const;
  const states = leaving.map(({ entry, state }) => {
    const version = state.version + 1;
    const outside = { ...state, ...left, since: before, version, effective: version };
    return { entry, prior: state.effective, state: outside };
  });
  return { ...toJudgement({ ...act, door: everyDoor }, { action: "exit-all", decision }), states };
}

const left = { status: "outside", door: everyDoor } as const;

/**
 * Returns the time of a scan if it is late, in milliseconds since 1970. A scan from a device whose
 * clock is years behind also counts as late.
 */
function findLateScan(date: string | undefined, now: number): number | undefined {
  const time = date === undefined ? Number.NaN : toScanTime(date);
  return now - time > lateMs ? time : undefined;
}
