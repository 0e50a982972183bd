import { type ContentKind, parseContent, summarizeContent } from "@scanhook/content";
import { nameSpool, type TagReading } from "@scanhook/tags";
import { nfcTexts } from "../texts/nfc.ts";
import { toRecordView } from "./record-view.ts";

/**
 * Returns one line that identifies a tag in a list: its content, or else the name of its spool, or
 * else its first record. The name of an OpenSpool is in place of its JSON.
 */
export function toTagLine(reading: TagReading): { kind: ContentKind | "nfc"; line: string } {
  const { content, tagType, spool, records } = reading;
  const spoolName = spool && nameSpool(spool);
  const isJson = spool?.format === "OpenSpool";
  if (spoolName !== undefined && (content === "" || isJson))
    return { kind: "nfc", line: spoolName };
  if (content !== "") {
    const parsedContent = parseContent(content);
    return {
      kind: tagType ? "nfc" : parsedContent.kind,
      line: summarizeContent(parsedContent) || content,
    };
  }
  if (reading.damage !== undefined) return { kind: "nfc", line: nfcTexts.damaged };
  if (isBlank(reading)) return { kind: "nfc", line: nfcTexts.blank.title };
  const views = records.map(({ record, value }) => toRecordView(record, value));
  const [first] = views;
  const view = views.find((each) => each.content) ?? first;
  if (!view) return { kind: "nfc", line: nfcTexts.blank.title };
  const summary = view.content ? summarizeContent(view.content) : (view.sentence ?? "");
  const kind = view.content?.kind ?? "nfc";
  return { kind, line: summary ? `${view.title}: ${summary}` : view.title };
}

/** Returns whether a tag has no message, or an empty one, as a formatted tag has. */
export function isBlank({ records, damage }: TagReading): boolean {
  return damage === undefined && records.every(({ value }) => value.kind === "empty");
}
