import type { SeenTag } from "../../readers/nfc/transport.ts";
import { sameContent } from "../same-meaning.ts";
import type { List, ListRow } from "./read-list.ts";

/** What became of a line. Only what was read back from the tag is done. */
export type RowState =
  | { kind: "open" }
  | { kind: "skipped" }
  | { kind: "bad" }
  | { kind: "done"; uid: string; at: number; locked: boolean };

/** One going through a list, tag by tag. */
export type Run = {
  rows: readonly ListRow[];
  states: readonly RowState[];
  /** The line written last, whose tag may still lie there. */
  last?: number;
};

export function startRun({ rows }: List): Run {
  return { rows, states: rows.map(({ ok }) => ({ kind: ok ? "open" : "bad" })) };
}

/** The line that is written next; undefined when none is left. */
export function nextRow({ states }: Run): number | undefined {
  const index = states.findIndex(({ kind }) => kind === "open");
  return index < 0 ? undefined : index;
}

/** A line whose tag was checked. A line that was on that tag before is written over, so it is open again. */
export function finishRow(
  run: Run,
  index: number,
  done: { uid: string; at: number; locked: boolean },
): Run {
  const states = run.states.map((state): RowState => {
    const lost = state.kind === "done" && done.uid !== "" && state.uid === done.uid;
    return lost ? { kind: "open" } : state;
  });
  states[index] = { kind: "done", ...done };
  return { ...run, states, last: index };
}

export function skipRow(run: Run, index: number): Run {
  return { ...run, states: run.states.with(index, { kind: "skipped" }) };
}

/** Takes up again what was skipped. */
export function reopenSkipped(run: Run): Run {
  const states = run.states.map((state) =>
    state.kind === "skipped" ? { kind: "open" as const } : state,
  );
  return { ...run, states };
}

export function countStates({ states }: Run): Record<RowState["kind"], number> {
  const counts = { open: 0, skipped: 0, bad: 0, done: 0 };
  for (const { kind } of states) counts[kind] += 1;
  return counts;
}

/** The line that this tag was written with in this run. */
export function rowOnTag({ states }: Run, uid: string): number | undefined {
  const index = states.findIndex(
    (state) => state.kind === "done" && uid !== "" && state.uid === uid,
  );
  return index < 0 ? undefined : index;
}

/**
 * What to do with a tag that comes, `uid` being its own or empty: the one written last is left lying, one written
 * earlier is asked about, unless it is the one the person agreed to.
 */
export function judgeTag(
  run: Run,
  tag: SeenTag,
  uid: string,
  { resting, agreed }: { resting: boolean; agreed?: string | undefined },
): "write" | "ignore" | "ask" {
  if (uid !== "" && uid === agreed) return "write";
  const last = run.last === undefined ? undefined : run.rows[run.last];
  const onTag = rowOnTag(run, uid);
  if (uid === "") {
    const isLast = resting && last?.ok === true && sameContent(tag.records, last.records);
    return isLast ? "ignore" : "write";
  }
  if (onTag === undefined) return "write";
  return resting && onTag === run.last ? "ignore" : "ask";
}
