import { formatTime } from "../format-time.ts";
import type { Code } from "../verdict.ts";
import { askingSentences, askingWords, commonSentences, commonWords } from "./common-words.ts";
import type { ReplyParts } from "./kind.ts";

const words = {
  ...commonWords,
  ...askingWords,
  "new-lead": "NEW LEAD",
  "known-lead": "KNOWN LEAD",
  "no-contact": "NO CONTACT",
  "ask-consent": "CONSENT?",
  "no-consent": "NO CONSENT",
  answered: "NOTED",
  "no-user": "NO USER",
} satisfies Partial<Record<Code, string>>;

export type LeadCode = keyof typeof words;

export const leadCodes = Object.keys(words) as LeadCode[];

export function toWord({ code }: ReplyParts): string {
  return words[code as LeadCode];
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as LeadCode](name, parts);
}

const sentences: Record<LeadCode, (name: string, parts: ReplyParts) => string> = {
  ...commonSentences,
  ...askingSentences,
  unknown: () => "This scan is empty, or too long to be kept as a lead.",
  "new-lead": (name) => `${name} is a new lead.`,
  "known-lead": (name, { told, now, showsNames }) => {
    const { before } = told.lead ?? {};
    if (!before) return `${name} is a lead already.`;
    const who = showsNames ? ` by ${before.door}` : "";
    const times = before.uses === 1 ? "" : `, and ${before.uses} times in all`;
    return `${name} was scanned first at ${formatTime(before.since, now)}${who}${times}.`;
  },
  "no-contact": (name, { showsNames }) =>
    showsNames ? `“${name}” is no contact; it is kept as text.` : "This is no contact.",
  "ask-consent": (name) => `Ask ${name} for consent.`,
  "no-consent": () => "Without consent, nothing is kept about this contact.",
  answered: (name) => `${name}: noted.`,
  "no-user": () => "This inbox is open to everyone; asking for consent needs a user.",
  undone: (_, { told }) => (told.lead?.isDropped ? "Undone. The lead is deleted." : "Undone."),
  "nothing-to-undo": () => "That movement changed nothing, or is undone already.",
  "changed-since": (name) => `${name} was scanned again since then; delete the lead instead.`,
};

export function listFacts({ entry, showsNames }: ReplyParts): [string, string][] {
  return entry?.group !== undefined && showsNames ? [["Group", entry.group]] : [];
}

/** Lists the texts of times, as `HH:MM`, that the sentences contain. */
export function listTimes({ told }: ReplyParts): string[] {
  const { since } = told.lead?.before ?? {};
  return since === undefined ? [] : [formatTime(since, since)];
}
