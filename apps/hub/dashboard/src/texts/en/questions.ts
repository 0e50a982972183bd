import type { parseInterval } from "../../../../src/registers/interval.ts";
import type { QuestionType } from "../../../../src/registers/questions.ts";

const types: Record<QuestionType, string> = {
  "pass-fail": "Pass or fail",
  number: "Number",
  text: "Text",
  choice: "Choice",
  tags: "Tags",
  rating: "Stars",
  date: "Date",
  consent: "Consent",
};

const units: Record<NonNullable<ReturnType<typeof parseInterval>>["unit"], string> = {
  hour: "hours",
  day: "days",
  week: "weeks",
  month: "months",
  year: "years",
};

/** The limits of a question by its type. */
const limits: Record<QuestionType, { min: string; max: string; hint: string }> = {
  "pass-fail": { min: "", max: "", hint: "" },
  number: {
    min: "Good from",
    max: "Good up to",
    hint: "A value outside is accepted, and fails. Leave these empty for no limit.",
  },
  text: { min: "", max: "Longest text", hint: "In characters, at most 2000." },
  choice: { min: "", max: "", hint: "" },
  tags: { min: "", max: "", hint: "" },
  rating: {
    min: "Good from",
    max: "Number of stars",
    hint: "Fewer stars fail. There are 5 stars unless you choose 2 to 10.",
  },
  date: { min: "Earliest day", max: "Latest day", hint: "Other days are refused." },
  consent: { min: "", max: "", hint: "" },
};

/**
 * The texts of questions, in the rules and when they are answered. They load with the registers.
 */
export const texts = {
  types,
  units,
  limits,
  unit: (label: string) => `${label}: unit`,
  checklist: "Checklist",
  checklistHint:
    "Asked after every scan. One failed answer fails the thing. Without a question, the scan alone counts.",
  afterReturn: "Questions after a return",
  afterReturnHint: "Asked when a thing comes back. It is back in any case.",
  none: "No questions.",
  question: (number: number) => `Question ${number}`,
  add: "Add a question",
  label: "Question",
  consent: "What people agree to",
  consentHint: "In your own words. It is answered with yes or no.",
  type: "Answer",
  required: "Must be answered",
  hint: "Hint",
  hintHint: "A sentence that helps to answer.",
  unitOf: "Unit",
  options: "Options",
  option: (number: number) => `Option ${number}`,
  fails: (option: string) => (option === "" ? "Fails" : `“${option}” fails`),
  failsShort: "fails",
  addOption: "Add an option",
  removeOption: (option: string) => `Remove option ${option}`,
  groups: "Only for these groups",
  groupsHint: "One in each line. Leave this empty for all things.",
  more: "Hint and groups",
  up: "Up",
  down: "Down",
  remove: "Remove",
  ofQuestion: (act: string, number: number) => `${act}: question ${number}`,
  moved: (number: number) => `Moved: now question ${number}.`,
  removed: (number: number) => `Question ${number} was removed.`,
  key: (key: string) => `Name of the answer for programs: ${key}`,
  answer: {
    values: { pass: "Pass", fail: "Fail", na: "Not applicable", yes: "Yes", no: "No" } as Readonly<
      Record<string, string>
    >,
    none: "No answer",
    optional: "optional",
    stars: (stars: number) => (stars === 1 ? "1 star" : `${stars} stars`),
    from: (min: number | string) => `${min} or more is good.`,
    upTo: (max: number | string) => `${max} or less is good.`,
    between: (min: number | string, max: number | string) => `${min} to ${max} is good.`,
    withUnit: (label: string, unit: string) => `${label} (${unit})`,
    submit: "Save the answers",
    later: "Cancel",
    skip: "Answer nothing",
    fail: "fails",
  },
};
