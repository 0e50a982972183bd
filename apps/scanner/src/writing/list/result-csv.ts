import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import type { List, ListRow } from "./parse-list.ts";
import type { RowState, Run } from "./run.ts";

/** The texts of the columns and cells that the result adds. */
export type ResultTexts = {
  columns: {
    content: string;
    line: string;
    result: string;
    uid: string;
    locked: string;
    time: string;
  };
  states: Record<RowState["kind"], string>;
  yes: string;
  problems: (row: ListRow) => string;
};

/** Returns the list as CSV, with columns for the result, the UID and the time of each line. */
export function serializeResults({ columns }: List, run: Run, texts: ResultTexts): string {
  const names = texts.columns;
  const header = [
    ...columns.map(({ name }) => name || names.content),
    names.line,
    names.result,
    names.uid,
    names.locked,
    names.time,
  ];
  const lines = run.rows.map((row, index) => {
    const state = run.states[index] ?? { kind: "open" };
    const cells = columns.map((_, columnIndex) => row.cells[columnIndex] ?? "");
    const result = row.ok
      ? texts.states[state.kind]
      : `${texts.states.bad}: ${texts.problems(row)}`;
    const done = state.kind === "done" ? state : undefined;
    return [
      ...cells,
      String(row.line),
      result,
      done?.uid ?? "",
      done?.isLocked ? texts.yes : "",
      done ? new Date(done.finishedAtMs).toISOString() : "",
    ];
  });
  return byteOrderMark + [header, ...lines].map(toCsvLine).join("");
}
