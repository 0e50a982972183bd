import { defaultLeadQuestions, isRequiredConsent } from "../../../src/registers/lead-answers.ts";
import type { Question } from "../../../src/registers/questions.ts";
import { registerTexts as all, leadTexts as texts } from "../texts/registers.ts";
import { formatRelativeTime } from "../time-format.ts";
import type { Entry, EntryFilter, LeadCounts, Register } from "./registers.ts";
import { nameWho } from "./who.ts";

/** Which leads a list shows, by what they lack. */
export type LeadFilter = "all" | "waiting" | "unnamed";

export const leadFilters: Readonly<Record<LeadFilter, EntryFilter>> = {
  all: {},
  waiting: { met: false },
  unnamed: { unnamed: true },
};

/** A lead as the list shows it. `rating` is the first question with stars that has an answer. */
export type LeadLine = {
  /** Company, job title, tags and group. */
  about: string;
  /** When and by whom it was scanned first; "" if that is in `state`. */
  first: string;
  /** The thing that the lead lacks, such as consent; "" for nothing. */
  state: string;
  rating?: { stars: number; most: number } | undefined;
};

/** Returns the line of a lead at a time, in milliseconds since 1970. */
export function describeLead(
  { fields, group, lead, unnamed, blocked }: Entry,
  register: Pick<Register, "rules">,
  now: number,
): LeadLine {
  const questions = questionsOf(register);
  const tags = questions.filter(({ type }) => type === "tags").map(({ label }) => fields[label]);
  const about = [fields.Company, fields["Job title"], ...tags];
  const { first, scans, waiting } = texts;
  const parts = lead
    ? [
        first({
          when: formatRelativeTime(new Date(lead.since).toISOString(), now),
          who: nameWho(lead.person, lead.door),
        }),
      ]
    : [];
  if (lead && lead.scans > 1) parts.push(scans({ count: lead.scans }));
  const lacks = [
    !lead && (asksConsent(register) ? waiting.consent : waiting.scan),
    unnamed && texts.unnamed,
    blocked && all.entries.blocked,
  ];
  return {
    about: [...about, group && all.entries.group({ group })].filter(Boolean).join(" · "),
    first: parts.join(" · "),
    state: lacks.filter(Boolean).join(" · "),
    rating: findRating(questions, fields),
  };
}

function findRating(questions: readonly Question[], fields: Entry["fields"]): LeadLine["rating"] {
  const rated = questions.find(({ type, label }) => type === "rating" && Number(fields[label]) > 0);
  return rated && { stars: Number(fields[rated.label]), most: Number(rated.max ?? 5) };
}

/** Returns the questions that are asked about a lead. */
function questionsOf({ rules }: Pick<Register, "rules">): readonly Question[] {
  return rules.questions ?? defaultLeadQuestions;
}

/** Tells whether a contact becomes a lead only with consent. */
export function asksConsent(register: Pick<Register, "rules">): boolean {
  return questionsOf(register).some(isRequiredConsent);
}

/** Returns the counts below the number of leads, by their labels. */
export function listLeadCounts(
  { waiting, unnamed }: LeadCounts,
  register: Pick<Register, "rules">,
): [string, number][] {
  const { consent, scan } = texts.waiting;
  return [
    [asksConsent(register) ? consent : scan, waiting],
    [texts.unnamed, unnamed],
  ];
}

/**
 * Returns the body of the API request for a lead that the owner adds. The mail address is a code of
 * it, too, so that a scan of its contact finds it.
 */
export function toNewLead(label: string, draft: { company: string; code: string; group: string }) {
  const [company, mail] = [draft.company.trim(), draft.code.trim()];
  const fields = { Company: company || undefined, Email: mail || undefined };
  const group = draft.group.trim() || undefined;
  return { label, group, fields, keys: mail === "" ? undefined : [`t:${mail}`] };
}

/** Returns the address that a detail of a lead opens: a mail, a call or a page. */
export function toAddress(label: string, value: string): string | undefined {
  const name = label.replace(/ \d+$/, "");
  if (name === "Email" && /^[^\s@]+@[^\s@]+$/.test(value))
    return `mailto:${value.split("@").map(encodeURIComponent).join("@")}`;
  if (name === "Phone" && /^\+?[\d\s()./-]+$/.test(value))
    return `tel:${value.replaceAll(/[^+\d]/g, "")}`;
  return name === "Website" && /^https?:\/\/\S+$/i.test(value) ? value : undefined;
}
