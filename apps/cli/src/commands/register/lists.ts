import { readFile } from "node:fs/promises";
import {
  type ImportReport,
  type ImportUndone,
  listEncodings,
  loadRegisterWork,
} from "@scanhook/hub";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { describeUnreadable } from "../../input/unreadable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { formatTable } from "../../terminal/table.ts";
import { fail, withRegister } from "./access.ts";
import {
  accessOptions,
  exportOptions,
  importOptions,
  registerUsage,
  undoOptions,
} from "./usage.ts";

/**
 * `scanhook register import`: adds and changes the entries of a register from a list, or undoes the
 * last import.
 */
export async function importRegister(args: string[], io: Io): Promise<number> {
  if (args.includes("--undo")) return undoImport(args, io);
  const input = parseArguments(args, { ...importOptions, ...accessOptions }, ["NAME", "FILE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { header, encoding, sheet, dry, replace, json } = input.values;
  const columns = toColumns(input.values);
  const { label, ...others } = columns;
  if (label === undefined && Object.values(others).some((column) => column !== undefined))
    return wrongUse(io, "Name the column of the names with --label, too.", registerUsage);
  if (header !== undefined && header !== "yes" && header !== "no")
    return wrongUse(io, `--header is yes or no, not "${header}".`, registerUsage);
  const chosenEncoding = listEncodings.find(
    (name) => name.toLowerCase() === encoding?.toLowerCase(),
  );
  if (encoding !== undefined && !chosenEncoding)
    return wrongUse(
      io,
      `--encoding is ${listEncodings.join(", ")}, not "${encoding}".`,
      registerUsage,
    );
  const [name = "", file = ""] = input.positionals;
  return withRegister(input.values, name, io, async (store, register) => {
    const bytes = await readFile(file).catch((error: unknown) => describeUnreadable(error));
    if (typeof bytes === "string") return fail(io, `${file} cannot be read: ${bytes}.`);
    const { importList } = await loadRegisterWork();
    const imported = await importList(store, register, bytes, {
      ...columns,
      header: header === undefined ? undefined : header === "yes",
      encoding: chosenEncoding,
      sheet,
      makeCodes: input.values["make-codes"],
      dry,
      replace,
    });
    if (!imported.ok) return fail(io, printable(imported.reason));
    const isGuessed = { columns: label === undefined, encoding: !chosenEncoding };
    io.stdout.write(
      json
        ? `${JSON.stringify(imported.value)}\n`
        : formatReport(imported.value, dry ?? false, isGuessed),
    );
    const { conflict, stock, care } = imported.value;
    return conflict + (stock?.refused ?? 0) + (care?.refused ?? 0) > 0 ? 1 : 0;
  });
}

/** Returns the columns that the options name. */
function toColumns(values: Values<typeof importOptions>) {
  const [key, ...moreKeys] = values.key ?? [];
  return {
    key,
    moreKeys: moreKeys.length > 0 ? moreKeys : undefined,
    label: values.label,
    lastName: values["last-name"],
    group: values.group,
    attention: values.attention,
    uid: values.uid,
    role: values["role-column"],
    unit: values["unit-column"],
    minimum: values["minimum-column"],
    amount: values["number-column"],
    recalled: values["recalled-column"],
    quantity: values["quantity-column"],
    place: values["place-column"],
    holder: values["holder-column"],
    due: values["due-column"],
  };
}

/** `scanhook register import --undo`: undoes the last import of a register. */
async function undoImport(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...undoOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    const undone = await store.undoImport(register.id);
    if (undone.removed + undone.putBack + undone.left === 0)
      return fail(io, `There is no import of ${name} to undo; only the last one can be, once.`);
    io.stdout.write(
      input.values.json ? `${JSON.stringify({ name, ...undone })}\n` : formatUndone(undone),
    );
    return 0;
  });
}

/** `scanhook register codes`: makes a random code for each entry without one. */
export async function makeCodes(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    const { makeMissingCodes } = await loadRegisterWork();
    const made = await makeMissingCodes(store, register);
    const sentence = `Made ${made === 1 ? "1 code" : `${made} codes`}; ${register.entries - made} of ${name} had one.`;
    io.stdout.write(input.values.json ? `${JSON.stringify({ name, made })}\n` : `${sentence}\n`);
    return 0;
  });
}

/**
 * `scanhook register export`: writes the entries or the journal of a register as CSV, XLSX or JSON
 * Lines, or leads as vCards.
 */
export async function exportRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...exportOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { exportFormats, openExport } = await loadRegisterWork();
  const { format: named = "csv", journal, by } = input.values;
  const format = exportFormats.find((each) => each === named);
  if (!format)
    return wrongUse(
      io,
      `--format is one of ${exportFormats.join(", ")}, not "${named}".`,
      registerUsage,
    );
  if (format === "xlsx" && io.stdout.isTTY)
    return wrongUse(
      io,
      "XLSX is no text for a terminal; write it into a file with > FILE.xlsx after the command.",
      registerUsage,
    );
  return withRegister(input.values, input.positionals[0] ?? "", io, async (store, register) => {
    const of = journal ? "movements" : "entries";
    const pieces = openExport(store, register, { of, format, by });
    if (!pieces.ok) return fail(io, pieces.reason);
    for await (const piece of pieces.value) io.stdout.write(piece);
    return 0;
  });
}

function formatUndone({ removed, putBack, left }: ImportUndone): string {
  const cause = left > 0 ? " because they were changed by hand since, or scanned" : "";
  return `Undid the import: ${removed} removed, ${putBack} put back, ${left} left${cause}.\n`;
}

function formatReport(
  report: ImportReport,
  dry: boolean,
  isGuessed: { columns: boolean; encoding: boolean },
): string {
  const { rows, changed, same, conflict, conflicts, blocked, encoding } = report;
  const parts = [`${report.new} new`, `${changed} changed`, `${same} as before`];
  if (blocked > 0) parts.push(`${blocked} blocked because the list lacks them`);
  const sentences = [
    `${dry ? "Would import" : "Imported"} ${rows} ${rows === 1 ? "row" : "rows"}: ${parts.join(", ")}.`,
  ];
  if (report.workbook) sentences.push(...describeWorkbook(report.workbook));
  if (isGuessed.columns) sentences.push(describeColumns(report));
  if (report.stock) sentences.push(...describeStock(report.stock, dry));
  if (report.care) sentences.push(...describeCare(report.care, dry));
  if (report.made > 0)
    sentences.push(
      `${dry ? "Would make" : "Made"} ${report.made === 1 ? "1 code" : `${report.made} codes`}.`,
    );
  if (conflict > 0) {
    const lines = listLines(conflicts, conflict);
    sentences.push(`Left out, because their codes belong to several entries: ${lines}.`);
  }
  if (report.nameLike > 0)
    sentences.push(
      `${report.nameLike} of the codes look like names, which many people know; leave out --key to make codes.`,
    );
  if (report.guessable > 0)
    sentences.push(
      `Somebody could find ${report.guessable} of the codes by trying; longer random codes prevent that.`,
    );
  if (isGuessed.encoding && !encoding.startsWith("UTF-"))
    sentences.push(`The file was read as ${encoding}; --encoding chooses another.`);
  return `${sentences.join(" ")}\n${dry ? formatSamples(report) : ""}`;
}

/** Returns sentences about the sheet that was read, if there are several, and its errors. */
function describeWorkbook({
  sheet,
  sheets,
  errors,
  errorCells,
}: NonNullable<ImportReport["workbook"]>): string[] {
  const others = sheets.filter((name) => name !== sheet);
  const sentences = [
    others.length > 0 &&
      `The sheet “${sheet}” was read; --sheet chooses another: ${others.join(", ")}.`,
    errors > 0 &&
      `Left empty, because they hold errors: ${[...errorCells, ...(errors > errorCells.length ? ["…"] : [])].join(", ")}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).map(printable);
}

/** Returns sentences about the quantities of a stock. */
function describeStock(
  {
    places,
    counted,
    same,
    refused,
    refusals,
    summed,
    dropped,
    droppedLines,
  }: NonNullable<ImportReport["stock"]>,
  dry: boolean,
): string[] {
  const quantities = toNoun(counted, "quantity", "quantities");
  const sentences = [
    counted + same > 0 &&
      `${dry ? "Would count" : "Counted"} ${quantities} by hand, ${same} were there already.`,
    places > 0 && `${dry ? "Would add" : "Added"} ${toNoun(places, "place", "places")}.`,
    summed > 0 && `${toNoun(summed, "line was", "lines were")} added up with an earlier one.`,
    dropped > 0 &&
      `${toNoun(dropped, "line differs", "lines differ")} in other columns from an earlier one about the same article, which counts: ${listLines(droppedLines, dropped)}.`,
    refused > 0 && `${toNoun(refused, "quantity was", "quantities were")} left out:`,
    ...refusals.map(({ line, text }) => printable(`Line ${line}: ${text}`)),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Returns sentences about the holders and dates of loans or an inspection. */
function describeCare(
  { people, lent, dated, same, refused, refusals }: NonNullable<ImportReport["care"]>,
  dry: boolean,
): string[] {
  const sentences = [
    lent > 0 && `${dry ? "Would lend" : "Lent"} ${toNoun(lent, "thing", "things")} by hand.`,
    dated > 0 && `${dry ? "Would set" : "Set"} ${toNoun(dated, "date", "dates")} by hand.`,
    same > 0 && `${toNoun(same, "thing was", "things were")} so already.`,
    people > 0 && `${dry ? "Would add" : "Added"} ${toNoun(people, "person", "people")}.`,
    refused > 0 && `${toNoun(refused, "line was", "lines were")} left out:`,
    ...refusals.map(({ line, text }) => printable(`Line ${line}: ${text}`)),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Lists the first of some lines. */
function listLines(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ["…"] : [];
  return [...lines.map((line) => `line ${line}`), ...more].join(", ");
}

function toNoun(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function describeColumns({ used, hasHeader }: ImportReport): string {
  const { key, moreKeys = [], label, lastName, group, attention, uid } = used;
  const columns = [
    ["name", [label, lastName].filter((column) => column !== undefined).join(" and ")],
    ["code", [key, ...moreKeys].filter((column) => column !== undefined).join(" and ")],
    ["group", group],
    ["note", attention],
    ["UID", uid],
    ["role", used.role],
    ["unit", used.unit],
    ["minimum", used.minimum],
    ["number", used.amount],
    ["recalled lots", used.recalled],
    ["quantity", used.quantity],
    ["place", used.place],
    ["holder", used.holder],
    ["date", used.due],
  ];
  const found = columns.flatMap(([field, column]) => (column ? [`${field} from ${column}`] : []));
  const headerNote = hasHeader ? "" : " The first line was taken for a row.";
  return printable(`Columns: ${found.join(", ")}.${headerNote}`);
}

/** Prints some rows as they would be stored. */
function formatSamples({ samples, stock, care }: ImportReport): string {
  const ofKind = stock ? ["QUANTITY", "PLACE"] : care ? ["HOLDER", "DUE"] : [];
  const rows = samples.map(({ code = "(random)", label, group = "", ...sample }) => {
    const { quantity = "", place = "", holder = "", due = "" } = sample;
    const more = stock ? [String(quantity), place] : care ? [holder, due] : [];
    return [code, label, group, ...more].map(printable);
  });
  return formatTable([["CODE", "NAME", "GROUP", ...ofKind], ...rows]);
}
