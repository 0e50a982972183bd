import { externalRecord, mimeRecord, parseTag } from "@scanhook/tags";
import { expect, test } from "vitest";
import { formatReading } from "./format-reading.ts";

const encode = (content: string) => new TextEncoder().encode(content);

test("each record is formatted as one line, with its kind before its content", () => {
  const records = [
    mimeRecord("text/plain", encode("seven")),
    externalRecord("example.com:x", encode("1")),
  ];
  expect(formatReading(parseTag({ records }))).toBe(
    "  text/plain     seven\n  example.com:x  1 byte\n",
  );
});

test("tag content cannot move the cursor, color the terminal or reverse the text direction", () => {
  const harmfulText = "\u001b[2J\u009b31m\u202e\nUID   04:00";
  const records = [
    mimeRecord(`text/${harmfulText}`, encode(harmfulText)),
    externalRecord(harmfulText, encode(harmfulText)),
  ];
  const formatted = formatReading(parseTag({ records }));
  // One line for each record, and the empty rest after the last line end.
  expect(formatted.split("\n")).toHaveLength(records.length + 1);
  expect(formatted).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});

test("a spool is formatted as one line for each fact, with its problems", () => {
  const json = {
    protocol: "openspool",
    version: "1.0",
    type: "PLA",
    subtype: "Silk",
    color_hex: "FFAABB",
    brand: "Generic",
    min_temp: "220",
    max_temp: "240",
    bed_max_temp: "60",
    weight: "heavy",
  };
  const records = [mimeRecord("application/json", encode(JSON.stringify(json)))];
  const [, ...lines] = formatReading(parseTag({ records })).split("\n");
  expect(lines.map((line) => line.trim().replace(/ {2,}/, ": "))).toEqual([
    "Format: OpenSpool 1.0",
    "Brand: Generic",
    "Material: PLA, Silk",
    "Color: #FFAABB",
    "Print: from 220 °C, up to 240 °C",
    "Bed: up to 60 °C",
    'Problem: weight is damaged: it should be a number, but is "heavy".',
    "",
  ]);
});
