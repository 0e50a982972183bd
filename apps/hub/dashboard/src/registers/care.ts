import { pageLocale } from "@scanhook/texts/reader";
import { toIntervalMs } from "../../../src/registers/interval.ts";
import { findInspectionStage, findLoanStage } from "../../../src/registers/kinds/due-stages.ts";
import type { DueStage } from "../../../src/registers/register.ts";
import { careTexts as texts } from "../texts/registers.ts";
import { formatRelativeTime } from "../time-format.ts";
import { formatDueDate } from "./interval-form.ts";
import type { CareCounts, Entry, EntryFilter, Register } from "./registers.ts";

export type CareKind = "loans" | "inspection";
export type CareFilter = keyof typeof texts.filters & keyof CareCounts;

/** The filters of the list of entries, the default first. */
export const careFilters = {
  loans: ["things", "lent", "overdue", "free", "blocked", "people"],
  inspection: ["things", "due", "overdue", "missed", "failed", "never", "blocked"],
} as const satisfies Record<CareKind, readonly CareFilter[]>;

/** The numbers that a register shows in large digits. */
export const careNumbers = {
  loans: ["lent", "overdue", "free", "blocked"],
  inspection: ["due", "overdue", "missed", "failed", "never"],
} as const satisfies Record<CareKind, readonly CareFilter[]>;

/** The numbers that ask for something to be done if they are not 0. */
export const urgentNumbers: readonly CareFilter[] = ["overdue", "missed", "failed"];

const dayMs = 86_400_000;
const mostLeadMs = 14 * dayMs;

/** Returns the filters of the API that together list what a filter shows. */
export function listQueries(
  filter: CareFilter,
  { kind, rules }: Pick<Register, "kind" | "rules">,
  now: number,
): EntryFilter[] {
  const lent = kind === "loans" ? ({ care: "lent" } as const) : {};
  const leadMs = rules.leadTime === undefined ? mostLeadMs : toIntervalMs(rules.leadTime);
  const thing = { role: "article" } as const;
  switch (filter) {
    case "things":
      return [thing];
    case "people":
      return [{ role: "person" }];
    case "lent":
      return [{ care: "lent" }];
    case "free":
      return [{ care: "free" }];
    case "blocked":
      return [{ ...thing, blocked: true }];
    case "failed":
      return [{ care: "failed" }];
    case "never":
      return (["none", "set"] as const).map((care) => ({ ...thing, care }));
    case "due":
      return [{ dueBefore: now + leadMs }];
    case "overdue":
    case "missed":
      return [{ ...lent, dueBefore: now }];
  }
}

/** Sorts the entries of a filter, and leaves out those whose date has come to another stage. */
export function sortEntries(
  entries: readonly Entry[],
  filter: CareFilter,
  register: Pick<Register, "kind" | "rules">,
  now: number,
): Entry[] {
  const isStage = filter === "due" || filter === "overdue" || filter === "missed";
  const byName = (a: Entry, b: Entry) =>
    a.label.localeCompare(b.label, pageLocale(), { numeric: true });
  const byDate = (a: Entry, b: Entry) => dateOf(a) - dateOf(b) || byName(a, b);
  return entries
    .filter((entry) => !isStage || findStage(entry, register, now) === filter)
    .filter(({ care }) => filter !== "blocked" || care?.status !== "lent")
    .sort(isStage || filter === "lent" ? byDate : byName);
}

function dateOf({ care }: Entry): number {
  return care?.dueAt ?? Number.MAX_SAFE_INTEGER;
}

/** Returns how far the date of a thing has come; undefined if it is not due. */
export function findStage(
  { care, group }: Pick<Entry, "care" | "group">,
  { kind, rules }: Pick<Register, "kind" | "rules">,
  now: number,
): DueStage | undefined {
  if (!care) return undefined;
  const find = kind === "loans" ? findLoanStage : findInspectionStage;
  return find(rules, { group, status: care.status, dueAt: care.dueAt }, now);
}

/** How a thing is, and when it is due. `tone` says whether something has to be done. */
export type CareLine = { status: string; date: string; tone: "" | "ok" | "warn" | "bad" };

/** Describes a thing of loans or of an inspection in a few words for a list. */
export function describeCare(
  entry: Entry,
  register: Pick<Register, "kind" | "rules">,
  now: number,
): CareLine {
  const { care } = entry;
  const stage = findStage(entry, register, now);
  const tone = stage === undefined ? "" : stage === "due" ? "warn" : "bad";
  const { state } = texts;
  const date = formatDueDate(care ?? {});
  const isPast = care?.dueAt !== undefined && care.dueAt < now;
  if (register.kind === "loans") {
    if (care?.status !== "lent")
      return { status: entry.blocked ? state.blocked : state.free, date: "", tone: "" };
    const holder = care.holder?.label;
    const status = holder === undefined ? state.lentToSomebody : state.lentTo({ holder });
    return {
      status,
      date: date === undefined ? "" : (isPast ? state.was : state.until)({ date }),
      tone,
    };
  }
  const status = state.inspected[inspectedStatus(entry)];
  const isFailed = care?.status === "failed";
  return {
    status,
    date: date === undefined ? "" : (isPast ? state.again : state.next)({ date }),
    tone: isFailed ? "bad" : tone || (care?.status === "passed" ? "ok" : ""),
  };
}

export function inspectedStatus({ care }: Pick<Entry, "care">): keyof typeof texts.state.inspected {
  const { status } = care ?? {};
  return status === "passed" || status === "failed" || status === "seen" ? status : "set";
}

/** Returns when something happened, such as `14:02`, from milliseconds since 1970. */
export function formatSince(since: number, now: number): string {
  return formatRelativeTime(new Date(since).toISOString(), now);
}
