import { buffer } from "node:stream/consumers";
import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { writeXlsx, type XlsxCell, type XlsxColumn } from "./write-xlsx.ts";

async function write(columns: XlsxColumn[], rows: XlsxCell[][]): Promise<Uint8Array> {
  async function* pages() {
    yield* rows;
  }
  return buffer(writeXlsx(columns, pages()));
}

it("texts, numbers and times are written as such, below a header that stays in view", async () => {
  const columns: XlsxColumn[] = [
    { name: "code" },
    { name: "quantity", format: "number" },
    { name: "due", format: "day" },
    { name: "since", format: "time" },
  ];
  const since = new Date(2026, 11, 6, 18, 30, 5);
  const file = await write(columns, [["0070", -2.5, new Date(2026, 11, 6), since]]);
  const [sheet] = (await readXlsx(file)).sheets;
  const day = new Date(Date.UTC(2026, 11, 6));
  expect(sheet!.rows).toEqual([
    ["code", "quantity", "due", "since"],
    ["0070", -2.5, day, new Date(Date.UTC(2026, 11, 6, 18, 30, 5))],
  ]);
  expect(sheet!.freezePane).toMatchObject({ rows: 1 });
});

it("no text runs as a formula, is cut into an escaped character, or is too long for a cell", async () => {
  const texts = ["=1+1", "+1", "@SUM(A1)", "'=1", "_x0041_", "a\x1db", " a\n b ", "\0\uffff\ud800"];
  const file = await write(
    [{ name: "_x0042_" }],
    [...texts, "x".repeat(40_000)].map((text) => [text]),
  );
  const [sheet] = (await readXlsx(file)).sheets;
  expect([...(sheet!.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([]);
  expect(sheet!.rows.flat()).toEqual([
    "_x0042_",
    ...texts.slice(0, -1),
    "\ufffd\ufffd\ufffd",
    "x".repeat(32_767),
  ]);
});

it("a reader that goes away ends the rows", async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield [crypto.randomUUID()];
    } finally {
      resolve();
    }
  }
  for await (const bytes of writeXlsx([{ name: "code" }], endless())) {
    expect(bytes.length).toBeGreaterThan(0);
    break;
  }
  await ended;
});
