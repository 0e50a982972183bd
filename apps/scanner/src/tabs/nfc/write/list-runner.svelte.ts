import { nfcWritingTexts, writeListTexts } from "../../../texts/writing.ts";
import {
  decideOnTag,
  findNextRow,
  findRowOnTag,
  finishRow,
  type Run,
  skipRow,
} from "../../../writing/list/run.ts";
import { toStableUid } from "../../../writing/stable-uid.ts";
import { listState } from "./list-state.svelte.ts";
import { type Status, toResultStatus, toStepStatus } from "./status-words.ts";
import { createWriter } from "./writer.svelte.ts";

/** The outcome of the row before the current one, in words. */
type PreviousNote = { tone: "" | "ok" | "warn"; text: string };

/**
 * Creates a runner, which writes the rows of the list in `listState` one after another.
 * `currentRun` returns its run, and keeps returning one until the screen that shows it is gone.
 */
export function createListRunner(currentRun: () => Run) {
  const writer = createWriter();
  let previous = $state.raw(describeLastRow(currentRun()));
  const index = $derived(findNextRow(currentRun()));
  const row = $derived(index === undefined ? undefined : currentRun().rows[index]);

  /**
   * Writes row after row until a tag fails or needs a question, all rows are done, or the list is
   * left.
   */
  async function writeNext(agreedUid?: string): Promise<void> {
    let pendingAgreedUid = agreedUid;
    for (;;) {
      const run = listState.run;
      const nextIndex = run && findNextRow(run);
      const nextRow = nextIndex === undefined ? undefined : run?.rows[nextIndex];
      if (!run || nextIndex === undefined || !nextRow?.ok) return;
      // The person agreed to overwrite one tag, for one row.
      const rowAgreedUid = pendingAgreedUid;
      pendingAgreedUid = undefined;
      const result = await writer.write({
        records: nextRow.records,
        lock: listState.lock,
        decide: (tag, isResting) =>
          decideOnTag(run, tag, toStableUid(tag), { isResting, agreedUid: rowAgreedUid }),
      });
      if (result?.kind !== "done") return;
      listState.run = finishRow(run, nextIndex, {
        uid: result.uid,
        finishedAtMs: Date.now(),
        isLocked: result.lock.kind === "locked",
      });
      const { tone, title, text } = toResultStatus(result, nextRow.records);
      previous =
        tone === "warn"
          ? { tone, text: `${writeListTexts.line({ line: nextRow.line })}: ${title}. ${text}` }
          : { tone: "ok", text: writeListTexts.last({ line: nextRow.line }) };
    }
  }

  return {
    /** The row to write next; undefined when the list is done. */
    get row() {
      return row;
    },
    get previous() {
      return previous;
    },
    /**
     * `writing`, `asked` about a tag that was written before, `failed`, or `idle` before the first
     * attempt and after `stop`.
     */
    get phase(): "writing" | "asked" | "failed" | "idle" {
      if (writer.step) return "writing";
      if (!writer.result) return "idle";
      return writer.result.kind === "asked" ? "asked" : "failed";
    },
    /** The status of the row in words; undefined while the runner is idle. */
    get status(): Status | undefined {
      const { step, result } = writer;
      if (!row?.ok) return undefined;
      if (step) {
        const status = toStepStatus(step);
        const isNextTag = step.kind === "waiting" && currentRun().lastIndex !== undefined;
        return isNextTag ? { ...status, text: writeListTexts.nextTag } : status;
      }
      if (!result) return undefined;
      if (result.kind !== "asked") return toResultStatus(result, row.records);
      const writtenIndex = findRowOnTag(currentRun(), toStableUid(result.tag));
      const line = currentRun().rows[writtenIndex ?? 0]?.line ?? 0;
      const { title, text } = nfcWritingTexts.asked.line;
      return { tone: "warn", title: title({ line }), text: text({ line, next: row.line }) };
    },
    writeNext: () => void writeNext(),
    /** Writes the row over the tag that the person was asked about. */
    overwrite() {
      const { result } = writer;
      if (result?.kind === "asked") void writeNext(toStableUid(result.tag));
    },
    skip() {
      if (index === undefined || !row) return;
      previous = { tone: "", text: writeListTexts.skipped({ line: row.line }) };
      writer.stop();
      listState.run = skipRow(currentRun(), index);
      void writeNext();
    },
    stop: writer.stop,
  };
}

/**
 * Describes the last written row of a list that was left and is continued. Says that no row was
 * written if the list is new.
 */
function describeLastRow(run: Run): PreviousNote {
  const line = run.lastIndex === undefined ? undefined : run.rows[run.lastIndex]?.line;
  return line === undefined
    ? { tone: "", text: writeListTexts.none }
    : { tone: "ok", text: writeListTexts.last({ line }) };
}
