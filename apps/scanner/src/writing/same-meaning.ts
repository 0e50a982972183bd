import { type NdefRecord, type RecordValue, readRecord } from "@scanhook/tags";
import { toHex } from "../readers/nfc/hex.ts";

/**
 * Returns whether two messages have the same meaning. Their bytes may differ, because a phone may
 * abbreviate a link with another prefix, writes schemes and media types in lower case and drops the
 * parameters of media types.
 */
export function haveSameMeaning(
  first: readonly NdefRecord[],
  second: readonly NdefRecord[],
): boolean {
  return serializeMeaning(first) === serializeMeaning(second);
}

function serializeMeaning(records: readonly NdefRecord[]): string {
  return JSON.stringify(records.map(toMeaning).filter(Boolean));
}

/**
 * Returns undefined for an empty record, because a blank tag and a tag with an empty record mean
 * the same.
 */
function toMeaning(record: NdefRecord): unknown {
  const value = readRecord(record);
  switch (value.kind) {
    case "empty":
      return undefined;
    case "uri":
      return ["uri", normalizeScheme(value.uri)];
    case "text":
      return ["text", value.text, normalizeLanguage(value.language)];
    case "smart-poster":
      return toPosterMeaning(value);
    default:
      return [record.tnf, normalizeType(record), toHex(record.payload)];
  }
}

function toPosterMeaning(poster: Extract<RecordValue, { kind: "smart-poster" }>): unknown {
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

/** Android requires a language, so a text without one is written as `und` (undetermined). */
function normalizeLanguage(language: string): string {
  return language.toLowerCase() || "und";
}

function normalizeType({ tnf, type }: NdefRecord): string {
  const text = new TextDecoder().decode(type);
  if (tnf === 2) return text.replace(/;.*$/s, "").trim().toLowerCase();
  return tnf === 4 ? text.toLowerCase() : text;
}
