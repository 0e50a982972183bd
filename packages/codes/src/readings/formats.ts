/**
 * Each format with the names to request it from zxing-wasm, and the other names under which
 * zxing-wasm reports it. A test checks that every name that zxing-wasm 3.1.4 can read occurs once.
 */
const formatTable = [
  // Matrix and stacked codes with error correction.
  { name: "aztec", family: "matrix", request: ["Aztec"], aliases: ["AztecCode", "AztecRune"] },
  { name: "datamatrix", family: "matrix", request: ["DataMatrix"], aliases: [] },
  { name: "maxicode", family: "matrix", request: ["MaxiCode"], aliases: [] },
  { name: "micropdf417", family: "matrix", request: ["MicroPDF417"], aliases: [] },
  { name: "microqr", family: "matrix", request: ["MicroQRCode"], aliases: [] },
  { name: "pdf417", family: "matrix", request: ["PDF417"], aliases: ["CompactPDF417"] },
  { name: "qr", family: "matrix", request: ["QRCodeModel1", "QRCodeModel2"], aliases: ["QRCode"] },
  { name: "rmqr", family: "matrix", request: ["RMQRCode"], aliases: [] },
  // Linear codes.
  { name: "codabar", family: "linear", request: ["Codabar"], aliases: [] },
  { name: "code128", family: "linear", request: ["Code128"], aliases: [] },
  { name: "code32", family: "linear", request: ["Code32"], aliases: [] },
  { name: "code39", family: "linear", request: ["Code39Std"], aliases: ["Code39", "Code39Ext"] },
  { name: "code93", family: "linear", request: ["Code93"], aliases: [] },
  {
    name: "databar",
    family: "linear",
    request: ["DataBarOmni", "DataBarStk", "DataBarStkOmni"],
    aliases: ["DataBar"],
  },
  {
    name: "databar-expanded",
    family: "linear",
    request: ["DataBarExp", "DataBarExpStk"],
    aliases: [],
  },
  { name: "databar-limited", family: "linear", request: ["DataBarLtd"], aliases: [] },
  { name: "dx-film-edge", family: "linear", request: ["DXFilmEdge"], aliases: ["OtherBarcode"] },
  { name: "ean13", family: "linear", request: ["EAN13"], aliases: ["ISBN", "EANUPC"] },
  { name: "ean8", family: "linear", request: ["EAN8"], aliases: [] },
  { name: "itf", family: "linear", request: ["ITF"], aliases: ["ITF14"] },
  { name: "pzn", family: "linear", request: ["PZN"], aliases: [] },
  { name: "telepen", family: "linear", request: ["TelepenAlpha"], aliases: ["Telepen"] },
  { name: "telepen-numeric", family: "linear", request: ["TelepenNumeric"], aliases: [] },
  { name: "upca", family: "linear", request: ["UPCA"], aliases: [] },
  { name: "upce", family: "linear", request: ["UPCE"], aliases: [] },
] as const;

/** The name of a code format, such as `qr`, `ean13` or `code128`. */
export type CodeFormat = (typeof formatTable)[number]["name"];

/** `matrix`: matrix and stacked codes, which correct errors. `linear`: all others. */
export type Family = (typeof formatTable)[number]["family"];

/** The names of all readable formats. */
export const codeFormats: readonly CodeFormat[] = formatTable.map((row) => row.name);

const linearFormats: ReadonlySet<CodeFormat> = new Set(
  formatTable.filter((row) => row.family === "linear").map((row) => row.name),
);

/** Whether a format has bars that go on over the height of its symbols. */
export function isLinearFormat(format: CodeFormat): boolean {
  return linearFormats.has(format);
}

/** Whether a text is the name of a format. */
export function isCodeFormat(name: string): name is CodeFormat {
  return (codeFormats as readonly string[]).includes(name);
}

/**
 * Formats whose symbols are also those of another format, with another content: numeric Telepen is
 * Telepen, and Code 32 a Code 39 of six characters. Each tenth Code 39 of six digits would be read
 * as a Code 32.
 */
const ambiguousFormats: readonly CodeFormat[] = ["code32", "telepen-numeric"];

/** The default formats: all but those that cannot be distinguished from another one. */
export const defaultFormats: readonly CodeFormat[] = codeFormats.filter(
  (name) => !ambiguousFormats.includes(name),
);

/**
 * The names that zxing-wasm has for several formats at once. It compares the requested names for
 * each line of pixels, so fewer names take less time.
 */
const formatGroups: Readonly<Record<string, readonly string[]>> = {
  AllMatrix: formatTable.filter((row) => row.family === "matrix").flatMap((row) => row.request),
  DataBar: formatTable.filter((row) => /databar/.test(row.name)).flatMap((row) => row.request),
  EANUPC: ["EAN13", "EAN8", "UPCA", "UPCE"],
};

/**
 * Returns the names that request the wanted formats from zxing-wasm, separated by commas. Empty if
 * none belongs to the family.
 */
export function toZxingFormats(wantedFormats: readonly CodeFormat[], family?: Family): string {
  let names: string[] = formatTable
    .filter((row) => wantedFormats.includes(row.name) && (!family || row.family === family))
    .flatMap((row) => row.request);
  for (const [group, members] of Object.entries(formatGroups)) {
    if (!members.every((name) => names.includes(name))) continue;
    names = [...names.filter((name) => !members.includes(name)), group];
  }
  return names.join(",");
}

/** Returns the format for a name that zxing-wasm reports, or undefined for an unknown name. */
export function toCodeFormat(zxingName: string): CodeFormat | undefined {
  return formatTable.find((row) =>
    ([...row.request, ...row.aliases] as string[]).includes(zxingName),
  )?.name;
}
