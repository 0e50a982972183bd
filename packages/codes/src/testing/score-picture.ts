// Scores the readings of a picture in the corpus. Its labels come from many sources with different spellings, so contents are
// compared without check and guard characters, brackets around AIs and control characters.

/** An entry of the corpus' index.json. */
export type LabelledPicture = {
  file: string;
  format: string;
  expected?: string | null;
  /** Further contents that count as right. */
  expectedAny?: string[];
  expectedBase64?: string;
  /** The contents of other codes in the picture. */
  alsoPresent?: string[];
};

/** A reading of any reader. `format` is only compared with `qr`. `bytes` is empty if the reader does not tell them. */
export type ScoredReading = { content: string; format: string; bytes: Uint8Array };

export type Score = "hit" | "wrong" | "missed" | "clean";

/** Scores a picture. `wrong` means that something was read, but not the labelled content. */
export function scorePicture(picture: LabelledPicture, readings: readonly ScoredReading[]): Score {
  const otherContents = new Set((picture.alsoPresent ?? []).map(normalize));
  const relevantReadings = readings.filter(
    (reading) => !otherContents.has(normalize(reading.content)),
  );
  if (picture.format === "none") return relevantReadings.length === 0 ? "clean" : "wrong";
  if (relevantReadings.length === 0) return "missed";
  const labels = listLabels(picture);
  const isRight = relevantReadings.some((reading) =>
    labels.length === 0
      ? reading.format === "qr"
      : listSpellings(picture.format, reading).some((text) => labels.includes(text)) ||
        isInOtherCharacters(picture.format, reading, labels),
  );
  return isRight ? "hit" : "wrong";
}

function listLabels({
  format,
  expected,
  expectedAny = [],
  expectedBase64,
}: LabelledPicture): string[] {
  const texts = [expected, ...expectedAny].filter((text) => typeof text === "string");
  if (expectedBase64 !== undefined)
    texts.push(...decodeTexts(Buffer.from(expectedBase64, "base64")));
  return texts.map((text) => normalizeFor(format, text));
}

function listSpellings(format: string, { content, bytes }: ScoredReading): string[] {
  const spellings = [content, ...decodeTexts(bytes)].map((text) => normalizeFor(format, text));
  if (format !== "code39" && format !== "code32") return spellings;
  // Some readers leave it to their caller that a Code 39 is a Code 32 or has full ASCII.
  return spellings.flatMap((text) => [text, toCode32(text), toFullAscii(text)]);
}

/**
 * Whether a QR code was read, but by a reader that returns no bytes and takes its undeclared character set for another one.
 * The rest of the content must be the same.
 */
function isInOtherCharacters(format: string, reading: ScoredReading, labels: string[]): boolean {
  if (format !== "qr" || reading.bytes.length > 0) return false;
  const toAscii = (text: string) => text.replace(/[^ -~]/g, "");
  const ascii = toAscii(normalize(reading.content));
  return labels.some(
    (label) => label !== toAscii(label) && toAscii(label) === ascii && ascii.length >= 6,
  );
}

function decodeTexts(bytes: Uint8Array): string[] {
  const decode = (name: string) => new TextDecoder(name).decode(bytes);
  return [Buffer.from(bytes).toString("latin1"), decode("utf-8"), decode("shift_jis")];
}

function normalizeFor(format: string, label: string): string {
  const text = normalize(label);
  if (format === "upce") return expandToUpca(text.replace(/\D/g, "")).padStart(13, "0");
  if (format === "ean13" || format === "upca") return text.slice(0, 13).padStart(13, "0");
  if (format === "codabar") return text.replace(/^[A-DTNE*]|[A-DTNE*]$/gi, "");
  if (format.startsWith("databar"))
    return text.replace(/[()[\]]/g, "").replace(/^01(?=\d{14}$)/, "");
  if (format === "code128") return text.replace(/[()]/g, "");
  // A VIN label starts with an "I" that is not part of the number.
  if (format === "code39") return text.replace(/^I(?=.{17}$)/, "");
  return text;
}

function normalize(text: string): string {
  return text
    .replace(/<(GS|RS|EOT|FNC1)>|<U\+[0-9A-F]+>/g, "")
    .replace(/[\p{Cc}\ufeff]/gu, "")
    .trim();
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

/** Replaces the pairs of full-ASCII Code 39 for lower case letters and the commonest signs (ISO/IEC 16388, annex A). */
function toFullAscii(text: string): string {
  return text
    .replace(/\+([A-Z])/g, (_, letter: string) => letter.toLowerCase())
    .replace(/\/([A-O])/g, (_, letter: string) => String.fromCharCode(letter.charCodeAt(0) - 32));
}
