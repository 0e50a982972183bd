import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeList, type ListEncoding } from "./encoding.ts";

/** Encodes a text with the C library, because JavaScript can only encode UTF-8. */
const encode = (text: string, encoding: string) =>
  execFileSync("iconv", ["-f", "UTF-8", "-t", encoding], { input: text });

const lists: [ListEncoding, string, string][] = [
  [
    "windows-1252",
    "CP1252",
    "Name;Tisch\r\nZoë Müller;1\r\nJosé Núñez;2\r\nBjørn Åse;3\r\nHélène;4\r\n",
  ],
  ["windows-1252", "CP1252", "Name\nJürgen Groß\nFrançois Lefèvre\nJoão Simões\n"],
  [
    "windows-1250",
    "CP1250",
    "Jméno;Stůl\r\nAntonín Dvořák;1\r\nLukáš Novotný;2\r\nZdeněk Žák;3\r\n",
  ],
  ["windows-1250", "CP1250", "Imię;Nazwisko\nWisława;Szymborska\nLech;Wałęsa\nŚwięty;Żak\n"],
  ["windows-1251", "CP1251", "Имя;Стол\r\nИван Петров;1\r\nЮлия Щербакова;2\r\n"],
  ["windows-1251", "CP1251", "ИМЯ\nИВАН ПЕТРОВ\nОЛЬГА СМИРНОВА\n"],
  ["windows-1253", "CP1253", "Όνομα\nΓιώργος Παπαδόπουλος\nΕλένη Νικολάου\n"],
  ["windows-1254", "CP1254", "Ad Soyad\nİbrahim Çağlar\nAyşe Yıldız\nGülşen Öztürk\n"],
  ["macintosh", "MACINTOSH", "Name\nZoë Müller\nJosé Núñez\nFrançois Lefèvre\n"],
  ["Shift_JIS", "SHIFT_JIS", "氏名,テーブル\r\n山田太郎,1\r\n佐藤花子,2\r\n"],
];

describe("a list without a byte order mark", () => {
  it.each(lists)("in %s is recognized (%s %j)", (encoding, name, text) => {
    expect(decodeList(encode(text, name))).toEqual({ text, encoding });
  });

  it.each(lists)("in %s is read as that when it is chosen (%s)", (encoding, name, text) => {
    const decoded = decodeList(encode(text, name), encoding);
    expect(decoded).toEqual({ text, encoding });
  });

  it.each([
    ["UTF-16LE", "Name\nЗоя\n"],
    ["UTF-16BE", "Name;Tisch\r\nZoë;7\r\n"],
  ] as const)("in %s is recognized", (encoding, text) => {
    const decoded = decodeList(encode(text, encoding));
    expect(decoded).toEqual({ text, encoding });
  });
});

it.each(["UTF-8", "UTF-16LE", "UTF-16BE"] as const)(
  "a byte order mark of %s is recognized, and is no part of the text",
  (encoding) => {
    const text = "Name;Tisch\r\nZoë;7\r\n";
    expect(decodeList(encode(`\uFEFF${text}`, encoding))).toEqual({ text, encoding });
  },
);

it("a long file is judged by its first lines that are not ASCII, and by a part of a very long line", () => {
  const names = "Lech;Wałęsa\n".repeat(9000);
  for (const text of [`${"Name;Ort\n".repeat(9000)}${names}`, names.replaceAll("\n", " ")]) {
    const decoded = decodeList(encode(text, "CP1250"));
    expect(decoded).toEqual({ text, encoding: "windows-1250" });
  }
});

it("bytes that are invalid in the chosen encoding are not decoded", () => {
  expect(decodeList(encode("Zoë", "CP1252"), "UTF-8")).toBeUndefined();
});

it("any bytes are decoded or refused, and any text in UTF-8 becomes itself", () => {
  fc.assert(fc.property(fc.uint8Array(), (file) => void decodeList(file)));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!text.includes("\0") && !text.startsWith("\uFEFF"));
      expect(decodeList(Buffer.from(text))).toEqual({ text, encoding: "UTF-8" });
    }),
  );
});
