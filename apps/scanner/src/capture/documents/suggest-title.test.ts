import fc from "fast-check";
import { expect, test } from "vitest";
import { suggestTitle } from "./suggest-title.ts";

/** A page with these lines; a line that begins with # is in print of twice the size. */
const pageOf = (lines: readonly string[]) => ({
  width: 1000,
  height: 1400,
  text: lines.join("\n"),
  words: lines.flatMap((text, line) =>
    text
      .replace("#", "")
      .split(" ")
      .map((word, index) => ({
        text: word,
        line,
        box: {
          x: 50 + index * 80,
          y: 50 + line * 40,
          width: 70,
          height: text[0] === "#" ? 40 : 20,
        },
      })),
  ),
});

test.each([
  [
    "Invoice 4711",
    ["#ACME Ltd", "12 High Street", "London SW1A 1AA", "12/05/2026", "Invoice 4711"],
  ],
  [
    "Rechnung Nr. 2026-118",
    ["Muster GmbH", "Lange Straße 5", "80331 München", "Rechnung Nr. 2026-118"],
  ],
  [
    "Your request of May",
    ["Page 1 of 2", "Jane Doe", "Subject: Your request of May", "Dear John,"],
  ],
  [
    "Stadtwerke Łódź",
    ["Seite 1", "12.05.2026", "kontakt@example.com", "#Stadtwerke Łódź", "ul. Polna 5"],
  ],
  [
    "Minutes of the meeting",
    ["München, 12. Mai 2026", "May 12, 2026", "Minutes of the meeting", "Present"],
  ],
])("%j is suggested", (title, lines) => {
  expect(suggestTitle(pageOf(lines))).toBe(title);
});

test("nothing is suggested for a page of dates, numbers and addresses, or without text", () => {
  const lines = [
    "12.05.2026",
    "- 3 -",
    "80331 München",
    "Lange Straße 5",
    "Tel. 089 123",
    "a@example.com",
  ];
  expect(suggestTitle(pageOf(lines))).toBeUndefined();
  expect(suggestTitle({ width: 1, height: 1, text: "", words: [] })).toBeUndefined();
});

test("a suggestion is a short line of the page, whatever is on it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 200 }), { maxLength: 8 }),
      (lines) => {
        const title = suggestTitle(pageOf(lines));
        if (title !== undefined) expect(title.length).toBeLessThanOrEqual(60);
      },
    ),
  );
});
