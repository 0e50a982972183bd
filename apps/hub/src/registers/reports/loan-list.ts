import { mapLazily } from "./map-lazily.ts";
import type { Cell, Column, Report } from "./report.ts";
import {
  compareDue,
  createReportTimes,
  type ReportOrigin,
  type ReportTimes,
} from "./report-times.ts";

/** A thing that somebody has had since a time and is to bring back before another. */
export type LentThing = {
  label: string;
  code?: string | undefined;
  holder?: string | undefined;
  since?: number | undefined;
  due?: number | undefined;
};

const columns: readonly Column[] = [
  { header: "Thing", weight: 29 },
  { header: "Code", weight: 14 },
  { header: "Since", weight: 20 },
  { header: "Due", weight: 20 },
  { header: "State", weight: 20 },
];

/** Heads the things whose holder is not known. */
const nobody = "(no name)";

/**
 * Returns the list of lent things by the names of their holders. The things of a person are in the
 * order in which they are due; those without a date come last.
 */
export function createLoanList(
  things: readonly LentThing[],
  { register, now }: ReportOrigin,
): Report {
  const times = createReportTimes(now);
  const thingsOf = Map.groupBy(things, ({ holder = nobody }) => holder);
  const { compare } = new Intl.Collator("en");
  const holders = [...thingsOf.keys()].sort(compare);
  return {
    title: "Loans",
    subtitles: [register, times.made()],
    facts: [
      ...countThings(things, times),
      ["Persons", String(holders.filter((holder) => holder !== nobody).length)],
    ],
    sectionColumns: ["Person"],
    columns,
    sections: mapLazily(holders, (holder) => ({
      heading: [holder],
      rows: listRows(thingsOf.get(holder)!, times),
    })),
  };
}

/** Returns the list of what one person has, to sign. `things` are of that person only. */
export function createReceipt(
  holder: string,
  things: readonly LentThing[],
  { register, now }: ReportOrigin,
): Report {
  const times = createReportTimes(now);
  return {
    title: `Loans of ${holder}`,
    subtitles: [register, times.made()],
    facts: countThings(things, times),
    columns,
    sections: [{ rows: listRows(things, times) }],
    signature: "I have received these things.",
  };
}

function countThings(things: readonly LentThing[], times: ReportTimes): [string, string][] {
  const overdue = things.filter(({ due }) => times.isOver(due)).length;
  const counts: [string, string][] = [["Things", String(things.length)]];
  return overdue > 0 ? [...counts, ["Overdue", String(overdue)]] : counts;
}

function listRows(things: readonly LentThing[], times: ReportTimes): Iterable<Cell[]> {
  const sorted = things.toSorted((one, other) => compareDue(one.due, other.due));
  return mapLazily(sorted, ({ label, code = "", since, due }) => {
    const late = times.lateness(due);
    const state = late === undefined ? "" : { alert: late };
    return [label, code, times.moment(since), times.end(due), state];
  });
}
