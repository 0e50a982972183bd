import { verdictTexts } from "../../texts/verdict-texts.ts";
import { formatTime } from "../format-time.ts";
import { defaultLeadQuestions } from "../lead-answers.ts";
import type { Question } from "../questions.ts";
import type { Code } from "../verdict.ts";
import {
  askingCodes,
  askingSentences,
  commonCodes,
  commonSentences,
  type Tell,
  toPlainWord,
} from "./common-words.ts";
import type { Occasion, ReplyParts } from "./kind.ts";

export const leadCodes = [
  ...commonCodes,
  ...askingCodes,
  "new-lead",
  "known-lead",
  "no-contact",
  "ask-consent",
  "no-consent",
  "answered",
  "no-user",
] as const satisfies readonly Code[];

export type LeadCode = (typeof leadCodes)[number];

export function toWord(parts: ReplyParts): string {
  const { wordsOfLeads } = verdictTexts(parts.language);
  return parts.code === "answered" ? wordsOfLeads.answered : toPlainWord(parts);
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as LeadCode](name, parts);
}

const textsOf = ({ language }: ReplyParts) => verdictTexts(language).leads;

const sentences: Record<LeadCode, Tell> = {
  ...commonSentences,
  ...askingSentences,
  unknown: (_, parts) => textsOf(parts).unreadable,
  "new-lead": (name, parts) => textsOf(parts).newLead({ name }),
  "known-lead"(name, parts) {
    const { told, now, showsNames, language } = parts;
    const texts = textsOf(parts);
    const { before } = told.lead ?? {};
    if (!before) return texts.knownLead({ name });
    const time = formatTime(before.since, now, language);
    const by = showsNames ? texts.by({ person: before.door }) : "";
    const times = before.uses === 1 ? "" : texts.times({ count: before.uses });
    return texts.scannedFirst({ name, time, by, times });
  },
  "no-contact": (name, parts) =>
    parts.showsNames ? textsOf(parts).keptAsText({ name }) : textsOf(parts).noContact,
  "ask-consent": (name, parts) => textsOf(parts).askConsent({ name }),
  "no-consent": (_, parts) => textsOf(parts).noConsent,
  answered: (name, parts) => textsOf(parts).answered({ name }),
  "no-user": (_, parts) => textsOf(parts).noUser,
  undone: (_, parts) =>
    parts.told.lead?.isDropped
      ? textsOf(parts).dropped
      : verdictTexts(parts.language).common.undone,
  "changed-since": (name, parts) => textsOf(parts).scannedSince({ name }),
};

export function listFacts({ entry, showsNames, language }: ReplyParts): [string, string][] {
  const { group } = verdictTexts(language).facts;
  return entry?.group !== undefined && showsNames ? [[group, entry.group]] : [];
}

/** Lists the texts of times, as `HH:MM`, that the sentences contain. */
export function listTimes({ told, language }: ReplyParts): string[] {
  const { since } = told.lead?.before ?? {};
  return since === undefined ? [] : [formatTime(since, since, language)];
}

/** Returns the questions about a lead: those of the rules, else our own in the language. */
export function questionsOf({ rules, language }: Occasion): readonly Question[] {
  const [rating, note] = defaultLeadQuestions;
  const texts = verdictTexts(language).leads;
  return (
    rules.questions ?? [
      { ...rating, label: texts.rating },
      { ...note, label: texts.note },
    ]
  );
}
