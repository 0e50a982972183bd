import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { parseFields } from "../fields.ts";
import { findKind } from "../kinds.ts";
import { toLine } from "./influxdb.ts";
import { toReaderId } from "./spoolman.ts";
import {
  createCodeScan,
  createMessages,
  createMessagesVia,
  createRequest,
  hostileScan,
  nfcScan,
} from "./testing/messages.ts";

// Donkie/Spoolman#1096, spoolman/api/v1/tag.py: TagScanParameters
test("Spoolman gets the UID through its scan relay, under the name of the reader", () => {
  const settings = { server: "http://spoolman.local:7912" };
  const result = createRequest("spoolman", { settings });
  expect(result).toMatchObject({
    method: "POST",
    url: "http://spoolman.local:7912/api/v1/tag/scan",
    headers: { "content-type": "application/json" },
  });
  expect(result.json).toEqual({
    uid: "04:A2:24:52:9C:11:90",
    reader_id: "door-anna",
    name: "door anna",
  });
  const scan: OutgoingScan = { ...nfcScan, tagType: "openPrintTag", structured: {} };
  const withReaderName = createRequest("spoolman", {
    settings: { ...settings, reader: "Voron" },
    scan,
  });
  expect(withReaderName.json).toMatchObject({
    reader_id: "Voron",
    name: "Voron",
    format: "openprinttag",
  });
  expect(createMessages("spoolman", { settings, scan: createCodeScan("4711") })).toEqual({
    ok: false,
    reason: expect.stringMatching(/this scan has none\. Let the route take only NFC scans\.$/),
  });
});

test("any name of a reader results in an id that Spoolman accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      // READER_ID_PATTERN of spoolman/scanrelay.py
      expect(toReaderId(name)).toMatch(/^[A-Za-z0-9._:-]{1,64}$/);
    }),
  );
});

// https://docs.influxdata.com/influxdb/v2/write-data/developer-tools/api/ and
// /influxdb3/core/write-data/http-api/
test("InfluxDB 2 and 3 have their own addresses and kinds of token", () => {
  const server = "http://influx.local:8086";
  const v2Settings = { server, version: "2", org: "my org", bucket: "scans&more" };
  const v2 = createRequest("influxdb", { settings: v2Settings, secrets: { token: "t" } });
  expect(v2.url).toBe(`${server}/api/v2/write?org=my%20org&bucket=scans%26more&precision=ns`);
  expect(v2.headers.authorization).toBe("Token t");
  const v3 = createRequest("influxdb", {
    settings: { server, database: "scans" },
    secrets: { token: "t" },
  });
  expect(v3.url).toBe(`${server}/api/v3/write_lp?db=scans&precision=nanosecond`);
  expect(v3.headers.authorization).toBe("Bearer t");
  expect(v3.body).toBe(
    'scan,inbox=door,source=nfc,tag=04:A2:24:52:9C:11:90,user=anna content="https://example.org/spools/12",identifier="04:A2:24:52:9C:11:90",tagName="PLA black",id=7i 1778595782500000007',
  );
});

// https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/#naming-restrictions and
// #comments
test("a measurement that InfluxDB would reserve or drop is refused", () => {
  const checkMeasurement = (measurement: string) =>
    findKind("influxdb")!.checkFields!({ settings: { measurement }, secrets: {} });
  expect(["_internal", "#scan"].map((name) => checkMeasurement(name)?.field)).toEqual([
    "measurement",
    "measurement",
  ]);
  expect(checkMeasurement("scan #1")).toBeUndefined();
});

// https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/#special-characters
test("InfluxDB points escape the special characters of its documentation", () => {
  const scan = { ...createCodeScan('"string" within\na \\string'), user: "tag=V,a lue\\" };
  expect(toLine("my Measurement", scan)).toBe(
    'my\\ Measurement,inbox=door,source=code,user=tag\\=V\\,a\\ lue/ content="\\"string\\" within a \\\\string",identifier="3f2b7c1e-9d4a-4f6b-8a1c-5e7d9f0b2a34",id=7i 1778595782500000007',
  );
});

test("every scan is one InfluxDB line that parses back to its values, with a timestamp of its own", () => {
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const line = toLine("scan", scan);
      const { tags, fields, time } = parseLine(line);
      const toVisible = (text: string) =>
        text
          .toWellFormed()
          .replace(/\p{Cc}+/gu, " ")
          .trim();
      expect(fields).toEqual({
        content: toVisible(scan.content),
        identifier: scan.identifier,
        ...(scan.tagName === undefined ? {} : { tagName: toVisible(scan.tagName) }),
        id: "7i",
      });
      expect(tags.inbox).toBe(scan.inbox);
      expect(tags.user ?? "").toBe(toVisible(scan.user ?? "").replaceAll("\\", "/"));
      expect(time).toBe("1778595782500000007");
    }),
  );
  const nextLine = toLine("scan", { ...nfcScan, id: 8 });
  expect(parseLine(nextLine).time).not.toBe(parseLine(toLine("scan", nfcScan)).time);
  expect(toLine("scan", createCodeScan("ö".repeat(100_000))).length).toBeLessThan(65_536);
});

test("a CSV file has a header, and cells that a spreadsheet does not run as formulas", () => {
  const scan = { ...createCodeScan('=HYPERLINK("http://x")\r\nnext, line'), user: "+anna" };
  const [message] = createMessagesVia("file", "file", { settings: { path: "scans.csv" }, scan });
  expect(message).toEqual({
    via: "file",
    path: "scans.csv",
    header:
      "id,receivedAt,inbox,user,source,identifier,tagName,date,content,tagType,structured\r\n",
    line: `7,2026-05-12T14:23:02.500Z,door,'+anna,code,3f2b7c1e-9d4a-4f6b-8a1c-5e7d9f0b2a34,,2026-05-12T14:23:01Z,"'=HYPERLINK(""http://x"")\r\nnext, line",,\r\n`,
  });
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const [message] = createMessagesVia("file", "file", {
        settings: { path: "scans.csv" },
        scan,
      });
      const cells = parseCsvLine(message!.line);
      expect(cells).toHaveLength(11);
      expect(cells.some((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell.trimStart()))).toBe(false);
      // Readers that are written in C stop at U+0000.
      const shown = scan.content.replaceAll("\0", "\ufffd");
      expect(["", "'"].map((prefix) => `${prefix}${shown}`)).toContain(cells[8]);
    }),
  );
});

test("JSON Lines, the received body and templates each result in exactly one line of a file", () => {
  const settings = { path: "scans.jsonl", format: "jsonl" };
  const scanWithLargeNumber = {
    ...nfcScan,
    body: '{ "identifier" : "a b\\"  c", "n" :\n 12345678901234567890 }',
  };
  const [bodyMessage] = createMessagesVia("file", "file", {
    settings,
    shape: { format: "scan" },
    scan: scanWithLargeNumber,
  });
  expect(bodyMessage).toEqual({
    via: "file",
    path: "scans.jsonl",
    line: '{"identifier":"a b\\"  c","n":12345678901234567890}\n',
  });
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const shape = { format: "text", template: "{{ content }}" } as const;
      const [readyMadeMessage] = createMessagesVia("file", "file", { settings, scan });
      const [templateMessage] = createMessagesVia("file", "file", { settings, scan, shape });
      for (const { line } of [readyMadeMessage!, templateMessage!])
        expect(line.match(/\n/g)).toEqual(["\n"]);
      const { body: _body, repeats: _repeats, ...expected } = scan;
      expect(JSON.parse(readyMadeMessage!.line)).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
  );
});

test("a mail has a subject in one line, plain text and the same id for every attempt", () => {
  const settings = { host: "h", from: "Scans <scans@example.org>", to: ["office@example.org"] };
  const scan = createCodeScan("4711\r\nBcc: everybody@example.org");
  expect(createMessagesVia("mail", "mail", { settings, scan })).toEqual([
    {
      via: "mail",
      id: "msg_1",
      from: "Scans <scans@example.org>",
      to: ["office@example.org"],
      subject: "Scan: 4711 Bcc: everybody@example.org",
      text: "Content: 4711\nBcc: everybody@example.org\nIdentifier: 3f2b7c1e-9d4a-4f6b-8a1c-5e7d9f0b2a34\nScanned: 2026-05-12T14:23:01Z by anna\nInbox: door",
    },
  ]);
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const [message] = createMessagesVia("mail", "mail", { settings, scan });
      expect(message!.subject).not.toMatch(/\p{Cc}/u);
      expect(message!.subject.length).toBeLessThanOrEqual(200);
    }),
  );
});

test.each([
  [{ from: "a@x.org, b@x.org" }, "from"],
  [{ from: "nobody" }, "from"],
  [{ to: ["office@example.org", "Office"] }, "to"],
])("the mail settings %o are refused", (overrides, field) => {
  const input = { host: "h", from: "a@x.org", to: ["b@x.org"], ...overrides };
  expect(parseFields(findKind("mail")!, input)).toMatchObject({ ok: false, field });
});

/** Parses line protocol as its documentation describes it. */
function parseLine(line: string) {
  expect(line).not.toContain("\n");
  const [measurementAndTags, fieldsAndTime] = splitOnce(line, /^((?:\\.|[^\\ ])*) /s);
  const [, ...tagPairs] = measurementAndTags.split(/(?<!\\),/);
  const fields: Record<string, string> = {};
  let remaining = fieldsAndTime;
  for (;;) {
    const [, name, text, plain, end] =
      /^([^=]+)=(?:"((?:[^"\\]|\\["\\])*)"|([^", ]+))([, ])/s.exec(remaining) ?? [];
    fields[name!] = text?.replace(/\\(["\\])/g, "$1") ?? plain!;
    remaining = remaining.slice(
      /^[^=]+=(?:"(?:[^"\\]|\\["\\])*"|[^", ]+)[, ]/s.exec(remaining)![0].length,
    );
    if (end === " ") break;
  }
  const tags = Object.fromEntries(
    tagPairs.map((pair) => {
      const [name, value] = splitOnce(pair, /^([^=]+)=/);
      return [name, value.replace(/\\([, =])/g, "$1")];
    }),
  );
  return { tags: tags as Record<string, string | undefined>, fields, time: remaining };
}

function splitOnce(text: string, pattern: RegExp): [string, string] {
  const [whole = "", first = ""] = pattern.exec(text) ?? [];
  return [first, text.slice(whole.length)];
}

/** RFC 4180, a record. */
function parseCsvLine(line: string): string[] {
  const cells: string[] = [];
  const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let match = cellPattern.exec(line); match; match = cellPattern.exec(line)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] !== ",") break;
  }
  expect(cellPattern.lastIndex).toBe(line.length);
  return cells;
}
