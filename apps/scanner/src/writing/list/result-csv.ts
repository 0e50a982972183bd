import { printCsv } from "./csv.ts";
import type { List, ListRow } from "./read-list.ts";
import type { RowState, Run } from "./run.ts";

/** The words of a result, as the texts have them. */
export type ResultWords = {
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

/** The list again, with what became of each line and the tag it is on. */
export function printResults({ columns }: List, run: Run, words: ResultWords): string {
  const names = words.columns;
  const head = [
    ...columns.map(({ name }) => name || names.content),
    names.line,
    names.result,
    names.uid,
    names.locked,
    names.time,
  ];
  const lines = run.rows.map((row, index) => {
    const state = run.states[index] ?? { kind: "open" };
    const cells = columns.map((_, at) => row.cells[at] ?? "");
    const result = row.ok
      ? words.states[state.kind]
      : `${words.states.bad}: ${words.problems(row)}`;
    const done = state.kind === "done" ? state : undefined;
    return [
      ...cells,
      String(row.line),
      result,
      done?.uid ?? "",
      done?.locked ? words.yes : "",
      done ? new Date(done.at).toISOString() : "",
    ];
  });
  return printCsv([head, ...lines]);
}
