import { oldestTime } from "../released.ts";
import { fillLine, namesGuest } from "./own-line.ts";
import type { CheckInRules, Code, Entry, Presence, Result, Verdict } from "./register.ts";
import { splitFields } from "./shown-fields.ts";

/** The facts that a reply is composed from. Times are milliseconds since 1970. */
export type ReplyParts = {
  result: Result;
  code: Code;
  /** The name of the register, and its title for people. */
  register: { name: string; title?: string | undefined; rules: CheckInRules };
  entry: Entry | undefined;
  /** The state of the guest before the scan. */
  presence: Presence | undefined;
  /** How many guests are inside after the scan. */
  inside: number;
  now: number;
  /** Where the guest is after an undo; absent if nothing was undone. */
  restored?: Presence["status"] | undefined;
  /** How many guests a rule has checked out. */
  left?: number;
  /** When the device scanned, by its own clock. Only present if that is remarkably long ago. */
  scannedAt?: number | undefined;
  /** Whether the sender may see names. */
  showsNames: boolean;
};

/**
 * A verdict before its movement is stored. `hidden` holds facts that go to destinations only, and
 * never to a phone.
 */
export type Reply = Omit<Verdict, "movement" | "at"> & { hidden?: [string, string][] };

/** In characters (Unicode code points). */
const maxTextLength = 240;

/** A reply. `lineProblem` is one sentence on why the owner's own line could not be filled in. */
export type Composed = { reply: Reply; lineProblem?: string };

/**
 * Composes the texts that people at the door see. Times are in the time zone of the hub. Where the
 * owner has written a line for the code, it replaces the standard sentence, unless it cannot be
 * filled in or names the guest to a sender who may not see names.
 */
export function composeReply(parts: ReplyParts): Composed {
  const standard = compose(parts, sentences[parts.code](nameOf(parts), parts));
  const template = parts.register.rules.texts?.[parts.code];
  if (template === undefined || (!parts.showsNames && namesGuest(template)))
    return { reply: standard };
  const { entry, showsNames, presence, now } = parts;
  const line = fillLine(template, {
    verdict: standard,
    ...(showsNames && entry && { entry }),
    ...(showsNames &&
      presence && { last: { time: formatTime(presence.since, now), door: presence.door } }),
  });
  return line.ok
    ? { reply: compose(parts, line.text) }
    : { reply: standard, lineProblem: line.reason };
}

function nameOf({ entry, showsNames }: ReplyParts): string {
  return (showsNames ? entry?.label : undefined) ?? "This guest";
}

function compose(parts: ReplyParts, sentence: string): Reply {
  const { result, code, register, entry, inside, scannedAt, showsNames } = parts;
  const { capacity } = register.rules;
  const shown = showsNames ? entry : undefined;
  const lateNote =
    scannedAt === undefined ? "" : ` Scanned at ${formatTime(scannedAt, parts.now)}, not now.`;
  const isWindow = code === "too-early" || code === "too-late";
  const clockNote =
    isWindow && parts.now < oldestTime
      ? ` The clock of the hub is wrong: it shows ${formatTime(parts.now, 0)}.`
      : "";
  const fields = splitFields(shown?.fields ?? {}, register.rules);
  const timedText = `${sentence}${clockNote}${lateNote}`;
  const times = listTimes(parts).filter((time) => timedText.includes(time));
  const attentionNote = code === "checked-in" && shown?.attention ? ` ${shown.attention}` : "";
  return {
    result,
    code,
    word: words[code],
    ...(shown && { title: cut(shown.label) }),
    text: cut(`${sentence}${clockNote}${attentionNote}${lateNote}`),
    facts: [
      ...(shown?.group === undefined ? [] : [["Group", shown.group] satisfies [string, string]]),
      ...fields.shown,
    ],
    ...(fields.hidden.length > 0 && { hidden: fields.hidden }),
    counts: { inside, ...(capacity !== undefined && { capacity }) },
    register: register.name,
    ...(times.length > 0 && { times }),
    ...(result === "look" && register.rules.tap && { tap: true as const }),
    message: cut(`${result.toUpperCase()}. ${sentence}${clockNote}${attentionNote}${lateNote}`),
  };
}

const words: Record<Code, string> = {
  "checked-in": "IN",
  "checked-out": "OUT",
  undone: "UNDONE",
  "not-in": "NOT IN",
  "just-now": "JUST NOW",
  closed: "CLOSED",
  unknown: "UNKNOWN",
  ambiguous: "AMBIGUOUS",
  blocked: "BLOCKED",
  "too-early": "TOO EARLY",
  "too-late": "TOO LATE",
  "wrong-group": "WRONG GROUP",
  "already-in": "ALREADY IN",
  used: "USED",
  "used-up": "USED UP",
  full: "FULL",
  "no-such-movement": "NOTHING TO UNDO",
  "nothing-to-undo": "NOTHING TO UNDO",
  "changed-since": "CHANGED SINCE",
  "everybody-out": "ALL OUT",
};

const sentences: Record<Code, (name: string, parts: ReplyParts) => string> = {
  "checked-in": (name) => `${name} is checked in.`,
  "checked-out": (name) => `${name} is checked out.`,
  undone: (name, { presence, restored }) => {
    if (restored === undefined) return "Undone.";
    if (restored === "outside") return `Undone: ${name} is no longer inside.`;
    return `Undone: ${name} is ${presence?.status === "inside" ? "still inside" : "inside again"}.`;
  },
  "not-in": (name) => `${name} was not inside.`,
  "just-now": (name, parts) => `${name} was scanned just now (${formatLast(parts)}).`,
  closed: (_, { register }) => `${register.title ?? register.name} is closed.`,
  unknown: () => "This code is not on the list.",
  ambiguous: () => "This scan fits two entries of the list.",
  blocked: (name) => `${name} is blocked.`,
  "too-early": (name, parts) => {
    const bound = formatBound(parts, "early");
    return bound === undefined
      ? `${name} may not come in yet.`
      : `${name} may come in from ${bound}.`;
  },
  "too-late": (name, parts) => {
    const bound = formatBound(parts, "late");
    return bound === undefined
      ? `${name} may no longer come in.`
      : `${name} could come in until ${bound}.`;
  },
  "wrong-group": (name, { entry, showsNames }) =>
    entry?.group !== undefined && showsNames
      ? `${name} belongs to “${entry.group}”, which may not come in here.`
      : `${name} belongs to no group that may come in here.`,
  "already-in": (name, parts) => `${name} is already in (${formatLast(parts)}).`,
  used: (name, parts) => `${name} has left and may not come back (${formatLast(parts)}).`,
  "used-up": (name, { presence }) =>
    `${name} has come in ${presence?.uses} times, and may no more.`,
  full: (_, { inside, register }) =>
    `It is full: ${inside} of ${register.rules.capacity} are inside.`,
  "no-such-movement": () => "There is no such movement in this register.",
  "nothing-to-undo": () => "That movement changed nothing, or is undone already.",
  "changed-since": (name) => `${name} has moved again since then; undo that first.`,
  "everybody-out": (_, { left }) =>
    `Everybody is checked out${left === undefined ? "" : `: ${left} ${left === 1 ? "guest" : "guests"}`}.`,
};

/** Returns the time and door of the guest's last change; an empty text if there was none. */
function formatLast({ presence, now }: ReplyParts): string {
  return presence ? `${formatTime(presence.since, now)}, ${presence.door}` : "";
}

/**
 * Returns the time before or after which the guest may not come in. Returns undefined if neither
 * the rules nor the entry have one, which happens once the entry was deleted.
 */
function formatBound(
  { entry, register, now }: ReplyParts,
  side: "early" | "late",
): string | undefined {
  const { opens, closes } = register.rules;
  const times =
    side === "early"
      ? [entry?.validFrom, opens && Date.parse(opens)]
      : [entry?.validUntil, closes && Date.parse(closes)];
  const known = times.filter((time) => typeof time === "number");
  if (known.length === 0) return undefined;
  return formatTime(side === "early" ? Math.max(...known) : Math.min(...known), now);
}

/** Formats a time of today as `14:02`, and one of another day as `22 Nov 2026, 14:02`. */
function formatTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat("en-GB", {
    ...(!isToday && { day: "numeric", month: "short", year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(time);
}

/** Lists the times of day, as `HH:MM`, that the sentences of a verdict may contain. */
function listTimes(parts: ReplyParts): string[] {
  const { presence, scannedAt, now, code } = parts;
  const bound =
    code === "too-early" || code === "too-late"
      ? formatBound(parts, code === "too-early" ? "early" : "late")
      : undefined;
  const moments = [presence?.since, scannedAt, now].filter((time) => time !== undefined);
  const times = moments.map((time) => formatTime(time, time));
  return [...new Set([...times, ...(bound === undefined ? [] : [bound.slice(-5)])])];
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxTextLength
    ? text
    : `${characters.slice(0, maxTextLength - 1).join("")}…`;
}
