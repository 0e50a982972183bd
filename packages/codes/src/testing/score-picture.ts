// Scores the readings of a picture in the corpus. Contents are compared character by character,
// control characters included, and bytes byte by byte. What is right but for the spelling of the
// label is scored apart, so that it can be named.
import { decodeFullAscii } from "../readings/full-ascii.ts";

/** An entry of the corpus' index.json. */
export type LabelledPicture = {
  file: string;
  format: string;
  expected?: string | null;
  /** Further contents that count as right. */
  expectedAny?: string[];
  /** The bytes of the code. With `expected`, both have to be right. */
  expectedBase64?: string;
  /** The contents of other codes in the picture. */
  alsoPresent?: string[];
};

/**
 * A reading of any reader. `format` is only compared with `qr`. `bytes` is empty if the reader does
 * not tell them.
 */
export type ScoredReading = { content: string; format: string; bytes: Uint8Array };

/**
 * `exact`: the labelled content or bytes. `spelling`: the same content in another spelling than the
 * label's, such as without brackets around the AIs. `wrong`: something else. `missed`: nothing.
 * `clean`: rightly nothing.
 */
export type Score = "exact" | "spelling" | "wrong" | "missed" | "clean";

/**
 * Scores a picture by its best reading. A QR code without a labelled content counts as read in some
 * spelling.
 */
export function scorePicture(picture: LabelledPicture, readings: readonly ScoredReading[]): Score {
  const { format } = picture;
  const others = new Set(
    (picture.alsoPresent ?? []).flatMap((text) => listSpellings(format, text)),
  );
  const relevant = readings.filter(
    ({ content }) => !listSpellings(format, content).some((text) => others.has(text)),
  );
  if (format === "none") return relevant.length === 0 ? "clean" : "wrong";
  if (relevant.length === 0) return "missed";
  if (relevant.some((reading) => isExact(picture, reading))) return "exact";
  return relevant.some((reading) => isSpelledOtherwise(picture, reading)) ? "spelling" : "wrong";
}

/** One of several codes in a picture. Of a code with `binary`, only the format counts. */
export type LabelledCode = { format: string; text: string; binary?: boolean };

/**
 * Counts the labelled codes of a picture that were read, in any spelling. Each reading counts for
 * one code, so that a content at two places has to be read twice. `unlabelled` are the readings
 * that are no labelled code, each once: codes without a label, or misreads.
 */
export function countCodes(
  codes: readonly LabelledCode[],
  readings: readonly ScoredReading[],
): { readCount: number; missed: LabelledCode[]; unlabelled: ScoredReading[] } {
  const open = [...readings];
  const missed: LabelledCode[] = [];
  // Codes without a usable label take what the others leave.
  const sorted = codes.toSorted((a, b) => Number(a.binary ?? false) - Number(b.binary ?? false));
  for (const code of sorted) {
    const index = open.findIndex((reading) => isReadingOf(code, reading));
    if (index < 0) missed.push(code);
    else open.splice(index, 1);
  }
  const unlabelled = open.filter((reading) => !codes.some((code) => isReadingOf(code, reading)));
  return { readCount: codes.length - missed.length, missed, unlabelled };
}

function isReadingOf({ format, text, binary }: LabelledCode, reading: ScoredReading): boolean {
  if (binary) return normalizeFormat(reading.format) === format;
  const picture = { file: "", format, expected: foldSpace(text) };
  const folded = { ...reading, content: foldSpace(reading.content) };
  return isExact(picture, folded) || isSpelledOtherwise(picture, folded);
}

/** The labels of such pictures were typed by people, who do not see how lines end. */
function foldSpace(text: string): string {
  return text.replace(/[\r\n]+/g, "\n").trim();
}

/** "PDF417", "pdf417" and "PDF_417" are one format. */
function normalizeFormat(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Whether a score means that the code was read. */
export function isRead(score: Score): boolean {
  return score === "exact" || score === "spelling";
}

function listLabels({ expected, expectedAny = [] }: LabelledPicture): string[] {
  return [expected, ...expectedAny].filter((text) => typeof text === "string");
}

function isExact(picture: LabelledPicture, { content, bytes }: ScoredReading): boolean {
  const labels = listLabels(picture);
  if (labels.length > 0 && !labels.includes(content)) return false;
  if (picture.expectedBase64 === undefined) return labels.length > 0;
  const expected = Buffer.from(picture.expectedBase64, "base64");
  if (bytes.length > 0) return expected.equals(bytes);
  return labels.length > 0 || content === expected.toString("latin1");
}

function isSpelledOtherwise(picture: LabelledPicture, reading: ScoredReading): boolean {
  const labels = listLabels(picture);
  if (picture.expectedBase64 !== undefined) return false;
  if (labels.length === 0) return reading.format === "qr";
  const spellings = listSpellings(picture.format, reading.content);
  return labels.some((label) =>
    listSpellings(picture.format, label).some((text) => spellings.includes(text)),
  );
}

/** Lists what a content may be called in another label or by another reader. */
function listSpellings(format: string, text: string): string[] {
  const spelling = spellFor(format, text.replace(/[\r\n]+$/, ""));
  if (format !== "code39" && format !== "code32") return [spelling];
  // Whether a Code 39 is a Code 32 or has full ASCII is for its users to say.
  return [spelling, toCode32(spelling), decodeFullAscii(spelling)];
}

function spellFor(format: string, text: string): string {
  if (format === "upce") return expandToUpca(text.replace(/\D/g, "")).padStart(13, "0");
  if (format === "ean13" || format === "upca") return text.padStart(13, "0");
  if (format === "codabar") return text.replace(/^[A-DTNE*]|[A-DTNE*]$/gi, "");
  if (format.startsWith("databar")) {
    return withoutMarks(text).replace(/^01(?=\d{14}$)/, "");
  }
  if (format === "code128") return withoutMarks(text);
  // A VIN label starts with an "I" that is not part of the number.
  if (format === "code39") return text.replace(/^I(?=.{17}$)/, "");
  return text;
}

/**
 * Removes the brackets around AIs, which are only printed, and the separators, which they replace.
 */
function withoutMarks(text: string): string {
  return text.replace(/[()[\]]/g, "").replaceAll("\u001d", "");
}

/** Converts a UPC-E to its UPC-A without the check digit (GS1 General Specifications 5.2.2.4.2). */
function expandToUpca(digits: string): string {
  if (digits.length > 8) return digits.slice(0, -1).slice(-11);
  const [system, a, b, c, d, e, f] = digits.padStart(7, "0");
  if (f === "0" || f === "1" || f === "2") return `${system}${a}${b}${f}0000${c}${d}${e}`;
  if (f === "3") return `${system}${a}${b}${c}00000${d}${e}`;
  if (f === "4") return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${f}`;
}

const code32Digits = "0123456789BCDFGHJKLMNPQRSTUVWXYZ";

/** Converts six characters of Code 39 to the Code 32 that they encode: "A" and nine digits. */
function toCode32(text: string): string {
  const values = Array.from(text, (character) => code32Digits.indexOf(character));
  if (values.length !== 6 || values.includes(-1)) return text;
  return `A${String(values.reduce((sum, value) => sum * 32 + value, 0)).padStart(9, "0")}`;
}
