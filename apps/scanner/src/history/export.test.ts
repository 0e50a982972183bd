import fc from "fast-check";
import { expect, test } from "vitest";
import type { HistoryEntry } from "./entry.ts";
import { toCsv, toJson } from "./export.ts";

const entry: HistoryEntry = {
  id: "1",
  source: "code",
  scan: { identifier: "u-1", date: "2026-05-12T14:23:01Z", content: "A1" },
  body: "{}",
  format: "qr",
  quantity: "1.5",
  at: Date.parse("2026-05-12T14:23:01.250Z"),
  outcome: {
    kind: "refused",
    status: 503,
    reason: "The receiver answered 503.",
    reply: { text: "Full", warning: false },
  },
  sentTo: "https://hub.example/in/scans",
  job: { id: "first", name: "Door", address: "https://hub.example/in/scans" },
  resends: 2,
};
const withContent = (content: string): HistoryEntry => ({
  ...entry,
  scan: { ...entry.scan, content },
});
const exportCsv = (item: HistoryEntry) => toCsv([{ entry: item, state: item.outcome }]);

test("CSV starts with a byte order mark and a header and has one record per scan", () => {
  expect(exportCsv(entry)).toBe(
    "\ufefftime,source,format,content,identifier,date,tagType,structured,quantity,outcome,status,reason,reply,receiver,job,resends\r\n" +
      "2026-05-12T14:23:01.250Z,code,qr,A1,u-1,2026-05-12T14:23:01Z,,,1.5,refused,503,The receiver answered 503.,Full,https://hub.example/in/scans,Door,2\r\n",
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1＋1"])(
  "CSV escapes the formula %j with an apostrophe",
  (content) => {
    expect(exportCsv(withContent(content))).toContain(`,'${content},`);
  },
);

test("CSV quotes a cell with quotes, commas or line breaks", () => {
  expect(exportCsv(withContent('a"b,\nc'))).toContain(',"a""b,\nc",');
});

test("no content starts a formula or ends its cell in CSV", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n,\"'ab") }), (content) => {
      const [header, cells, ...others] = parseCsv(exportCsv(withContent(content)).slice(1));
      expect(others).toEqual([]);
      expect(cells).toHaveLength(header?.length ?? 0);
      const cell = cells?.[header?.indexOf("content") ?? -1];
      expect([content, `'${content}`]).toContain(cell);
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test("JSON contains every field except the request body, and bytes in base64", () => {
  const rows = [{ entry: { ...entry, bytes: new Uint8Array([0, 255]) }, state: entry.outcome }];
  expect(JSON.parse(toJson(rows))).toEqual([
    {
      id: "1",
      source: "code",
      scan: entry.scan,
      format: "qr",
      quantity: "1.5",
      time: "2026-05-12T14:23:01.250Z",
      outcome: entry.outcome,
      sentTo: "https://hub.example/in/scans",
      job: entry.job,
      resends: 2,
      bytes: "AP8=",
    },
  ]);
  expect(JSON.parse(toJson([]))).toEqual([]);
});

test("CSV and JSON contain the UID, the type and the structured fields of a tag", () => {
  const structured = { material: "PLA", color: "#3D3E3D" };
  const scan = {
    identifier: "E0:04:01:08:66:2F:6F:BC",
    date: entry.scan.date,
    content: "PLA Prusa Galaxy Black",
    tagType: "openPrintTag",
    structured,
  };
  const { format: _format, ...withoutFormat } = entry;
  const tag: HistoryEntry = {
    ...withoutFormat,
    source: "nfc",
    scan,
    bytes: new Uint8Array([0xd1, 1]),
  };
  const [, cells] = parseCsv(exportCsv(tag).slice(1));
  expect(cells!.slice(1, 8)).toEqual([
    "nfc",
    "",
    "PLA Prusa Galaxy Black",
    "E0:04:01:08:66:2F:6F:BC",
    entry.scan.date,
    "openPrintTag",
    JSON.stringify(structured),
  ]);
  const [exported] = JSON.parse(toJson([{ entry: tag, state: tag.outcome }]));
  expect(exported).toMatchObject({ source: "nfc", scan, bytes: "0QE=" });
});

/** Parses CSV (RFC 4180) independently of the code under test. */
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
