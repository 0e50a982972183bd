import { oldestTime } from "../../released.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";
import { formatTime } from "../format-time.ts";
import type { Code } from "../verdict.ts";
import { commonCodes, commonSentences, type Tell, tellLast } from "./common-words.ts";
import type { ReplyParts } from "./kind.ts";

export const checkInCodes = [
  ...commonCodes,
  "checked-in",
  "checked-out",
  "not-in",
  "just-now",
  "too-early",
  "too-late",
  "wrong-group",
  "already-in",
  "used",
  "used-up",
  "full",
  "everybody-out",
] as const satisfies readonly Code[];

export type CheckInCode = (typeof checkInCodes)[number];

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as CheckInCode](name, parts);
}

const textsOf = ({ language }: ReplyParts) => verdictTexts(language).checkIn;

const sentences: Record<CheckInCode, Tell> = {
  ...commonSentences,
  "checked-in": (name, parts) => textsOf(parts).checkedIn({ name }),
  "checked-out": (name, parts) => textsOf(parts).checkedOut({ name }),
  undone(name, parts) {
    const { presence, restored } = parts.told;
    const { undoneOutside, undoneStillInside, undoneInside } = textsOf(parts);
    if (restored === undefined) return verdictTexts(parts.language).common.undone;
    if (restored === "outside") return undoneOutside({ name });
    return presence?.status === "inside" ? undoneStillInside({ name }) : undoneInside({ name });
  },
  "not-in": (name, parts) => textsOf(parts).notIn({ name }),
  "just-now": (name, parts) => textsOf(parts).justNow({ name, last: formatLast(parts) }),
  "too-early"(name, parts) {
    const time = formatBound(parts, "early");
    const { tooEarly, tooEarlyUntil } = textsOf(parts);
    return time === undefined ? tooEarly({ name }) : tooEarlyUntil({ name, time });
  },
  "too-late"(name, parts) {
    const time = formatBound(parts, "late");
    const { tooLate, tooLateSince } = textsOf(parts);
    return time === undefined ? tooLate({ name }) : tooLateSince({ name, time });
  },
  "wrong-group"(name, parts) {
    const { group } = parts.entry ?? {};
    const { noGroup, wrongGroup } = textsOf(parts);
    return group !== undefined && parts.showsNames
      ? wrongGroup({ name, group })
      : noGroup({ name });
  },
  "already-in": (name, parts) => textsOf(parts).alreadyIn({ name, last: formatLast(parts) }),
  used: (name, parts) => textsOf(parts).used({ name, last: formatLast(parts) }),
  "used-up"(name, parts) {
    const { presence } = parts.told;
    const { usedUp, usedUpTimes } = textsOf(parts);
    return presence ? usedUpTimes({ name, count: presence.uses }) : usedUp({ name });
  },
  full(_, parts) {
    const { inside } = parts.told;
    const { capacity } = parts.register.rules;
    const { full, fullOf } = textsOf(parts);
    return inside === undefined || capacity === undefined ? full : fullOf({ inside, capacity });
  },
  "changed-since": (name, { language }) => verdictTexts(language).common.movedSince({ name }),
  "everybody-out"(_, parts) {
    const { left: count } = parts.told;
    const { everybodyOut, guestsOut } = textsOf(parts);
    return count === undefined ? everybodyOut : guestsOut({ count });
  },
};

/** Returns the sentence that the clock of the hub is wrong, which may keep guests out. */
export function toWarning({ code, now, language }: ReplyParts): string {
  if (!isOfWindow(code) || now >= oldestTime) return "";
  return verdictTexts(language).common.wrongClock({ time: formatTime(now, 0, language) });
}

export function listFacts({ entry, showsNames, language }: ReplyParts): [string, string][] {
  const { group } = verdictTexts(language).facts;
  return entry?.group !== undefined && showsNames ? [[group, entry.group]] : [];
}

/** Lists the texts of times, as `HH:MM`, that the sentences may contain. */
export function listTimes(parts: ReplyParts): string[] {
  const { told, code, language } = parts;
  const bound = isOfWindow(code) ? findBound(parts, sideOf(code)) : undefined;
  const times = [told.presence?.since, bound].filter((time) => time !== undefined);
  return times.map((time) => formatTime(time, time, language));
}

/** Returns the time and door of the guest's last change; an empty text if there was none. */
function formatLast(parts: ReplyParts): string {
  const { presence } = parts.told;
  return presence ? tellLast(presence.since, presence.door, parts) : "";
}

type Side = "early" | "late";

function sideOf(code: Code): Side {
  return code === "too-early" ? "early" : "late";
}

function formatBound(parts: ReplyParts, side: Side): string | undefined {
  const bound = findBound(parts, side);
  return bound === undefined ? undefined : formatTime(bound, parts.now, parts.language);
}

/**
 * Returns the time before or after which the guest may not come in. Returns undefined if neither
 * the rules nor the entry have one, which happens once the entry was deleted.
 */
function findBound({ entry, register }: ReplyParts, side: Side): number | undefined {
  const { opens, closes } = register.rules;
  const times =
    side === "early"
      ? [entry?.validFrom, opens && Date.parse(opens)]
      : [entry?.validUntil, closes && Date.parse(closes)];
  const known = times.filter((time) => typeof time === "number");
  if (known.length === 0) return undefined;
  return side === "early" ? Math.max(...known) : Math.min(...known);
}

function isOfWindow(code: Code): boolean {
  return code === "too-early" || code === "too-late";
}
