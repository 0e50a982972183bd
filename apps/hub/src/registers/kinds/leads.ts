import { addAnswers, isRequiredConsent } from "../lead-answers.ts";
import { readLead } from "../lead-content.ts";
import { type Question, selectQuestions } from "../questions.ts";
import type { Entry, NewEntry, PlacedState, State } from "../register.ts";
import { toUnnamedEntry } from "../unnamed-entry.ts";
import { endOfAsking } from "./care.ts";
import type {
  Answered,
  Decision,
  Kind,
  NewState,
  Occasion,
  Undoable,
  UndoOccasion,
} from "./kind.ts";
import {
  type LeadCode,
  leadCodes,
  listFacts,
  listTimes,
  questionsOf,
  toSentence,
  toWord,
} from "./leads-words.ts";

/** A register of contacts whom people at a stand have met: who they are, and who met them first. */
export const leads: Kind = {
  effects: ["new-lead", "known-lead", "no-contact", "answered", "no-consent"],
  undoable: ["new-lead", "known-lead", "no-contact"],
  attends: ["new-lead", "known-lead"],
  overrulable: [],
  hasHands: false,
  newKeys: leaveOutTexts,
  someone: "contact",
  codes: leadCodes,
  keyRules: ({ keys }) => ({ contacts: true, ...keys }),
  decide: decideLead,
  undo: undoMeeting,
  answer: decideAnswers,
  word: toWord,
  sentence: toSentence,
  warning: () => "",
  listFacts,
  extend: ({ told: { ask } }) => (ask ? { ask } : {}),
  listTimes,
};

/** Returns keys without the texts that are mail addresses, for which there are keys as such. */
function leaveOutTexts(keys: readonly string[]): readonly string[] {
  const addresses = new Set(keys.flatMap((key) => (key.startsWith("m:") ? key.slice(2) : [])));
  return keys.filter((key) => !key.startsWith("t:") || !addresses.has(key.slice(2).toLowerCase()));
}

/** Returns the state of a lead; undefined for a contact that is none yet, or no longer. */
export function findMet(states: readonly PlacedState[]): PlacedState | undefined {
  return states.find(({ status }) => status === "met");
}

/** Decides about a scan or an act. The first rule that applies wins. */
export function decideLead(occasion: Occasion): Decision {
  const { rules, entry, states, scanned, hand, forced, door, now } = occasion;
  if (entry === "ambiguous") return refuse("ambiguous");
  if (rules.closed && !forced) return refuse("closed");
  const own = typeof entry === "string" || entry.role === "person" ? undefined : entry;
  if (own?.blocked && !forced) return refuse("blocked");
  const adds = own ? undefined : toNewLead(entry as Entry | "unknown", scanned);
  const contact = own ?? adds;
  if (!contact) return refuse("unknown");
  const questions = selectQuestions(questionsOf(occasion), contact.group);
  const isUnnamed = contact.unnamed === true;
  const met = findMet(states);
  if (met) {
    const again = questions.filter((question) => !isRequiredConsent(question));
    const state = { ...met, uses: met.uses + 1 };
    return {
      result: "look",
      code: "known-lead",
      states: [state],
      fields: learnDetails(own!, scanned),
      before: toEarlier(met),
      told: { lead: { before: met }, ask: ask(occasion, again, false) },
    };
  }
  if (questions.some(isRequiredConsent)) {
    if (!hand) return refuse("no-user");
    const isAsked = states.some(({ status }) => status === "asked");
    return {
      result: "ask",
      code: "ask-consent",
      adds,
      states: isAsked ? [] : [{ ...meet({ door, now }), status: "asked", uses: 0 }],
      told: { ask: ask(occasion, questions, true) },
    };
  }
  return {
    result: isUnnamed || contact.attention !== undefined ? "look" : "yes",
    code: isUnnamed ? "no-contact" : "new-lead",
    adds,
    states: [meet({ door, now })],
    told: { ask: ask(occasion, questions, false) },
  };
}

/** Returns the details of a lead with those that a scan adds; undefined if it adds none. */
function learnDetails({ fields }: Entry, scanned: Occasion["scanned"]) {
  const told = scanned && readLead(scanned.content)?.fields;
  const isNew = Object.keys(told ?? {}).some((name) => !Object.hasOwn(fields, name));
  return isNew ? { ...told, ...fields } : undefined;
}

/** Returns what takes a scan back: a lead is dropped, or was scanned once less. */
function undoMeeting({ before }: Undoable, _: unknown, { door, now }: UndoOccasion): Decision {
  const earlier = before as State | undefined;
  const state = earlier ? { ...earlier, place: 0 } : drop(undefined, { door, now });
  return {
    result: "yes",
    code: "undone",
    states: [state],
    told: { lead: { isDropped: !earlier } },
  };
}

/**
 * Returns the lead that a scan adds: a guest by the badge, a contact or a link, or else the text.
 * Returns undefined for a scan without a key.
 */
function toNewLead(guest: Entry | "unknown", scanned: Occasion["scanned"]): NewEntry | undefined {
  if (!scanned) return undefined;
  if (guest === "unknown") return readLead(scanned.content) ?? toUnnamedEntry(scanned);
  const { role: _, validFrom: __, validUntil: ___, ...copied } = guest;
  return { ...copied, blocked: false };
}

/** Decides once the questions of a verdict are answered. */
function decideAnswers(occasion: Occasion, answered: Answered): Decision {
  const { rules, entry, states, door, now } = occasion;
  if (typeof entry === "string") return refuse("unknown");
  const { questions, answers } = answered;
  const met = findMet(states);
  const refused = questions.filter(isRequiredConsent).some(({ key }) => answers[key] === "no");
  if (refused)
    return { result: "no", code: "no-consent", states: [drop(met, { door, now })], told: {} };
  const fields = addAnswers(entry.fields, { ...answered, rules }, now);
  if (answered.code !== "ask-consent" || met)
    return { result: "yes", code: "answered", fields, told: {} };
  const result = entry.attention === undefined ? "yes" : "look";
  return { result, code: "new-lead", fields, states: [meet({ door, now })], told: {} };
}

function ask({ hand, now }: Occasion, questions: readonly Question[], before: boolean) {
  return hand && questions.length > 0
    ? { before, until: endOfAsking({ now }), questions: [...questions] }
    : undefined;
}

/** Returns the state of a lead who is met for the first time. */
function meet({ door, now }: Pick<Occasion, "door" | "now">): NewState {
  return { status: "met", since: now, door, uses: 1, place: 0, quantity: 0 };
}

/** Returns what an undo of the next scan puts back. */
function toEarlier({ status, since, door, uses }: PlacedState): State {
  return { status, since, door, uses, quantity: 0 };
}

/** Returns the state of a contact that is deleted next. */
function drop(
  met: PlacedState | undefined,
  { door, now }: Pick<Occasion, "door" | "now">,
): NewState {
  return { ...(met ?? meet({ door, now })), status: "dropped" };
}

/** Returns a decision without an effect. */
function refuse(code: LeadCode): Decision {
  return { result: "no", code, told: {} };
}
