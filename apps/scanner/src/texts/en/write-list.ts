import type { RowFault, RowProblem } from "../../writing/list/read-list.ts";
import type { RowState } from "../../writing/list/run.ts";
import type { Problem } from "../../writing/made.ts";

const tags = (count: number) => (count === 1 ? "1 tag" : `${count.toLocaleString("en")} tags`);

/** Many tags from a list. */
export const writeList = {
  lead: "One line is one tag. The first line names the columns; a list of one column needs no names: addresses become links, the rest text.",
  known: "Which columns are understood",
  file: "Choose a CSV file",
  paste: "Or paste the list here",
  placeholder: "url,note\nhttps://example.com/item/1,Drill\nhttps://example.com/item/2,Saw",
  check: "Check the list",
  empty: "There is no line to write in this list. Add one below the names of the columns.",
  "no-columns":
    "None of the columns is known, so it is not clear what to write. Name them in the first line: url, text, phone, email …",
  unreadable: "The file could not be read. Save it as CSV and choose it again.",
  tooLarge: "This file is larger than 5 MB, which is no list of tags. Choose another.",
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
  errorsHint: "These lines are left out. Correct the list to write them too.",
  problemIn: (column: string, sentence: string) => `${column}: ${sentence}`,
  change: "Change the list",
  start: (count: number) => `Write ${tags(count)}`,
  further: (count: number) => `… and ${count.toLocaleString("en")} more`,
  largest: "The largest of them:",

  running: (number: number, of: number) => `Tag ${number} of ${of}`,
  next: "Next",
  skip: "Skip this line",
  stop: "Stop",
  counts: (done: number, skipped: number, open: number) =>
    [`${done} written`, ...(skipped ? [`${skipped} skipped`] : []), `${open} to go`].join(", "),
  progress: "Progress",
  none: "No tag is written yet.",
  skipped: (line: number) => `Line ${line} is skipped.`,
  last: (line: number) => `Line ${line} is written and checked.`,
  nextTag: "Take the tag away and hold the next one there.",
  goOn: (count: number) => `Go on with ${tags(count)}`,
  finished: "The list is done",
  summary: (done: number, of: number) => `${done} of ${tags(of)} written and checked.`,
  download: "Download the result",
  downloadHint: "Your list as CSV, with the result and the UID of each tag.",
  again: "Write another list",
  leaveQuestion: "Leave this list?",
  leaveHint: "Its result, with the UIDs of the tags, was not downloaded and is not kept.",
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
    nothing: "There is nothing to write in this line.",
    quotes:
      "A quotation mark is not closed, or stands inside a cell. Write it twice inside quoted text.",
    "more-cells":
      "There are more cells than columns. Put quotation marks round text with the separator in it.",
  } satisfies Record<RowFault["problem"], string>,
  "not-a-security": "This is no protection of a network. Write WPA, WEP or open.",
} satisfies Record<Exclude<RowProblem["problem"], Problem | RowFault["problem"]>, string> &
  Record<string, unknown>;
