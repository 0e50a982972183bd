import { say } from "../texts/exact-message.ts";
import { findNumberFormat, type NumberFormat } from "./number-format.ts";
import { Unreadable } from "./unreadable.ts";
import { readXml } from "./xml-reader.ts";
import type { ZipParts } from "./zip-parts.ts";

/** A sheet of a workbook. `path` is that of its file. */
export type SheetEntry = { name: string; path: string; isVisible: boolean };

/**
 * The parts that the sheets of a workbook share. `formats` are those of the cells, by their style.
 */
export type Workbook = {
  sheets: SheetEntry[];
  is1904: boolean;
  formats: NumberFormat[];
  sharedStringsPath: string | undefined;
};

type Relation = { id: string; type: string; path: string };

const maxSheets = 1000;
/** The most styles of cells that Excel allows in a workbook is 65,490. */
const maxStyles = 70_000;

/**
 * Reads the parts of a workbook that say where the rest is (ECMA-376, part 1, 18.2; part 2, 9.3).
 * Throws `Unreadable` if the archive holds no XLSX workbook.
 */
export async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const root = await readRelations(zip, "");
  const main = root.find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  if (!zip.has(main) || !main.endsWith(".xml")) throw await describeOther(zip, main);
  const relations = await readRelations(zip, main);
  const { sheets, is1904 } = await readSheets(zip, main, relations);
  const findPath = (wanted: string) => relations.find(({ type }) => type === wanted)?.path;
  const stylesPath = findPath("styles");
  const formats = stylesPath === undefined ? [] : await readFormats(zip, stylesPath);
  return { sheets, is1904, formats, sharedStringsPath: findPath("sharedStrings") };
}

async function readSheets(
  zip: ZipParts,
  main: string,
  relations: readonly Relation[],
): Promise<Pick<Workbook, "sheets" | "is1904">> {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  let isWorkbook = false;
  await readXml(zip.read(main), {
    open(name, attributes) {
      if (name === "workbook") isWorkbook = true;
      if (name === "workbookPr") is1904 = isTrue(attributes.date1904);
      if (name !== "sheet" || sheets.length >= maxSheets) return;
      const id = Object.entries(attributes).find(([key]) => /^(.*:)?id$/.test(key))?.[1];
      const relation = relations.find((each) => each.id === id && each.type === "worksheet");
      if (!relation) return;
      const isVisible = (attributes.state ?? "visible") === "visible";
      sheets.push({ name: (attributes.name ?? "").slice(0, 100), path: relation.path, isVisible });
    },
  });
  if (!isWorkbook) throw noWorkbook();
  return { sheets, is1904 };
}

/** Reads the relations of a part, or of the whole archive for an empty path. */
async function readRelations(zip: ZipParts, of: string): Promise<Relation[]> {
  const folder = of.slice(0, of.lastIndexOf("/") + 1);
  const path = `${folder}_rels/${of.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  await readXml(zip.read(path), {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External" || relations.length >= maxSheets * 2)
        return;
      relations.push({
        id,
        // Transitional and strict files differ in what comes before the last segment.
        type: type.slice(type.lastIndexOf("/") + 1),
        path: resolvePath(folder, target),
      });
    },
  });
  return relations;
}

/** Returns the path of a target, which may lead up or begin at the root of the archive. */
function resolvePath(folder: string, target: string): string {
  try {
    return decodeURIComponent(new URL(target.slice(0, 1000), `zip:///${folder}`).pathname.slice(1));
  } catch {
    return target;
  }
}

async function readFormats(zip: ZipParts, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await readXml(zip.read(path), {
    open(name, attributes) {
      if (name === "cellXfs") isOfCells = true;
      if (name === "numFmt" && codes.size < maxStyles)
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "xf" && isOfCells && formats.length < maxStyles)
        formats.push(findNumberFormat(Number(attributes.numFmtId ?? 0), codes));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}

/** Says what an archive is that is no XLSX workbook. */
async function describeOther(zip: ZipParts, main: string): Promise<Unreadable> {
  if (main.endsWith(".bin") || zip.has("xl/workbook.bin"))
    return new Unreadable(say("workbook-binary"));
  let mimetype = "";
  for await (const piece of zip.read("mimetype")) mimetype = (mimetype + piece).slice(0, 200);
  if (mimetype.startsWith("application/vnd.oasis.opendocument"))
    return new Unreadable(say("workbook-ods"));
  return noWorkbook();
}

function noWorkbook(): Unreadable {
  return new Unreadable(say("workbook-zip"));
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true" || value === "on";
}
