import { mapLazily } from "./map-lazily.ts";
import type { Cell, Report, Row, Section } from "./report.ts";
import { createReportTimes, type ReportOrigin, type ReportTimes } from "./report-times.ts";

/** `seen` is an inspection without questions. */
export type InspectionResult = "passed" | "failed" | "seen";

/** An answer as people read it. `isFail` tells that it is not as it should be. */
export type InspectionAnswer = { label: string; value: string; isFail: boolean };

/** An inspection of the thing `label` by the user `door`. */
export type Inspection = {
  at: number;
  door: string;
  label: string;
  code?: string | undefined;
  result: InspectionResult;
  answers: readonly InspectionAnswer[];
};

/** `facts` are the shown fields of the thing. */
export type InspectedThing = {
  label: string;
  code?: string | undefined;
  group?: string | undefined;
  due?: number | undefined;
  facts?: readonly (readonly [name: string, value: string])[] | undefined;
};

/** Returns the inspections of one thing, in the given order, each with all its answers. */
export function createThingLog(
  { label, code, group, due, facts = [] }: InspectedThing,
  inspections: readonly Inspection[],
  { register, now }: ReportOrigin,
): Report {
  const times = createReportTimes(now);
  const known: [string, string | undefined][] = [
    ["Code", code],
    ["Place or group", group],
    ["Next due", due === undefined ? undefined : times.end(due)],
  ];
  return {
    title: `Inspections of ${label}`,
    subtitles: [register, times.made()],
    facts: [
      ...known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
      ...facts,
      ...countResults(inspections),
    ],
    sectionColumns: ["Inspected", "By", "Result"],
    columns: [
      { header: "Question", weight: 45 },
      { header: "Answer", weight: 45 },
      { header: "Failed", weight: 12 },
    ],
    sections: mapLazily(inspections, (inspection) => toSection(inspection, times)),
  };
}

/**
 * Returns the inspections of a span, in the given order, each with its failed answers. `to` is the
 * end of the last day.
 */
export function createSpanLog(
  inspections: readonly Inspection[],
  { register, now, from, to }: ReportOrigin & { from: number; to: number },
): Report {
  const times = createReportTimes(now);
  return {
    title: "Inspections",
    subtitles: [register, times.span(from, to), times.made()],
    facts: countResults(inspections),
    columns: [
      { header: "Inspected", weight: 20 },
      { header: "Thing", weight: 28 },
      { header: "Code", weight: 15 },
      { header: "By", weight: 16 },
      { header: "Result", weight: 12 },
      { header: "Failed answers", weight: 45 },
    ],
    sections: [{ rows: mapLazily(inspections, (inspection) => toRow(inspection, times)) }],
  };
}

function countResults(inspections: readonly Inspection[]): [string, string][] {
  const count = (result: InspectionResult) =>
    inspections.filter((inspection) => inspection.result === result).length;
  const counts = [
    ["Inspections", inspections.length],
    ["Passed", count("passed")],
    ["Failed", count("failed")],
    ["Seen", count("seen")],
  ] as const;
  return counts.filter(([, number]) => number > 0).map(([name, number]) => [name, String(number)]);
}

function toSection({ at, door, result, answers }: Inspection, times: ReportTimes): Section {
  return {
    heading: [times.moment(at), door, toResultCell(result)],
    rows: answers.map(({ label, value, isFail }) =>
      isFail ? [label, { alert: value }, "failed"] : [label, value, ""],
    ),
  };
}

function toRow(
  { at, label, code = "", door, result, answers }: Inspection,
  times: ReportTimes,
): Row {
  const failed = answers.filter(({ isFail }) => isFail);
  const listed = failed.map(
    ({ label, value }) => `${label}${label.endsWith("?") ? "" : ":"} ${value}`,
  );
  return [times.moment(at), label, code, door, toResultCell(result), listed.join("; ")];
}

function toResultCell(result: InspectionResult): Cell {
  return result === "failed" ? { alert: result } : result;
}
