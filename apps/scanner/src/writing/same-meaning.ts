import { type NdefRecord, type RecordValue, readRecord } from "@scanhook/tags";
import { toHex } from "../tag/hex.ts";

/**
 * Whether two messages say the same. Not the bytes are compared but what they mean: a phone may shorten an address
 * otherwise than we would, writes schemes and media types in lower case, and drops their parameters.
 */
export function sameContent(a: readonly NdefRecord[], b: readonly NdefRecord[]): boolean {
  const [one, other] = [a, b].map((records) => records.map(meaningOf).filter(Boolean));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Undefined for an empty record: a blank tag and one with an empty record say the same. */
function meaningOf(record: NdefRecord): unknown {
  const value = readRecord(record);
  switch (value.kind) {
    case "empty":
      return undefined;
    case "uri":
      return ["uri", normalizeScheme(value.uri)];
    case "text":
      return ["text", value.text, normalizeLanguage(value.language)];
    case "smart-poster":
      return meaningOfPoster(value);
    default:
      return [record.tnf, normalizeType(record), toHex(record.payload)];
  }
}

function meaningOfPoster(poster: Extract<RecordValue, { kind: "smart-poster" }>): unknown {
  return [
    "smart-poster",
    poster.uri === undefined ? "" : normalizeScheme(poster.uri),
    poster.titles.map(({ text, language }) => [text, normalizeLanguage(language)]),
    poster.action ?? "",
  ];
}

function normalizeScheme(uri: string): string {
  return uri.replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
}

/** A text without a language is written as one of an undetermined language: Android wants one. */
function normalizeLanguage(language: string): string {
  return language.toLowerCase() || "und";
}

function normalizeType({ tnf, type }: NdefRecord): string {
  const text = new TextDecoder().decode(type);
  if (tnf === 2) return text.replace(/;.*$/s, "").trim().toLowerCase();
  return tnf === 4 ? text.toLowerCase() : text;
}
