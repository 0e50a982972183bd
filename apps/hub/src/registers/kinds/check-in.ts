import type { Action, CheckInRules, Code, Entry, Presence, Result } from "../register.ts";

/** The facts that a decision about a check-in rests on. Times are milliseconds since 1970. */
export type CheckIn = {
  rules: CheckInRules;
  entry: Entry | "unknown" | "ambiguous";
  /** Undefined for a guest who was never inside. */
  presence: Presence | undefined;
  /** How many guests are inside. */
  inside: number;
  action: Action;
  door: string;
  now: number;
  /** A person lets the guest in against the rules. */
  forced: boolean;
};

/** `presence` is the new state of the guest; without it, the state does not change. */
export type Decision = { result: Result; code: Code; presence?: Presence };

/**
 * A scan of the same guest within this many milliseconds of the last change counts as a repetition.
 */
const justNowMs = 10_000;

/** Decides about a scan. The first rule that applies wins. */
export function decideCheckIn(checkIn: CheckIn): Decision {
  const { rules, entry, presence, action, now } = checkIn;
  if (typeof entry === "string")
    return { result: "no", code: rules.closed && action !== "out" ? "closed" : entry };
  const isInside = presence?.status === "inside";
  if (action === "in") return checkInside(checkIn, entry);
  if (action === "out") return isInside ? leave(checkIn) : { result: "look", code: "not-in" };
  if (presence && isJustNow(presence, now)) return { result: "look", code: "just-now" };
  return isInside ? leave(checkIn) : checkInside(checkIn, entry);
}

function checkInside(checkIn: CheckIn, entry: Entry): Decision {
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
function findRefusal({ rules, now }: CheckIn, entry: Entry): Code | undefined {
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
function findRepetition({ rules, presence, inside, door, now, forced }: CheckIn): Code | undefined {
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

function leave({ presence, now, door }: CheckIn): Decision {
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
