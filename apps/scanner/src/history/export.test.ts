import fc from "fast-check";
import { expect, test } from "vitest";
import type { HistoryEntry } from "./entry.ts";
import { toCsv, toJson } from "./export.ts";
import { toMatcher } from "./search.ts";

const entry: HistoryEntry = {
  id: "1",
  source: "code",
  scan: { identifier: "u-1", date: "2026-05-12T14:23:01Z", content: "A1" },
  body: "{}",
  format: "qr",
  at: Date.parse("2026-05-12T14:23:01.250Z"),
  outcome: {
    kind: "refused",
    status: 503,
    reason: "The receiver answered 503.",
    reply: { text: "Full", warning: false },
  },
  sentTo: "https://hub.example/in/scans",
  resends: 2,
};
const withContent = (content: string): HistoryEntry => ({
  ...entry,
  scan: { ...entry.scan, content },
});
const csvOf = (item: HistoryEntry) => toCsv([{ entry: item, state: item.outcome }]);

test("CSV has a heading and one record a scan", () => {
  expect(csvOf(entry)).toBe(
    "\ufefftime,source,format,content,identifier,date,tagType,structured,outcome,status,reason,reply,receiver,resends\r\n" +
      "2026-05-12T14:23:01.250Z,code,qr,A1,u-1,2026-05-12T14:23:01Z,,,refused,503,The receiver answered 503.,Full,https://hub.example/in/scans,2\r\n",
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1＋1"])(
  "the formula %j is made text",
  (content) => {
    expect(csvOf(withContent(content))).toContain(`,'${content},`);
  },
);

test("quotes, commas and line ends are quoted", () => {
  expect(csvOf(withContent('a"b,\nc'))).toContain(',"a""b,\nc",');
});

test("no content starts a cell with a formula, or breaks out of its cell", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n,\"'ab") }), (content) => {
      const cells = parseCsv(csvOf(withContent(content)).slice(1));
      expect(cells).toHaveLength(2);
      expect(cells[1]).toHaveLength(14);
      expect([content, `'${content}`]).toContain(cells[1]![3]);
      expect(cells[1]![3]).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test("JSON holds everything, the bytes in base64", () => {
  const rows = [{ entry: { ...entry, bytes: new Uint8Array([0, 255]) }, state: entry.outcome }];
  expect(JSON.parse(toJson(rows))).toEqual([
    {
      id: "1",
      source: "code",
      scan: entry.scan,
      format: "qr",
      time: "2026-05-12T14:23:01.250Z",
      outcome: entry.outcome,
      sentTo: "https://hub.example/in/scans",
      resends: 2,
      bytes: "AP8=",
    },
  ]);
  expect(JSON.parse(toJson([]))).toEqual([]);
});

test("a tag keeps its UID, what kind it is and what it says, in both", () => {
  const structured = { material: "PLA", color: "#3D3E3D" };
  const scan = {
    identifier: "E0:04:01:08:66:2F:6F:BC",
    date: entry.scan.date,
    content: "PLA Prusa Galaxy Black",
    tagType: "openPrintTag",
    structured,
  };
  const { format: _none, ...plain } = entry;
  const tag: HistoryEntry = { ...plain, source: "nfc", scan, bytes: new Uint8Array([0xd1, 1]) };
  const [, cells] = parseCsv(csvOf(tag).slice(1));
  expect(cells!.slice(1, 8)).toEqual([
    "nfc",
    "",
    "PLA Prusa Galaxy Black",
    "E0:04:01:08:66:2F:6F:BC",
    entry.scan.date,
    "openPrintTag",
    JSON.stringify(structured),
  ]);
  const [kept] = JSON.parse(toJson([{ entry: tag, state: tag.outcome }]));
  expect(kept).toMatchObject({ source: "nfc", scan, bytes: "0QE=" });
  expect(toMatcher("openprinttag pla")!(tag)).toBe(true);
});

test("search takes an entry in which every word occurs, whatever the case", () => {
  const item = withContent("Shelf 12 Blue");
  expect(toMatcher("  ")).toBeUndefined();
  expect(toMatcher("blue SHELF")!(item)).toBe(true);
  expect(toMatcher("blue 13")!(item)).toBe(false);
  expect(toMatcher("qr u-1")!(item)).toBe(true);
});

/** A reader after RFC 4180, to check the writer with. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g,
  )) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") {
      records.push(record);
      record = [];
    }
  }
  return records;
}
