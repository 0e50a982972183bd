import {
  describeUid,
  encodeNdef,
  type NdefRecord,
  openPrintTagMediaType,
  parseUid,
  sizeOf,
} from "@scanhook/tags";
import type { NfcProblem } from "../../../readers/nfc/problem.ts";
import { nfcTexts } from "../../../texts/nfc.ts";
import { nfcWritingTexts } from "../../../texts/writing.ts";
import type { WriteResult, WriteStep } from "../../../writing/write-tag.ts";

/** The state of writing a tag in words. The tone is `wait` until there is a result. */
export type Status = {
  tone: "wait" | "ok" | "warn" | "bad";
  title: string;
  text: string;
};

/** Returns the status while a step runs. */
export function toStepStatus(step: WriteStep): Status {
  return { tone: "wait", ...stepTexts(step) };
}

function stepTexts(step: WriteStep): { title: string; text: string } {
  const { steps } = nfcWritingTexts;
  switch (step.kind) {
    case "waiting":
      return steps.waiting;
    case "writing":
      return step.why ? steps.unreadable : steps.writing;
    case "checking":
      if (step.why === "other-tag") return steps.otherTag;
      return step.why ? steps.checkingUnreadable : steps.checking;
    case "locking":
      return step.why ? steps.moved : steps.locking;
  }
}

/** Returns the status of a result; `records` are those that the job was to write. */
export function toResultStatus(
  result: Exclude<WriteResult, { kind: "asked" }>,
  records: readonly NdefRecord[],
): Status {
  const { results } = nfcWritingTexts;
  if (result.kind === "different") return { tone: "bad", ...results.different };
  if (result.kind === "failed") return { tone: "bad", ...problemTexts(result.problem, records) };
  const { lock, uid } = result;
  if (lock.kind === "not-locked") {
    const { title, text } = problemTexts(lock.problem, records);
    return {
      tone: "warn",
      title: results.notLocked,
      text: results.notLockedText({ why: `${title}. ${text}` }),
    };
  }
  const parsedUid = parseUid(uid);
  // Printers read only ISO 15693.
  if (isForPrinters(records) && parsedUid && describeUid(parsedUid).technology === "iso14443") {
    return { tone: "warn", title: results.done, text: results.wrongRadio };
  }
  if (lock.kind === "locked") {
    return { tone: "ok", title: results.locked, text: results.lockedText };
  }
  return records.length === 0
    ? { tone: "ok", title: results.erased, text: results.erasedText }
    : { tone: "ok", title: results.done, text: results.doneText };
}

function isForPrinters(records: readonly NdefRecord[]): boolean {
  return records.some(({ type }) => new TextDecoder().decode(type) === openPrintTagMediaType);
}

/**
 * The size of a message that fits on nearly every tag, so a tag that refuses a smaller message is
 * most likely locked.
 */
const maxBytesOnEveryTag = 46;

/** Returns the title and the explanation of a problem with writing these records. */
export function problemTexts(
  problem: NfcProblem,
  records: readonly NdefRecord[],
): { title: string; text: string } {
  const { results } = nfcWritingTexts;
  switch (problem.kind) {
    case "refused": {
      const { areaBytes } = sizeOf(encodeNdef(records));
      const text =
        areaBytes <= maxBytesOnEveryTag
          ? results.refusedSmall
          : results.refusedText({ needed: nfcWritingTexts.size.bytes({ count: areaBytes }) });
      return { title: results.refused, text };
    }
    case "invalid":
      return { title: results.invalid, text: results.invalidText({ detail: problem.detail }) };
    case "lost":
    case "foreign":
    case "not-lockable":
    case "cancelled":
      return results.failed[problem.kind];
    case "failed": {
      const { title } = nfcTexts.problems.failed;
      return { title, text: results.technical({ detail: problem.detail }) };
    }
    case "unsupported":
      return nfcWritingTexts.cannot;
    default:
      return nfcTexts.problems[problem.kind];
  }
}
