/**
 * Our name of a format, what zxing-wasm is asked for, and the further names under which it reports the same.
 * Every name that zxing-wasm 3.1.4 can read is in here once (a test holds that).
 */
const table = [
  // Matrix and stacked codes with error correction.
  { name: "aztec", family: "matrix", ask: ["Aztec"], also: ["AztecCode", "AztecRune"] },
  { name: "datamatrix", family: "matrix", ask: ["DataMatrix"], also: [] },
  { name: "maxicode", family: "matrix", ask: ["MaxiCode"], also: [] },
  { name: "micropdf417", family: "matrix", ask: ["MicroPDF417"], also: [] },
  { name: "microqr", family: "matrix", ask: ["MicroQRCode"], also: [] },
  { name: "pdf417", family: "matrix", ask: ["PDF417"], also: ["CompactPDF417"] },
  { name: "qr", family: "matrix", ask: ["QRCodeModel1", "QRCodeModel2"], also: ["QRCode"] },
  { name: "rmqr", family: "matrix", ask: ["RMQRCode"], also: [] },
  // Linear codes.
  { name: "codabar", family: "linear", ask: ["Codabar"], also: [] },
  { name: "code128", family: "linear", ask: ["Code128"], also: [] },
  { name: "code32", family: "linear", ask: ["Code32"], also: [] },
  { name: "code39", family: "linear", ask: ["Code39Std", "Code39Ext"], also: ["Code39"] },
  { name: "code93", family: "linear", ask: ["Code93"], also: [] },
  {
    name: "databar",
    family: "linear",
    ask: ["DataBarOmni", "DataBarStk", "DataBarStkOmni"],
    also: ["DataBar"],
  },
  { name: "databar-expanded", family: "linear", ask: ["DataBarExp", "DataBarExpStk"], also: [] },
  { name: "databar-limited", family: "linear", ask: ["DataBarLtd"], also: [] },
  { name: "dx-film-edge", family: "linear", ask: ["DXFilmEdge"], also: ["OtherBarcode"] },
  { name: "ean13", family: "linear", ask: ["EAN13"], also: ["ISBN", "EANUPC"] },
  { name: "ean8", family: "linear", ask: ["EAN8"], also: [] },
  { name: "itf", family: "linear", ask: ["ITF"], also: ["ITF14"] },
  { name: "pzn", family: "linear", ask: ["PZN"], also: [] },
  { name: "telepen", family: "linear", ask: ["TelepenAlpha"], also: ["Telepen"] },
  { name: "telepen-numeric", family: "linear", ask: ["TelepenNumeric"], also: [] },
  { name: "upca", family: "linear", ask: ["UPCA"], also: [] },
  { name: "upce", family: "linear", ask: ["UPCE"], also: [] },
] as const;

/** Name of a kind of code, such as `qr`, `ean13` or `code128`. */
export type CodeFormat = (typeof table)[number]["name"];

/** Matrix and stacked codes correct errors; linear ones at best have a check digit. */
export type Family = (typeof table)[number]["family"];

/** All formats that can be read, by name. */
export const codeFormats: readonly CodeFormat[] = table.map((row) => row.name);

/** Whether a word is the name of a format. */
export function isCodeFormat(word: string): word is CodeFormat {
  return (codeFormats as readonly string[]).includes(word);
}

/**
 * What is looked for when nobody narrows: everything but numeric Telepen. It is drawn like Telepen, and nothing in the
 * code tells which of the two was meant.
 */
export const usualFormats: readonly CodeFormat[] = codeFormats.filter(
  (name) => name !== "telepen-numeric",
);

/** The names zxing-wasm is asked for, comma separated; empty when no wanted format is of that family. */
export function toZxingFormats(wanted: readonly CodeFormat[], family?: Family): string {
  return table
    .filter((row) => wanted.includes(row.name) && (!family || row.family === family))
    .flatMap((row) => row.ask)
    .join(",");
}

/** Our name for what zxing-wasm reports; undefined for a name that is not in the table. */
export function toCodeFormat(zxingName: string): CodeFormat | undefined {
  return table.find((row) => ([...row.ask, ...row.also] as string[]).includes(zxingName))?.name;
}
