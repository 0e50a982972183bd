import {
  type Action,
  actions,
  isOfPeople,
  type KindName,
} from "../../../src/registers/register.ts";
import type { Rules } from "../../../src/registers/rules.ts";
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
  const { kind, title, entriesFrom, peopleFrom } = draft;
  return {
    name,
    title: title.trim(),
    kind,
    rules: toFirstRules(draft),
    entriesFrom: (!isOfPeople(kind) && entriesFrom) || undefined,
    peopleFrom: (hasPeople(kind) && peopleFrom) || undefined,
  };
}

function toFirstRules({ kind, capacity, interval, checklist }: NewRegisterDraft): Rules {
  // JSON omits undefined values.
  const rules: { [Rule in keyof Rules]: Rules[Rule] | undefined } = {};
  if (kind === "check-in" && capacity !== "") rules.capacity = Number(capacity);
  if (kind === "loans") rules.loanFor = toInterval(interval);
  if (kind === "inspection") {
    const questions = listToQuestions(checklist);
    rules.every = toInterval(interval);
    rules.questions = questions.length > 0 ? questions : undefined;
  }
  return rules as Rules;
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
