import { externalRecord, mimeRecord, readTag } from "@scanhook/tags";
import { expect, test } from "vitest";
import { printReading } from "../tag-content/format-reading.ts";

const text = (say: string) => new TextEncoder().encode(say);

test("records stand one a line, what they are before what they say", () => {
  const records = [
    mimeRecord("text/plain", text("seven")),
    externalRecord("example.com:x", text("1")),
  ];
  expect(printReading(readTag({ records }))).toBe(
    "  text/plain     seven\n  example.com:x  1 byte\n",
  );
});

test("nothing on a tag moves the cursor, colours the terminal or turns the line round", () => {
  const trick = "\u001b[2J\u009b31m\u202e\nUID   04:00";
  const records = [mimeRecord(`text/${trick}`, text(trick)), externalRecord(trick, text(trick))];
  const printed = printReading(readTag({ records }));
  expect(printed.split("\n")).toHaveLength(3);
  expect(printed).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});
