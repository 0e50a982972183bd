import type { FieldProblem } from "../../writing/form-result.ts";
import type { RowFault, RowProblem } from "../../writing/list/parse-list.ts";
import type { RowState } from "../../writing/list/run.ts";

const tags = (count: number) => (count === 1 ? "1 tag" : `${count.toLocaleString("en")} tags`);

/** The screens for writing many tags from a list. */
export const writeList = {
  lead: "Each line becomes one tag. The first line names the columns. A list with only one column needs no names: addresses become links, everything else becomes text.",
  known: "Known columns",
  file: "Choose a CSV file",
  paste: "Or paste the list here",
  placeholder: "url,note\nhttps://example.com/item/1,Drill\nhttps://example.com/item/2,Saw",
  check: "Check the list",
  empty: "This list has no line to write. Add one below the column names.",
  "no-columns":
    "This list has no known column, so it is not clear what to write. Name the columns in the first line: url, text, phone, email …",
  unreadable: "The file could not be read. Save it as CSV and choose it again.",
  tooLarge:
    "This file is larger than 5 MB, which is too large for a list of tags. Choose another one.",
  preview: "What will be written",
  ready: (good: number, bad: number) =>
    bad === 0
      ? `${tags(good)} to write.`
      : `${tags(good)} to write, ${bad === 1 ? "1 line" : `${bad} lines`} with errors.`,
  noneGood: "No line can be written. Correct the list.",
  columns: "Columns",
  column: (name: string, meaning: string) => `${name || "the only column"}: ${meaning}`,
  notWritten: "not written",
  content: "link or text",
  latitude: "place, latitude",
  longitude: "place, longitude",
  line: (line: number) => `Line ${line}`,
  errors: "Errors",
  errorsHint: "These lines are not written. Correct the list to include them.",
  problemIn: (column: string, sentence: string) => `${column}: ${sentence}`,
  change: "Change the list",
  start: (count: number) => `Write ${tags(count)}`,
  further: (count: number) => `… and ${count.toLocaleString("en")} more`,
  largest: "Size of the largest tag:",

  running: (number: number, of: number) => `Tag ${number} of ${of}`,
  next: "Next",
  skip: "Skip this line",
  stop: "Stop",
  counts: (done: number, skipped: number, open: number) =>
    [`${done} written`, ...(skipped ? [`${skipped} skipped`] : []), `${open} to go`].join(", "),
  progress: "Progress",
  none: "No tag has been written yet.",
  skipped: (line: number) => `Line ${line} was skipped.`,
  last: (line: number) => `Line ${line} was written and checked.`,
  nextTag: "Take the tag away and hold the next one to the phone.",
  goOn: (count: number) => `Continue with ${tags(count)}`,
  finished: "The list is done",
  summary: (done: number, of: number) => `${done} of ${tags(of)} written and checked.`,
  download: "Download the result",
  downloadHint: "Your list as CSV, with the result and the UID of each tag.",
  again: "Write another list",
  leaveQuestion: "Leave this list?",
  leaveHint: "You have not downloaded its result with the UIDs of the tags. It will be lost.",
  stay: "Stay",
  leave: "Leave it",
  retry: (count: number) => `Write the ${count === 1 ? "skipped line" : `${count} skipped lines`}`,
  fileName: (date: string) => `tags-${date}.csv`,
  results: {
    columns: {
      content: "content",
      line: "line",
      result: "result",
      uid: "uid",
      locked: "read-only",
      time: "time",
    },
    states: {
      open: "not written",
      skipped: "skipped",
      bad: "error",
      done: "written",
    } satisfies Record<RowState["kind"], string>,
    yes: "yes",
  },
  faults: {
    nothing: "This line has nothing to write.",
    quotes:
      "A quotation mark is not closed, or is inside a cell. Inside quoted text, write it twice.",
    "more-cells":
      "This line has more cells than columns. Put quotation marks around text that contains the separator.",
  } satisfies Record<RowFault["problem"], string>,
  "not-a-security": "This is not a known protection. Write WPA, WEP or open.",
} satisfies Record<Exclude<RowProblem["problem"], FieldProblem | RowFault["problem"]>, string> &
  Record<string, unknown>;
