import { readTag } from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCsv, printCsv, readCsv } from "./csv.ts";
import { readList } from "./read-list.ts";

/** Line and content, or line and what is wrong, of each row. */
function say(csv: string) {
  const reading = readList(csv, "en");
  if (!reading.ok) return reading.problem;
  return reading.list.rows.map((row) =>
    row.ok
      ? [row.line, readTag({ records: row.records }).content]
      : [
          row.line,
          row.problems.map(({ column, problem }) => [column, problem].filter(Boolean).join(": ")),
        ],
  );
}

// RFC 4180, section 2, by number.
test.each([
  [
    "1: lines end in CRLF",
    "text\r\naaa\r\nbbb\r\n",
    [
      [2, "aaa"],
      [3, "bbb"],
    ],
  ],
  [
    "2: the last may lack it",
    "text\r\naaa\r\nbbb",
    [
      [2, "aaa"],
      [3, "bbb"],
    ],
  ],
  ["5: cells may be in quotation marks", '"text","note x"\r\n"aaa","b"', [[2, "aaa"]]],
  [
    "6: with line breaks and commas in them",
    'text\r\n"b\r\nb, c"\r\nnext',
    [
      [2, "b\r\nb, c"],
      [4, "next"],
    ],
  ],
  ["7: a quotation mark is written twice", 'text\r\n"b""bb"', [[2, 'b"bb']]],
] as const)("RFC 4180 2.%s", (_, csv, rows) => {
  expect(say(csv)).toEqual(rows);
});

test("semicolons, tabs, a byte order mark and empty lines are taken as they come", () => {
  expect(say("\ufeffurl;note\nhttps://a.example/;1\n\nhttps://b.example/;2\n")).toEqual([
    [2, "https://a.example/"],
    [4, "https://b.example/"],
  ]);
  expect(say("nr\turl\n1\thttps://a.example/")).toEqual([[2, "https://a.example/"]]);
});

test("a single column needs no name: addresses are links, the rest is text", () => {
  expect(say("https://a.example/\nwww.b.example\nShelf B3: screws\n")).toEqual([
    [1, "https://a.example/"],
    [2, "https://www.b.example"],
    [3, "Shelf B3: screws"],
  ]);
});

test("in a single column, what separates cells elsewhere is part of the content", () => {
  expect(say("https://a.example/1,2;3\nhttps://b.example/")).toEqual([
    [1, "https://a.example/1,2;3"],
    [2, "https://b.example/"],
  ]);
  expect(say('text\nScrews, M3; 100\n"Nuts, M3"')).toEqual([
    [2, "Screws, M3; 100"],
    [3, "Nuts, M3"],
  ]);
});

test("columns are found by their names, in any order; what is not known is not written", () => {
  const reading = readList(
    "Nr,Last name,First_Name,E-Mail,PHONE\n7,Lovelace,Ada,a@b.example,+44 20",
    "en",
  );
  if (!reading.ok) throw new Error(reading.problem);
  expect(reading.list.columns.map(({ meaning }) => meaning)).toEqual([
    undefined,
    { kind: "contact", field: "family" },
    { kind: "contact", field: "given" },
    { kind: "contact", field: "email" },
    { kind: "contact", field: "phone" },
  ]);
  expect(say("latitude,longitude,place\n48.2,16.37,Vienna")).toEqual([
    [2, "geo:48.2,16.37?q=48.2,16.37(Vienna)"],
  ]);
});

test("a name, title or note beside an address is no contact, and not written", () => {
  expect(say("name,url,note\nDrill 7,https://a.example/,blue")).toEqual([
    [2, "https://a.example/"],
  ]);
  expect(say("name,phone\nAda,+44 20")).toEqual([[2, expect.stringContaining("FN:Ada")]]);
});

test("a line with several kinds is written as several records, the link first", () => {
  const reading = readList("text,url,app\nHello,https://a.example/,com.example.a", "de");
  if (!reading.ok || !reading.list.rows[0]?.ok) throw new Error("must be read");
  const { records } = readTag({ records: reading.list.rows[0].records });
  expect(records.map(({ value }) => value)).toMatchObject([
    { kind: "uri", uri: "https://a.example/" },
    { kind: "text", text: "Hello", language: "de" },
    { kind: "app", packageName: "com.example.a" },
  ]);
});

test("a network without a password is open; what protects it can be said", () => {
  const kinds = (csv: string) => {
    const reading = readList(csv, "en");
    if (!reading.ok) throw new Error(reading.problem);
    return reading.list.rows.map(
      (row) => row.ok && readTag({ records: row.records }).records[0]?.value,
    );
  };
  expect(kinds("ssid,password\nGuests,\nOffice,correct horse")).toMatchObject([
    { kind: "wifi", ssid: "Guests", security: "open" },
    { kind: "wifi", ssid: "Office", security: "wpa", password: "correct horse" },
  ]);
  expect(say("ssid,password,security\nA,12345678,WPA2\nB,12345678,magic")).toEqual([
    [2, ""],
    [3, ["security: not-a-security"]],
  ]);
});

test("what is wrong is told by line and column", () => {
  const csv = 'url,phone\n,\nnowhere,\n,call me\nhttps://a.example/,1,2\n"https://a';
  expect(say(csv)).toEqual([
    [3, ["url: not-an-address"]],
    [4, ["phone: not-a-number"]],
    [5, ["more-cells"]],
    [6, ["quotes"]],
  ]);
  expect(say("url,note\n,only a note")).toEqual([[2, ["nothing"]]]);
  expect(say("lat,lon\n48.2,")).toEqual([[2, ["lat, lon: not-a-place"]]]);
});

test("a list without lines, or without a column that is known, is refused whole", () => {
  expect(say("")).toBe("empty");
  expect(say(" \n\n")).toBe("empty");
  expect(say("url\n")).toBe("empty");
  expect(say("a,b\n1,2")).toBe("no-columns");
});

test("files of spreadsheets are read in the letters they were saved in", () => {
  expect(decodeCsv(new TextEncoder().encode("Grüße"))).toBe("Grüße");
  expect(decodeCsv(Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65))).toBe("Grüße");
  expect(decodeCsv(Uint8Array.of(0xff, 0xfe, 0x47, 0x00, 0xfc, 0x00))).toBe("Gü");
  expect(decodeCsv(Uint8Array.of(0xfe, 0xff, 0x00, 0x47, 0x00, 0xfc))).toBe("Gü");
});

test("what is printed is read again, cell by cell, in the right lines", () => {
  // A formula is printed as text, and a lone carriage return is a line break of its own to no two programs alike.
  const cell = fc.string().filter((text) => !/^[=+\-@\t\r]|\r/.test(text) && text.trim() !== "");
  const row = fc.tuple(cell, cell);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const read = readCsv(printCsv([["url", "text"], ...rows]));
      expect(read.slice(1).map(({ cells }) => cells)).toEqual(rows);
      expect(read.every(({ badQuotes }) => !badQuotes)).toBe(true);
      let line = 2;
      for (const [index, cells] of rows.entries()) {
        expect(read[index + 1]?.line).toBe(line);
        line += 1 + cells.join("").split("\n").length - 1;
      }
    }),
  );
});

test("whatever is in a file, it is read or refused, and never throws", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: "binary" }), (bytes, text) => {
      for (const csv of [decodeCsv(bytes), text, `url,text,lat,lon,ssid\n${text}`]) {
        const reading = readList(csv, "en");
        if (!reading.ok) continue;
        for (const row of reading.list.rows) {
          expect(row.ok ? row.records.length : row.problems.length).toBeGreaterThan(0);
        }
      }
    }),
  );
});
