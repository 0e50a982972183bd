import { defaultLeadQuestions } from "../../../src/registers/lead-answers.ts";
import type { Question } from "../../../src/registers/questions.ts";
import {
  type Action,
  actions,
  isOfPeople,
  type KindName,
} from "../../../src/registers/register.ts";
import type { Rules } from "../../../src/registers/rules.ts";
import { leadTexts as texts } from "../texts/registers.ts";
import { type IntervalDraft, toInterval } from "./interval-form.ts";
import { listToQuestions } from "./questions-form.ts";
import { isOfCare, listOf } from "./register-lists.ts";
import type { Register } from "./registers.ts";

/** The subject of the form of a new register, for `hasUnsavedForm()`. */
export const newRegisterForm = "new register";

/** Stands for a new inbox in the list of inboxes. No inbox can have this name. */
export const newInbox = "+";

/** The form of a new register. "" in `entriesFrom` and `peopleFrom` means a list of its own. */
export type NewRegisterDraft = {
  kind: KindName;
  title: string;
  name: string;
  inbox: string;
  action: Action;
  capacity: string;
  entriesFrom: string;
  peopleFrom: string;
  /** How long things are lent, or how often they are inspected. */
  interval: IntervalDraft;
  /** The questions of a checklist, one in each line. */
  checklist: string;
  /** After how many days leads are deleted; "" means never. */
  keepDays: string;
  lead: LeadDraft;
};

/** The questions about a lead. "" in `tags` and `consent` means that they are not asked. */
export type LeadDraft = {
  rating: boolean;
  note: boolean;
  /** The tags, separated by commas. */
  tags: string;
  /** The words that people agree to. */
  consent: string;
  isConsentRequired: boolean;
};

/** Returns the form as it is at first. */
export function newRegisterDraft(): NewRegisterDraft {
  return {
    kind: "check-in",
    title: "",
    name: "",
    inbox: newInbox,
    action: actions["check-in"][0],
    capacity: "",
    entriesFrom: "",
    peopleFrom: "",
    interval: { count: null, unit: "day" },
    checklist: "",
    keepDays: "",
    lead: { rating: true, note: true, tags: "", consent: "", isConsentRequired: true },
  };
}

/** The names of registers whose titles give no name. */
export const fallbackNames: Readonly<Record<KindName, string>> = {
  "check-in": "guests",
  stock: "stock",
  loans: "loans",
  inspection: "inspection",
  leads: "leads",
};

/** Returns the body of the API request for a new register. */
export function toNewRegister(draft: NewRegisterDraft, name: string) {
  const { kind, title, entriesFrom, peopleFrom, keepDays } = draft;
  return {
    name,
    title: title.trim(),
    kind,
    rules: toFirstRules(draft),
    entriesFrom: (!isOfPeople(kind) && entriesFrom) || undefined,
    peopleFrom: (hasPeople(kind) && peopleFrom) || undefined,
    keepDays: kind === "leads" && keepDays !== "" ? Number(keepDays) : undefined,
  };
}

function toFirstRules({ kind, capacity, interval, checklist, lead }: NewRegisterDraft): Rules {
  // JSON omits undefined values.
  const rules: { [Rule in keyof Rules]: Rules[Rule] | undefined } = {};
  if (kind === "check-in" && capacity !== "") rules.capacity = Number(capacity);
  if (kind === "loans") rules.loanFor = toInterval(interval);
  if (kind === "inspection") {
    const questions = listToQuestions(checklist);
    rules.every = toInterval(interval);
    rules.questions = questions.length > 0 ? questions : undefined;
  }
  if (kind === "leads") rules.questions = toLeadQuestions(lead);
  return rules as Rules;
}

/** Returns the questions about a lead. Consent comes first, because without it nothing is kept. */
function toLeadQuestions({ tags, consent, ...asked }: LeadDraft): Question[] {
  const [rating, note] = defaultLeadQuestions;
  const options = [...new Set(tags.split(",").map((tag) => tag.trim()))].filter(Boolean);
  const label = consent.trim();
  const required = asked.isConsentRequired || undefined;
  return [
    ...(label === "" ? [] : [{ key: "consent", label, type: "consent" as const, required }]),
    ...(asked.rating ? [{ ...rating, label: texts.add.ratingLabel }] : []),
    ...(options.length === 0
      ? []
      : [{ key: "tags", label: texts.add.tags, type: "tags" as const, options }]),
    ...(asked.note ? [{ ...note, label: texts.add.noteLabel }] : []),
  ];
}

/** Tells whether registers of a kind know the people of another one. */
export function hasPeople(kind: KindName): boolean {
  return kind === "loans" || kind === "leads";
}

/** Returns the registers whose lists a new register of a kind can have, each list once. */
export function findLenders(kind: KindName, registers: readonly Register[]): Register[] {
  if (isOfPeople(kind)) return [];
  return registers.filter(
    (each) => (each.kind === "stock" || isOfCare(each.kind)) && listOf(each) === each.name,
  );
}

/** Returns the registers that have people to whom things can be lent, each list once. */
export function findPeople(registers: readonly Register[]): Register[] {
  return registers.filter((each) => each.kind === "check-in" && listOf(each) === each.name);
}
