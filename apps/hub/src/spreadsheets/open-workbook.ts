import { findNearest } from "../nearest.ts";
import { say } from "../texts/exact-message.ts";
import { type CellErrors, readSheet, type SheetRow } from "./read-sheet.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { Unreadable } from "./unreadable.ts";
import { readWorkbook, type SheetEntry } from "./workbook.ts";
import { openZip } from "./zip-parts.ts";

/** Which sheet of a workbook is read, and which can be. */
export type SheetChoice = {
  /** The name of the sheet that is read. */
  sheet: string;
  /** The names of the visible sheets, in order. */
  sheets: string[];
  errors: CellErrors;
};

/**
 * Opens an XLSX file and yields the rows of a sheet: of the one with the given name, or of the
 * first visible one that holds anything. The choice is known with the first rows, its errors after
 * the last. Throws `Unreadable` for a file that cannot be read.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  { sheet: wanted, maxBytes }: { sheet?: string | undefined; maxBytes?: number } = {},
): Promise<{ choice: SheetChoice; rows: AsyncGenerator<SheetRow[]> }> {
  const old = describeCompound(bytes);
  if (old) throw old;
  const zip = await openZip(bytes, maxBytes === undefined ? {} : { maxBytes });
  const { sheets, is1904, formats, sharedStringsPath } = await readWorkbook(zip);
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const candidates = wanted === undefined ? visible : [findSheet(sheets, wanted)];
  const strings = await readSharedStrings(zip, sharedStringsPath);
  const choice: SheetChoice = {
    sheet: candidates[0]?.name ?? "",
    sheets: visible.map(({ name }) => name),
    errors: { count: 0, first: [] },
  };
  async function* readFirst(): AsyncGenerator<SheetRow[]> {
    for (const { name, path } of candidates) {
      choice.errors = { count: 0, first: [] };
      let isEmpty = true;
      for await (const rows of readSheet(zip, path, { formats, is1904, strings }, choice.errors)) {
        isEmpty = false;
        choice.sheet = name;
        yield rows;
      }
      if (!isEmpty) return;
    }
  }
  return { choice, rows: readFirst() };
}

/**
 * Says what a compound file is (MS-CFB 2.2): a workbook of Excel 2003 and older, or one with a
 * password (MS-OFFCRYPTO 2.3.4). Returns undefined for other files.
 */
function describeCompound(bytes: Uint8Array): Unreadable | undefined {
  const magic = [0xd0, 0xcf, 0x11, 0xe0];
  if (!magic.every((byte, index) => bytes[index] === byte)) return undefined;
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from("EncryptedPackage", "utf16le"),
  );
  return new Unreadable(isEncrypted ? say("workbook-protected") : say("workbook-old"));
}

function findSheet(sheets: readonly SheetEntry[], wanted: string): SheetEntry {
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const names = sheets.map(({ name }) => name);
  const nearest = findNearest(wanted, names);
  const shown = names.slice(0, 20).map((name) => `“${name}”`);
  const list = names.length > shown.length ? [...shown, "…"] : shown;
  throw new Unreadable(
    nearest
      ? say("workbook-sheet-nearest", { name: wanted, nearest })
      : say("workbook-sheet-of", { name: wanted, sheets: list.join(", ") }),
  );
}
