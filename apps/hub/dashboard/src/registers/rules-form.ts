import { defaultLeadQuestions } from "../../../src/registers/lead-answers.ts";
import type { Question } from "../../../src/registers/questions.ts";
import { isOfPeople, type KindName } from "../../../src/registers/register.ts";
import type {
  CheckInRules,
  CommonRules,
  InspectionRules,
  KeyRules,
  LoanRules,
  Rules,
  StockRules,
} from "../../../src/registers/rules.ts";
import type { Code } from "../../../src/registers/verdict.ts";
import { formatList } from "../number-format.ts";
import { careTexts as care, questionTexts as questions } from "../texts/registers.ts";
import {
  formatInterval,
  type IntervalDraft,
  toInterval,
  toIntervalDraft,
} from "./interval-form.ts";
import { type QuestionDraft, toQuestionDraft, toQuestions } from "./questions-form.ts";
import type { Register } from "./registers.ts";

/**
 * The rules in the form. Times are local, in the format of `<input type="datetime-local">`. Null
 * and "" mean that there is no such rule.
 */
export type RulesDraft = {
  title: string;
  capacity: number | null;
  uses: number | null;
  reentry: NonNullable<Rules["reentry"]>;
  opens: string;
  closes: string;
  closed: boolean;
  exitAllAt: string;
  /** The names of groups, separated by commas. */
  groups: string;
  ignoreCase: boolean;
  contacts: boolean;
  products: boolean;
  stripPrefix: string;
  /** Whether only tags that cannot be copied count, and the names in their links. */
  sun: boolean;
  sunNames: Record<keyof typeof sunDefaults, string>;
  /** The typed keys of such tags; null removes one. */
  secrets: Record<string, string | null>;
  keepDays: number | null;
  /** Whether the owner has chosen the details that doors see: the lines of `shows`. */
  choosesShown: boolean;
  shows: string;
  tap: boolean;
  texts: Partial<Record<Code, string>>;
  belowZero: NonNullable<Rules["belowZero"]>;
  withoutPlace: boolean;
  unknown: NonNullable<Rules["unknown"]>;
  single: boolean;
  loanFor: IntervalDraft;
  askDue: boolean;
  handOver: NonNullable<Rules["handOver"]>;
  every: IntervalDraft;
  everyByGroup: GroupInterval[];
  leadTime: IntervalDraft;
  touch: boolean;
  questions: QuestionDraft[];
};

/** The names of the parameters in the link of a tag, unless the rules have others. */
export const sunDefaults = { data: "picc_data", uid: "uid", counter: "ctr", cmac: "cmac" };

/** How often the things of a group are inspected. */
export type GroupInterval = { group: string; every: IntervalDraft };

/** Whether registers of a kind read the numbers of products unless their rules say otherwise. */
export function readsProducts(kind: KindName): boolean {
  return !isOfPeople(kind);
}

/** Whether registers of a kind read contacts unless their rules say otherwise. */
export function readsContacts(kind: KindName): boolean {
  return kind === "leads";
}

/** Returns the draft of the rules that a register has. */
export function toRulesDraft({ kind, title = "", rules, keepDays }: Register): RulesDraft {
  return {
    title,
    capacity: rules.capacity ?? null,
    uses: rules.uses ?? null,
    reentry: rules.reentry ?? "after-exit",
    opens: toLocalTime(rules.opens),
    closes: toLocalTime(rules.closes),
    closed: rules.closed ?? false,
    exitAllAt: rules.exitAllAt ?? "",
    groups: rules.groups?.join(", ") ?? "",
    ignoreCase: rules.keys?.ignoreCase ?? false,
    contacts: rules.keys?.contacts ?? readsContacts(kind),
    products: rules.keys?.products ?? readsProducts(kind),
    stripPrefix: rules.keys?.stripPrefix ?? "",
    sun: rules.keys?.sun !== undefined,
    sunNames: { data: "", uid: "", counter: "", cmac: "", ...rules.keys?.sun },
    secrets: {},
    keepDays: keepDays || null,
    choosesShown: rules.shows !== undefined,
    shows: rules.shows?.join("\n") ?? "",
    tap: rules.tap ?? false,
    texts: { ...rules.texts },
    belowZero: rules.belowZero ?? "no",
    withoutPlace: rules.withoutPlace ?? false,
    unknown: rules.unknown ?? "add",
    single: rules.single ?? false,
    loanFor: toIntervalDraft(rules.loanFor, "day"),
    askDue: rules.askDue ?? false,
    handOver: rules.handOver ?? "ask",
    every: toIntervalDraft(rules.every, "month"),
    everyByGroup: Object.entries(rules.everyByGroup ?? {}).map(([group, every]) => {
      return { group, every: toIntervalDraft(every, "month") };
    }),
    leadTime: toIntervalDraft(rules.leadTime, "day"),
    touch: rules.touch ?? false,
    questions: (rules.questions ?? firstQuestions(kind)).map(toQuestionDraft),
  };
}

function firstQuestions(kind: KindName): readonly Question[] {
  return kind === "leads" ? defaultLeadQuestions : [];
}

/**
 * Returns the body of the API request for a draft, with the rules of the kind. Rules that the form
 * does not show are taken from `rules`, and a time that was not edited keeps its seconds and its
 * zone.
 */
export function toRulesChange(draft: RulesDraft, register: Pick<Register, "kind" | "rules">) {
  const { kind } = register;
  // JSON omits undefined values, which removes these rules.
  const rules = {
    ...toCommonRules(draft, register),
    ...toOwnRules[kind](draft, register),
  };
  const keepDays = isOfPeople(kind) ? { keepDays: draft.keepDays ?? 0 } : {};
  const typed = Object.entries(draft.secrets).filter(([, key]) => key !== "");
  const secrets = typed.length > 0 ? Object.fromEntries(typed) : undefined;
  return { title: draft.title.trim(), ...keepDays, rules, secrets };
}

const toOwnRules: Record<
  KindName,
  (draft: RulesDraft, register: Pick<Register, "rules">) => object
> = {
  "check-in": toCheckInRules,
  stock: toStockRules,
  loans: toLoanRules,
  inspection: toInspectionRules,
  leads: toLeadRules,
};

function toCommonRules(draft: RulesDraft, { kind, rules }: Pick<Register, "kind" | "rules">) {
  const { ignoreCase, contacts, products, stripPrefix } = draft;
  const keys = {
    links: rules.keys?.links,
    ignoreCase: ignoreCase || undefined,
    contacts: keepRule(contacts, rules.keys?.contacts, readsContacts(kind)),
    products: keepRule(products, rules.keys?.products, readsProducts(kind)),
    stripPrefix: stripPrefix || undefined,
    sun: draft.sun ? toSunRule(draft) : undefined,
  };
  const shows = draft.shows.split("\n").map((field) => field.trim());
  const lines = Object.entries(draft.texts).filter(([, text]) => text.trim() !== "");
  return {
    closed: draft.closed || undefined,
    keys: Object.values(keys).some((rule) => rule !== undefined) ? keys : undefined,
    shows: draft.choosesShown ? shows.filter((field) => field !== "") : undefined,
    tap: keepRule(draft.tap, rules.tap, false),
    texts: lines.length > 0 ? Object.fromEntries(lines) : undefined,
  } satisfies Record<keyof CommonRules, unknown>;
}

function toSunRule({ sunNames }: RulesDraft): NonNullable<KeyRules["sun"]> {
  const names = Object.entries(sunNames).map(([part, name]) => [part, name.trim()] as const);
  return Object.fromEntries(names.filter(([, name]) => name !== ""));
}

function toCheckInRules(draft: RulesDraft, { rules }: Pick<Register, "rules">) {
  const groups = draft.groups.split(",").map((group) => group.trim());
  const named = groups.filter((group) => group !== "");
  return {
    reentry: draft.reentry,
    capacity: draft.capacity ?? undefined,
    uses: draft.uses ?? undefined,
    opens: toTime(draft.opens, rules.opens),
    closes: toTime(draft.closes, rules.closes),
    exitAllAt: draft.exitAllAt || undefined,
    groups: named.length > 0 ? named : undefined,
  } satisfies Record<Exclude<keyof CheckInRules, keyof CommonRules>, unknown>;
}

function toStockRules(draft: RulesDraft, { rules }: Pick<Register, "rules">) {
  return {
    belowZero: keepRule(draft.belowZero, rules.belowZero, "no"),
    withoutPlace: keepRule(draft.withoutPlace, rules.withoutPlace, false),
    unknown: keepRule(draft.unknown, rules.unknown, "add"),
    single: keepRule(draft.single, rules.single, false),
  } satisfies Record<Exclude<keyof StockRules, keyof CommonRules>, unknown>;
}

function toLoanRules(draft: RulesDraft, { rules }: Pick<Register, "rules">) {
  return {
    loanFor: toInterval(draft.loanFor, rules.loanFor),
    askDue: keepRule(draft.askDue, rules.askDue, false),
    handOver: keepRule(draft.handOver, rules.handOver, "ask"),
    questions: listQuestions(draft),
  } satisfies Record<Exclude<keyof LoanRules, keyof CommonRules> | "questions", unknown>;
}

function toInspectionRules(draft: RulesDraft, { rules }: Pick<Register, "rules">) {
  const before = rules.everyByGroup ?? {};
  const ofGroups = draft.everyByGroup.flatMap(({ group, every }) => {
    const name = group.trim();
    const interval = toInterval(every, Object.hasOwn(before, name) ? before[name] : undefined);
    return name === "" || interval === undefined ? [] : [[name, interval] as const];
  });
  return {
    every: toInterval(draft.every, rules.every),
    everyByGroup: ofGroups.length > 0 ? Object.fromEntries(ofGroups) : undefined,
    leadTime: toInterval(draft.leadTime, rules.leadTime),
    touch: keepRule(draft.touch, rules.touch, false),
    questions: listQuestions(draft),
  } satisfies Record<Exclude<keyof InspectionRules, keyof CommonRules> | "questions", unknown>;
}

/** The questions of leads are saved as the form shows them, because without any it shows two. */
function toLeadRules({ questions: drafts }: RulesDraft) {
  return { questions: toQuestions(drafts) } satisfies Record<"questions", unknown>;
}

function listQuestions({ questions }: RulesDraft) {
  return questions.length > 0 ? toQuestions(questions) : undefined;
}

/** Formats the rules that are no plain values, for where two people have changed one. */
export const ruleFormats: Readonly<Record<string, (value: unknown) => string>> = {
  loanFor: formatIntervalDraft,
  every: formatIntervalDraft,
  leadTime: formatIntervalDraft,
  everyByGroup: (value) =>
    (value as GroupInterval[])
      .map(({ group, every }) => `${group}: ${formatIntervalDraft(every)}`)
      .join("\n"),
  sunNames: (value) =>
    Object.entries(value as RulesDraft["sunNames"])
      .filter(([, name]) => name !== "")
      .map(([part, name]) => `${part}: ${name}`)
      .join("\n"),
  questions: (value) => (value as QuestionDraft[]).map(formatQuestionDraft).join("\n"),
};

/** Formats everything that a question has, so that two versions of it never look the same. */
function formatQuestionDraft(draft: QuestionDraft): string {
  const { key, label, type, required, hint, unit, min, max, options, groups } = draft;
  const limits = questions.limits[type];
  const named = (name: string, text: string) => (text === "" ? "" : `${name}: ${text}`);
  const listed = options.map(({ text, fails }) =>
    fails ? `${text} (${questions.failsShort})` : text,
  );
  const parts = [
    key === "" ? label : `${label} (${key})`,
    questions.types[type],
    required ? questions.required : questions.answer.optional,
    named(questions.unitOf, unit),
    named(limits.min, min),
    named(limits.max, max),
    named(questions.options, formatList(listed)),
    named(questions.hint, hint),
    named(questions.groups, formatList(groups.split("\n"))),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Returns one sentence on a group that is named twice; undefined if each is named once. */
export function findSameGroup({ everyByGroup }: RulesDraft): string | undefined {
  const names = everyByGroup.map(({ group }) => group.trim());
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  return twice === undefined ? undefined : care.rules.sameGroup({ group: twice });
}

function formatIntervalDraft(value: unknown): string {
  const text = toInterval(value as IntervalDraft);
  return text === undefined ? "" : formatInterval(text);
}

/** Returns a rule as it was if it means the same, and leaves the default out otherwise. */
function keepRule<Value>(value: Value, before: Value | undefined, byDefault: Value) {
  if (value === (before ?? byDefault)) return before;
  return value === byDefault ? undefined : value;
}

/**
 * Formats a time (ISO 8601, or milliseconds since 1970) as local time of the browser to the minute,
 * as `<input type="datetime-local">` needs it. Returns "" for undefined.
 */
export function toLocalTime(time: string | number | undefined): string {
  if (time === undefined) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function toTime(local: string, before: string | undefined): string | undefined {
  if (local === "") return undefined;
  return local === toLocalTime(before) ? before : new Date(local).toISOString();
}
