import { verdictTexts } from "../../texts/verdict-texts.ts";
import { formatTime } from "../format-time.ts";
import type { Code } from "../verdict.ts";
import type { ReplyParts } from "./kind.ts";

/** The codes of verdicts that all kinds have. */
export const commonCodes = [
  "closed",
  "unknown",
  "ambiguous",
  "blocked",
  "unsigned",
  "not-genuine",
  "seen-before",
  "no-key",
  "undone",
  "no-such-movement",
  "nothing-to-undo",
  "changed-since",
] as const satisfies readonly Code[];

/** The codes of the kinds that ask questions. */
export const askingCodes = ["answered-already", "ask-over"] as const satisfies readonly Code[];

/** Returns a sentence about an entry by its name, or by what stands for the name. */
export type Tell = (name: string, parts: ReplyParts) => string;

/** The sentences of verdicts that are the same in all kinds. */
export const commonSentences = {
  closed: (_, { register, language }) =>
    verdictTexts(language).common.closed({ register: register.title ?? register.name }),
  unknown: (_, { language }) => verdictTexts(language).common.unknown,
  ambiguous: (_, { language }) => verdictTexts(language).common.ambiguous,
  blocked: (name, { language }) => verdictTexts(language).common.blocked({ name }),
  unsigned: (_, { language }) => verdictTexts(language).common.unsigned,
  "not-genuine": (_, { language }) => verdictTexts(language).common.notGenuine,
  "seen-before"(_, { told: { seen }, now, language }) {
    const { common } = verdictTexts(language);
    if (seen === undefined) return common.seenBefore;
    return common.seenBeforeAt({ last: tellLast(seen.at, seen.door, { now, language }) });
  },
  "no-key": (_, { language }) => verdictTexts(language).common.noKey,
  "no-such-movement": (_, { language }) => verdictTexts(language).common.noSuchMovement,
  "nothing-to-undo": (_, { language }) => verdictTexts(language).common.nothingToUndo,
} satisfies Partial<Record<Code, Tell>>;

export const askingSentences = {
  "answered-already": (_, { language }) => verdictTexts(language).common.answeredAlready,
  "ask-over": (_, { language }) => verdictTexts(language).common.askOver,
} satisfies Partial<Record<Code, Tell>>;

/** Returns the word of a verdict that has nothing but its word. */
export function toPlainWord({ code, language }: ReplyParts): string {
  return verdictTexts(language).words[code];
}

/** Returns when and at which door something happened last, such as `14:02, north`. */
export function tellLast(
  time: number,
  door: string,
  { now, language }: Pick<ReplyParts, "now" | "language">,
): string {
  return verdictTexts(language).common.last({ time: formatTime(time, now, language), door });
}
