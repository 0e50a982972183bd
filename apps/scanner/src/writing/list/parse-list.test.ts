import { decodeList } from "@scanhook/csv/encoding";
import { parseTag } from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseList } from "./parse-list.ts";

/** Returns line and content of each row, or line and problems; or the problem of the whole list. */
function summarize(csv: string) {
  const result = parseList(csv, "en");
  if (!result.ok) return result.problem;
  return result.list.rows.map((row) =>
    row.ok
      ? [row.line, parseTag({ records: row.records }).content]
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
  expect(summarize(csv)).toEqual(rows);
});

test("semicolons, tabs, a byte order mark and empty lines are accepted", () => {
  expect(summarize("\ufeffurl;note\nhttps://a.example/;1\n\nhttps://b.example/;2\n")).toEqual([
    [2, "https://a.example/"],
    [4, "https://b.example/"],
  ]);
  expect(summarize("nr\turl\n1\thttps://a.example/")).toEqual([[2, "https://a.example/"]]);
});

test("a single column needs no header, and its cells become links or texts", () => {
  expect(summarize("https://a.example/\nwww.b.example\nShelf B3: screws\n")).toEqual([
    [1, "https://a.example/"],
    [2, "https://www.b.example"],
    [3, "Shelf B3: screws"],
  ]);
});

test("separators are part of the content in a list with a single column", () => {
  expect(summarize("https://a.example/1,2;3\nhttps://b.example/")).toEqual([
    [1, "https://a.example/1,2;3"],
    [2, "https://b.example/"],
  ]);
  expect(summarize('text\nScrews, M3; 100\n"Nuts, M3"')).toEqual([
    [2, "Screws, M3; 100"],
    [3, "Nuts, M3"],
  ]);
});

test("columns are recognized by name in any order, and unknown ones are not written", () => {
  const result = parseList(
    "Nr,Last name,First_Name,E-Mail,PHONE\n7,Lovelace,Ada,a@b.example,+44 20",
    "en",
  );
  if (!result.ok) throw new Error(result.problem);
  expect(result.list.columns.map(({ meaning }) => meaning)).toEqual([
    undefined,
    { kind: "contact", field: "family" },
    { kind: "contact", field: "given" },
    { kind: "contact", field: "email" },
    { kind: "contact", field: "phone" },
  ]);
  expect(summarize("latitude,longitude,place\n48.2,16.37,Vienna")).toEqual([
    [2, "geo:48.2,16.37?q=48.2,16.37(Vienna)"],
  ]);
});

test("a name or note beside a link is not written, because it makes no contact", () => {
  expect(summarize("name,url,note\nDrill 7,https://a.example/,blue")).toEqual([
    [2, "https://a.example/"],
  ]);
  expect(summarize("name,phone\nAda,+44 20")).toEqual([[2, expect.stringContaining("FN:Ada")]]);
});

test("a line with several kinds makes several records, with the link first", () => {
  const result = parseList("text,url,app\nHello,https://a.example/,com.example.a", "de");
  if (!result.ok || !result.list.rows[0]?.ok) throw new Error("must be valid");
  const { records } = parseTag({ records: result.list.rows[0].records });
  expect(records.map(({ value }) => value)).toMatchObject([
    { kind: "uri", uri: "https://a.example/" },
    { kind: "text", text: "Hello", language: "de" },
    { kind: "app", packageName: "com.example.a" },
  ]);
});

test("a network is open without a password, and its security can be given", () => {
  const listValues = (csv: string) => {
    const result = parseList(csv, "en");
    if (!result.ok) throw new Error(result.problem);
    return result.list.rows.map(
      (row) => row.ok && parseTag({ records: row.records }).records[0]?.value,
    );
  };
  expect(listValues("ssid,password\nGuests,\nOffice,correct horse")).toMatchObject([
    { kind: "wifi", ssid: "Guests", security: "open" },
    { kind: "wifi", ssid: "Office", security: "wpa", password: "correct horse" },
  ]);
  expect(summarize("ssid,password,security\nA,12345678,WPA2\nB,12345678,magic")).toEqual([
    [2, ""],
    [3, ["security: not-a-security"]],
  ]);
});

test("problems are reported by line and column", () => {
  const csv = 'url,phone\n,\nnowhere,\n,call me\nhttps://a.example/,1,2\n"https://a';
  expect(summarize(csv)).toEqual([
    [3, ["url: not-an-address"]],
    [4, ["phone: not-a-number"]],
    [5, ["more-cells"]],
    [6, ["quotes"]],
  ]);
  expect(summarize("url,note\n,only a note")).toEqual([[2, ["nothing"]]]);
  expect(summarize("lat,lon\n48.2,")).toEqual([[2, ["lat, lon: not-a-place"]]]);
});

test("a list without rows or without a known column is refused", () => {
  expect(summarize("")).toBe("empty");
  expect(summarize(" \n\n")).toBe("empty");
  expect(summarize("url\n")).toBe("empty");
  expect(summarize("a,b\n1,2")).toBe("no-columns");
});

test("any file is parsed or refused without an exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: "binary" }), (bytes, text) => {
      const decoded = decodeList(bytes)?.text ?? "";
      for (const csv of [decoded, text, `url,text,lat,lon,ssid\n${text}`]) {
        const result = parseList(csv, "en");
        if (!result.ok) continue;
        for (const row of result.list.rows) {
          expect(row.ok ? row.records.length : row.problems.length).toBeGreaterThan(0);
        }
      }
    }),
  );
});
