import type { DetectedTag } from "../../readers/nfc/transport.ts";
import { haveSameMeaning } from "../same-meaning.ts";
import type { TagDecision } from "../write-tag.ts";
import type { List, ListRow } from "./parse-list.ts";

/** The state of a line. It is `done` only after the tag was read back. */
export type RowState =
  | { kind: "open" }
  | { kind: "skipped" }
  | { kind: "bad" }
  /** `finishedAtMs` is in milliseconds since 1970. */
  | { kind: "done"; uid: string; finishedAtMs: number; isLocked: boolean };

/** The progress of writing a list, tag by tag. */
export type Run = {
  rows: readonly ListRow[];
  states: readonly RowState[];
  /** The index of the row that was written last. Its tag may still be in the field. */
  lastIndex?: number;
};

/** Returns the progress of a list before anything is written. */
export function startRun({ rows }: List): Run {
  return { rows, states: rows.map(({ ok }) => ({ kind: ok ? "open" : "bad" })) };
}

/** Returns the index of the row to write next; undefined if none is left. */
export function findNextRow({ states }: Run): number | undefined {
  const index = states.findIndex(({ kind }) => kind === "open");
  return index < 0 ? undefined : index;
}

/**
 * Marks a row as done. A row that was on the same tag has been overwritten, so it becomes open
 * again.
 */
export function finishRow(
  run: Run,
  index: number,
  done: { uid: string; finishedAtMs: number; isLocked: boolean },
): Run {
  const states = run.states.map((state): RowState => {
    const isOverwritten = state.kind === "done" && done.uid !== "" && state.uid === done.uid;
    return isOverwritten ? { kind: "open" } : state;
  });
  states[index] = { kind: "done", ...done };
  return { ...run, states, lastIndex: index };
}

export function skipRow(run: Run, index: number): Run {
  return { ...run, states: run.states.with(index, { kind: "skipped" }) };
}

/** Makes all skipped rows open again. */
export function reopenSkipped(run: Run): Run {
  const states = run.states.map((state) =>
    state.kind === "skipped" ? { kind: "open" as const } : state,
  );
  return { ...run, states };
}

/** Counts the rows by state. */
export function countStates({ states }: Run): Record<RowState["kind"], number> {
  const counts = { open: 0, skipped: 0, bad: 0, done: 0 };
  for (const { kind } of states) counts[kind] += 1;
  return counts;
}

/** Returns the index of the row that is on the tag with this UID; undefined if there is none. */
export function findRowOnTag({ states }: Run, uid: string): number | undefined {
  const index = states.findIndex(
    (state) => state.kind === "done" && uid !== "" && state.uid === uid,
  );
  return index < 0 ? undefined : index;
}

/**
 * Decides what to do with a detected tag. The tag that was written last is ignored while it rests
 * in the field. For any other tag of this run the person is asked, unless its UID is `agreedUid`.
 * `uid` is empty if the tag has no stable UID; the content then shows whether it is the tag that
 * was written last.
 */
export function decideOnTag(
  run: Run,
  tag: DetectedTag,
  uid: string,
  { isResting, agreedUid }: { isResting: boolean; agreedUid?: string | undefined },
): TagDecision {
  if (uid !== "" && uid === agreedUid) return "write";
  if (uid === "") {
    const lastRow = run.lastIndex === undefined ? undefined : run.rows[run.lastIndex];
    const isLast =
      isResting && lastRow?.ok === true && haveSameMeaning(tag.records, lastRow.records);
    return isLast ? "ignore" : "write";
  }
  const rowIndex = findRowOnTag(run, uid);
  if (rowIndex === undefined) return "write";
  return isResting && rowIndex === run.lastIndex ? "ignore" : "ask";
}
