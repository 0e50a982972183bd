import {
  describeUid,
  type NdefRecord,
  openPrintTagMediaType,
  parseUid,
  printNdef,
  sizeOf,
} from "@scanhook/tags";
import type { NfcProblem } from "../../../readers/nfc/problem.ts";
import { nfcTexts } from "../../../texts/nfc-texts.ts";
import { nfcWritingTexts as words } from "../../../texts/nfc-writing-texts.ts";
import type { WriteResult, WriteStep } from "../../../writing/write-tag.ts";

/** What to say of a writing: `wait` while it goes on. */
export type Status = {
  tone: "wait" | "ok" | "warn" | "bad";
  title: string;
  text: string;
};

export function stepStatus(step: WriteStep): Status {
  return { tone: "wait", ...stepWords(step) };
}

function stepWords(step: WriteStep): { title: string; text: string } {
  const { steps } = words;
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

export function resultStatus(
  result: Exclude<WriteResult, { kind: "asked" }>,
  records: readonly NdefRecord[],
): Status {
  const { results } = words;
  if (result.kind === "different") return { tone: "bad", ...results.different };
  if (result.kind === "failed") return { tone: "bad", ...problemWords(result.problem, records) };
  const { lock, uid } = result;
  if (lock.kind === "not-locked") {
    const { title, text } = problemWords(lock.problem, records);
    return {
      tone: "warn",
      title: results.notLocked,
      text: results.notLockedText(`${title}. ${text}`),
    };
  }
  const bytes = parseUid(uid);
  if (isForPrinters(records) && bytes && describeUid(bytes).technology === "iso14443") {
    return { tone: "warn", title: results.done, text: results.wrongRadio };
  }
  if (lock.kind === "locked")
    return { tone: "ok", title: results.locked, text: results.lockedText };
  return records.length === 0
    ? { tone: "ok", title: results.erased, text: results.erasedText }
    : { tone: "ok", title: results.done, text: results.doneText };
}

function isForPrinters(records: readonly NdefRecord[]): boolean {
  return records.some(({ type }) => new TextDecoder().decode(type) === openPrintTagMediaType);
}

/** Bytes that fit on about every tag there is: whatever refuses less is locked. */
const onEveryTag = 46;

export function problemWords(
  problem: NfcProblem,
  records: readonly NdefRecord[],
): { title: string; text: string } {
  const { results } = words;
  switch (problem.kind) {
    case "refused": {
      const { areaBytes } = sizeOf(printNdef(records));
      const text =
        areaBytes <= onEveryTag
          ? results.refusedSmall
          : results.refusedText(words.size.bytes(areaBytes));
      return { title: results.refused, text };
    }
    case "invalid":
      return { title: results.invalid, text: results.invalidText(problem.detail) };
    case "lost":
    case "foreign":
    case "not-lockable":
    case "cancelled":
      return results.failed[problem.kind];
    case "failed": {
      const { title } = nfcTexts.problems.failed;
      return { title, text: results.technical(problem.detail) };
    }
    case "unsupported":
      return words.cannot;
    default:
      return nfcTexts.problems[problem.kind];
  }
}
