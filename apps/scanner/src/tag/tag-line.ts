import type { TagReading } from "@scanhook/tags";
import { type ContentKind, describe } from "../content/describe.ts";
import { summarize } from "../content/summary.ts";
import { nfcTexts } from "../texts/nfc-texts.ts";
import { toRecordView } from "./record-view.ts";

/** One line that tells a tag apart in a list. */
export function toTagLine(reading: TagReading): { kind: ContentKind | "nfc"; line: string } {
  const { content, tagType, records } = reading;
  if (content !== "") {
    const described = describe(content);
    return { kind: tagType ? "nfc" : described.kind, line: summarize(described) || content };
  }
  if (reading.damage !== undefined) return { kind: "nfc", line: nfcTexts.damaged };
  if (isBlank(reading)) return { kind: "nfc", line: nfcTexts.blank.title };
  const views = records.map(({ record, value }) => toRecordView(record, value));
  const [first] = views;
  const view = views.find((each) => each.content) ?? first;
  if (!view) return { kind: "nfc", line: nfcTexts.blank.title };
  const said = view.content ? summarize(view.content) : (view.sentence ?? "");
  const kind = view.content?.kind ?? "nfc";
  return { kind, line: said ? `${view.title}: ${said}` : view.title };
}

/** Whether nothing is written on the tag: no message, or an empty one as formatting leaves it. */
export function isBlank({ records, damage }: TagReading): boolean {
  return damage === undefined && records.every(({ value }) => value.kind === "empty");
}
