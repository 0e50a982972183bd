import { zipSync } from "fflate";

/** Returns a ZIP archive with files of these texts, by their paths. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]);
  return zipSync(Object.fromEntries(entries));
}

/**
 * Returns a workbook with one sheet, whose rows are `sheetData`, in which cells may have the style
 * 1, with the given format code. `more` replaces or adds files.
 */
export function makeWorkbook(
  sheetData: string,
  { format = "General", more = {} }: { format?: string; more?: Record<string, string> } = {},
): Uint8Array {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return makeZip({
    "_rels/.rels": `<Relationships>${relation("a", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relation("b", "worksheet", "sheet.xml")}${relation("c", "styles", "/xl/styles.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets><sheet name="Only" sheetId="1" r:id="b"/></sheets></workbook>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    "xl/sheet.xml": `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...more,
  });
}
