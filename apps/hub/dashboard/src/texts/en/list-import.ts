import type { CareReport } from "../../../../src/register-work/opening-care.ts";
import type { StockReport } from "../../../../src/register-work/opening-stock.ts";

/** The texts about the import of a list. They load with the registers. */
export const texts = {
  paste: "The list",
  file: "Or an XLSX or CSV file",
  sheet: "Sheet",
  header: "The first line has the names of the columns",
  encoding: "Characters",
  encodingHint: "Choose others if letters of the names look wrong.",
  encodings: {
    "UTF-8": "Unicode (UTF-8)",
    "UTF-16LE": "Unicode (UTF-16 LE)",
    "UTF-16BE": "Unicode (UTF-16 BE)",
    "windows-1252": "Western European (windows-1252)",
    "windows-1250": "Central European (windows-1250)",
    "windows-1251": "Cyrillic (windows-1251)",
    "windows-1253": "Greek (windows-1253)",
    "windows-1254": "Turkish (windows-1254)",
    "windows-1257": "Baltic (windows-1257)",
    macintosh: "Western European (Macintosh)",
    Shift_JIS: "Japanese (Shift_JIS)",
    "EUC-JP": "Japanese (EUC-JP)",
    GBK: "Simplified Chinese (GBK)",
    Big5: "Traditional Chinese (Big5)",
    "EUC-KR": "Korean (EUC-KR)",
  },
  roles: {
    label: "Column with the name",
    lastName: "Column with the last name",
    key: "Column with the code",
    moreKeys: "Column with further codes",
    group: "Column with the group",
    attention: "Column with a note to read first",
    uid: "Column with the UID of a tag",
    quantity: "Column with the quantity",
    place: "Column with the place",
    holder: "Column with the person who has it",
    due: "Column with the date",
    unit: "Column with the unit",
    minimum: "Column with the minimum",
    amount: "Column with the numbers of number cards",
    recalled: "Column with recalled lots",
  },
  severalColumns: (columns: readonly string[]) => columns.join(" and "),
  more: "More columns",
  noColumn: "None",
  shownHint: "Phones and labels show these details beside name and group.",
  samples: (shown: number, rows: number) =>
    shown === rows
      ? "The list as it will be stored"
      : `${shown} of ${rows} rows, as they will be stored`,
  sampleCode: "Code",
  sampleName: "Name",
  sampleGroup: "Group",
  sampleQuantity: "How much",
  samplePlace: "Place",
  sampleHolder: "Who has it",
  sampleDue: "Date",
  random: "random code",
  nameLike: (count: number) =>
    `${count === 1 ? "1 code looks like a name" : `${count} codes look like names`}. Whoever knows the name has a ticket. Choose another column, or random codes.`,
  makeCodes: "None: random codes",
  submit: "Import",
  stock: ({ counted, same, places, refused, summed, dropped, droppedLines }: StockReport) => {
    const parts = [`${counted} will be counted by hand`, `${same} are there already`];
    if (places > 0) parts.push(places === 1 ? "1 place is added" : `${places} places are added`);
    if (summed > 0) parts.push(`${summed} lines are added up with an earlier one`);
    if (refused > 0) parts.push(`${refused} are left out`);
    const lines = [...droppedLines, ...(dropped > droppedLines.length ? ["…"] : [])];
    const differing =
      dropped > 0
        ? ` Other columns of these lines differ from an earlier one about the same article, which counts: ${lines.join(", ")}.`
        : "";
    return `Quantities: ${parts.join(", ")}.${differing}`;
  },
  care: ({ people, lent, dated, same, refused }: CareReport) => {
    const parts = [`${lent} will be lent`, `${dated} get a date`, `${same} are so already`];
    if (people > 0) parts.push(people === 1 ? "1 person is added" : `${people} people are added`);
    if (refused > 0) parts.push(`${refused} are left out`);
    return `Loans and dates: ${parts.join(", ")}.`;
  },
  refusedActs: (count: number) =>
    count === 1 ? "1 loan or date was left out:" : `${count} loans and dates were left out:`,
  counts: (counts: {
    rows: number;
    new: number;
    changed: number;
    same: number;
    conflict: number;
  }) => {
    const parts = [`${counts.new} new`, `${counts.changed} changed`, `${counts.same} the same`];
    if (counts.conflict > 0) parts.push(`${counts.conflict} in conflict`);
    return `${counts.rows === 1 ? "1 row" : `${counts.rows} rows`}: ${parts.join(", ")}.`;
  },
  conflicts: (several: string, lines: readonly number[]) =>
    `The codes of these lines belong to ${several}, so they are left out: ${lines.join(", ")}.`,
  errors: (count: number, cells: readonly string[]) =>
    `These cells hold errors and are taken for empty: ${[...cells, ...(count > cells.length ? ["…"] : [])].join(", ")}.`,
  guessable: (count: number) =>
    `Somebody could find ${count} of the codes by trying. Use longer, random ones.`,
  done: (count: number) => (count === 1 ? "1 row was imported." : `${count} rows were imported.`),
  refused: (count: number) =>
    count === 1 ? "1 quantity was left out:" : `${count} quantities were left out:`,
  refusal: (line: number, text: string) => `Line ${line}: ${text}`,
  moreRefused: (count: number) => `… and ${count} more.`,
  undo: "Undo the last import",
  undoTitle: "Undo the last import?",
  undoSubmit: "Undo the import",
  changed: (counted: string) => `It added, changed or blocked ${counted}.`,
  undone: ({ removed, putBack, left }: { removed: number; putBack: number; left: number }) =>
    `${removed} removed, ${putBack} put back, ${left} left as they are.`,
};
