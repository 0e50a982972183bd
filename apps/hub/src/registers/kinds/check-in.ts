import type { CheckInAction, Entry, PlacedState, Presence } from "../register.ts";
import type { CheckInRules } from "../rules.ts";
import type { Result } from "../verdict.ts";
import {
  type CheckInCode,
  checkInCodes,
  listFacts,
  listTimes,
  toSentence,
  toWarning,
} from "./check-in-words.ts";
import { toPlainWord } from "./common-words.ts";
import type { Kind } from "./kind.ts";

/** A register of guests: who is inside, and who may come in. */
export const checkIn: Kind = {
  effects: ["checked-in", "checked-out"],
  undoable: ["checked-in", "checked-out"],
  attends: ["checked-in"],
  overrulable: [
    "closed",
    "blocked",
    "too-early",
    "too-late",
    "wrong-group",
    "already-in",
    "used",
    "used-up",
    "full",
  ],
  hasHands: false,
  someone: "guest",
  codes: checkInCodes,
  keyRules: ({ keys = {} }) => keys,
  decide({ rules, entry, states, inside, action, door, now, forced }) {
    const presence = findPresence(states);
    const facts = { rules, entry, presence, inside, door, now, forced };
    const decided = decideCheckIn({ ...facts, action: action as CheckInAction });
    const change = toChange(decided, presence);
    const { capacity } = rules;
    const isLimited = change.inside > 0 && capacity !== undefined && !forced;
    return {
      result: decided.result,
      code: decided.code,
      ...change,
      states: decided.presence && [{ ...decided.presence, place: 0, quantity: 0 }],
      mostInside: isLimited ? capacity - 1 : undefined,
      told: { presence, inside: inside + change.inside },
    };
  },
  undo({ inside, admitted, before = neverInside }, states, occasion) {
    const restored = before as Presence;
    return {
      result: "yes",
      code: "undone",
      inside: -inside,
      admitted: -admitted,
      states: [{ ...restored, place: 0, quantity: 0 }],
      told: {
        presence: findPresence(states),
        inside: occasion.inside - inside,
        restored: restored.status,
      },
    };
  },
  word: toPlainWord,
  sentence: toSentence,
  warning: toWarning,
  listFacts,
  extend({ told: { inside = 0 }, register }) {
    const { capacity } = register.rules;
    return { counts: capacity === undefined ? { inside } : { inside, capacity } };
  },
  listTimes,
};

const neverInside: Presence = { status: "outside", since: 0, door: "by hand", uses: 0 };

/** Returns whether a guest was ever inside, and where; undefined for one who never was. */
export function findPresence(states: readonly PlacedState[]): Presence | undefined {
  const [state] = states;
  if (state === undefined || state.uses === 0) return undefined;
  const { status, since, door, uses } = state;
  return { status: status as Presence["status"], since, door, uses };
}

/** Returns how a decision changes the numbers of guests inside and of admitted guests. */
function toChange({ presence }: CheckInDecision, before: Presence | undefined) {
  if (!presence) return { inside: 0, admitted: 0 };
  const isInside = Number(presence.status === "inside");
  const wasInside = Number(before?.status === "inside");
  const admitted = presence.uses > 0 && (before?.uses ?? 0) === 0 ? 1 : 0;
  return { inside: isInside - wasInside, admitted };
}

/** The facts that a decision about a check-in rests on. Times are milliseconds since 1970. */
export type CheckIn = {
  rules: CheckInRules;
  entry: Entry | "unknown" | "ambiguous";
  /** Undefined for a guest who was never inside. */
  presence: Presence | undefined;
  /** How many guests are inside. */
  inside: number;
  action: CheckInAction;
  door: string;
  now: number;
  /** A person lets the guest in against the rules. */
  forced: boolean;
};

/** `presence` is the new state of the guest; without it, the state does not change. */
export type CheckInDecision = { result: Result; code: CheckInCode; presence?: Presence };

/**
 * A scan of the same guest within this many milliseconds of the last change counts as a repetition.
 */
const justNowMs = 10_000;

/** Decides about a scan. The first rule that applies wins. */
export function decideCheckIn(checkIn: CheckIn): CheckInDecision {
  const { rules, entry, presence, action, now } = checkIn;
  if (typeof entry === "string")
    return { result: "no", code: rules.closed && action !== "out" ? "closed" : entry };
  const isInside = presence?.status === "inside";
  if (action === "in") return checkInside(checkIn, entry);
  if (action === "out") return isInside ? leave(checkIn) : { result: "look", code: "not-in" };
  if (presence && isJustNow(presence, now)) return { result: "look", code: "just-now" };
  return isInside ? leave(checkIn) : checkInside(checkIn, entry);
}

function checkInside(checkIn: CheckIn, entry: Entry): CheckInDecision {
  const { presence, now, door, forced } = checkIn;
  const code = (forced ? undefined : findRefusal(checkIn, entry)) ?? findRepetition(checkIn);
  if (code === "just-now") return { result: "look", code };
  if (code) return { result: "no", code };
  const uses = (presence?.uses ?? 0) + 1;
  return {
    result: entry.attention === undefined ? "yes" : "look",
    code: "checked-in",
    presence: { status: "inside", since: now, door, uses },
  };
}

/** Returns why the rules keep the guest out, regardless of who is inside. */
function findRefusal({ rules, now }: CheckIn, entry: Entry): CheckInCode | undefined {
  const { closed, opens, closes, groups } = rules;
  const { validFrom = -Infinity, validUntil = Infinity } = entry;
  if (closed) return "closed";
  if (entry.blocked) return "blocked";
  if (now < Math.max(validFrom, toTime(opens) ?? -Infinity)) return "too-early";
  if (now >= Math.min(validUntil, toTime(closes) ?? Infinity)) return "too-late";
  if (groups && !groups.includes(entry.group ?? "")) return "wrong-group";
}

/**
 * Returns why the guest cannot come in again, or why nobody can come in because it is full. A
 * forced check-in overrules all of these, except right after the guest came in at the same door.
 */
function findRepetition({
  rules,
  presence,
  inside,
  door,
  now,
  forced,
}: CheckIn): CheckInCode | undefined {
  const { reentry = "after-exit", uses = Infinity, capacity = Infinity } = rules;
  if (presence?.status === "inside" && (forced || reentry !== "always")) {
    if (presence.door === door && isJustNow(presence, now)) return "just-now";
    if (!forced) return "already-in";
  }
  if (forced) return undefined;
  if (presence?.status === "outside" && presence.uses > 0 && reentry === "never") return "used";
  if ((presence?.uses ?? 0) >= uses) return "used-up";
  if (presence?.status !== "inside" && inside >= capacity) return "full";
}

function leave({ presence, now, door }: CheckIn): CheckInDecision {
  const uses = presence?.uses ?? 0;
  return {
    result: "yes",
    code: "checked-out",
    presence: { status: "outside", since: now, door, uses },
  };
}

/** A clock that was set back makes the last change later than now. */
function isJustNow({ since }: Presence, now: number): boolean {
  return Math.abs(now - since) < justNowMs;
}

function toTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
