import type { InspectionResult } from "./inspection-log.ts";
import { mapLazily } from "./map-lazily.ts";
import type { Cell, Report } from "./report.ts";
import {
  compareDue,
  createReportTimes,
  type ReportOrigin,
  type ReportTimes,
} from "./report-times.ts";

/** Why a thing has to be inspected. */
export type DueState = "overdue" | "missed" | "failed" | "never" | "due";

/** A thing to inspect. `since`, `door` and `result` are of its last inspection. */
export type DueThing = {
  label: string;
  code?: string | undefined;
  group?: string | undefined;
  status: DueState;
  since?: number | undefined;
  door?: string | undefined;
  result?: InspectionResult | undefined;
  due?: number | undefined;
};

/** The words of states. Things of a lower rank come first. */
const states: Readonly<Record<DueState, { word: string; rank: number; isAlert?: true }>> = {
  overdue: { word: "overdue", rank: 0, isAlert: true },
  missed: { word: "missed", rank: 0, isAlert: true },
  failed: { word: "failed", rank: 1, isAlert: true },
  never: { word: "never inspected", rank: 2 },
  due: { word: "due", rank: 2 },
};

/**
 * Returns the list of things to inspect: first those that are overdue or were missed, then those
 * that failed, then the others, each by the date on which they are due. Things with the same date
 * keep their order, and those without one come last.
 */
export function createDueList(
  things: readonly DueThing[],
  { register, now }: ReportOrigin,
): Report {
  const times = createReportTimes(now);
  const sorted = things.toSorted(
    (one, other) =>
      states[one.status].rank - states[other.status].rank || compareDue(one.due, other.due),
  );
  const counts = Object.entries(states).map(([state, { word }]) => {
    const count = things.filter(({ status }) => status === state).length;
    return [`${word[0]!.toUpperCase()}${word.slice(1)}`, count] as const;
  });
  return {
    title: "Due inspections",
    subtitles: [register, times.made()],
    facts: counts.filter(([, count]) => count > 0).map(([word, count]) => [word, String(count)]),
    columns: [
      { header: "Thing", weight: 28 },
      { header: "Code", weight: 15 },
      { header: "Place or group", weight: 18 },
      { header: "Last inspected", weight: 20 },
      { header: "By", weight: 15 },
      { header: "Result", weight: 10 },
      { header: "Due", weight: 20 },
      { header: "State", weight: 20 },
    ],
    sections: [{ rows: mapLazily(sorted, (thing) => toRow(thing, times)) }],
  };
}

function toRow(thing: DueThing, times: ReportTimes): Cell[] {
  const { label, code = "", group = "", since, door = "", result = "", due } = thing;
  const state = describeState(thing, times);
  return [label, code, group, times.moment(since), door, result, times.end(due), state];
}

function describeState({ status, due }: DueThing, times: ReportTimes): Cell {
  const { word, isAlert } = states[status];
  const shown = status === "overdue" ? (times.lateness(due) ?? word) : word;
  return isAlert ? { alert: shown } : shown;
}
