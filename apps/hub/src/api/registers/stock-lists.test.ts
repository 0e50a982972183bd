import { beforeEach, expect, test } from "vitest";
import type { DescribedApi } from "../testing/api-description.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const call: DescribedApi["call"] = (...request) => described.api.call(...request);

const parts = "/api/registers/parts";
const text = "SKU,EAN,Item,Qty,Bin\nS-1,4006381333931,Pens,12,A1\nS-2,,Ink,2.5,A1\n";

beforeEach(async () => {
  await described.owner("DELETE", parts);
  const body = { name: "parts", kind: "stock" };
  expect((await call("POST", "/api/registers", { body })).status).toBe(201);
});

test("a list of articles is previewed, tried and imported with what is where", async () => {
  const preview = await call("POST", `${parts}/import/preview`, { body: { text } });
  expect(preview.body).toMatchObject({
    guess: { key: "EAN", moreKeys: ["SKU"], label: "Item", quantity: "Qty", place: "Bin" },
  });
  const dry = await call("POST", `${parts}/import`, { body: { text, dry: true } });
  const stock = {
    places: 1,
    counted: 2,
    same: 0,
    refused: 0,
    summed: 0,
    dropped: 0,
    droppedLines: [],
  };
  const samples = [
    { code: "S-1", label: "Pens", quantity: 12, place: "A1" },
    { code: "S-2", label: "Ink", quantity: 2.5, place: "A1" },
  ];
  expect(dry.body).toMatchObject({ rows: 2, new: 2, stock, samples });
  const { guess } = preview.body as { guess: object };
  const body = { text, ...guess };
  expect((await call("POST", `${parts}/import`, { body })).body).toMatchObject({ stock });
  expect((await call("POST", `${parts}/import`, { body })).body).toMatchObject({
    ...{ same: 2, stock: { counted: 0, same: 2 } },
  });
  const refused = await call("POST", `${parts}/import`, {
    body: { text: text.replace("12", "lots"), ...guess },
  });
  expect(refused.body).toMatchObject({
    error: {
      code: "not-a-list",
      message: "Nothing was imported: line 2 has a wrong Qty: “lots” is no number.",
    },
  });
});

test("entries and journal of a stock are exported as CSV and as JSON Lines", async () => {
  await call("POST", `${parts}/import`, { body: { text } });
  const read = async (query: string) => {
    const { body, headers } = await call<string>("GET", `${parts}/export?${query}`);
    const type = headers.get("content-type");
    const [, file] = /filename="(.*)"/.exec(headers.get("content-disposition") ?? "") ?? [];
    return { type, file, lines: body.trim().split(/\r?\n/) };
  };
  const csv = await read("");
  expect(csv).toMatchObject({ type: "text/csv; charset=utf-8", file: "parts-entries.csv" });
  expect(csv.lines[3]).toMatch(/^\d+,Ink,,,S-2,S-2,,,false,,,,,A1,2\.5,2\.5,.*,by hand,$/);
  const journal = await read("of=movements&format=csv");
  expect(journal.lines[1]).toMatch(/,by hand,count,yes,counted,.*,false,2\.5,A1,,,,,,,$/);
  const entries = await read("format=jsonl");
  expect(entries).toMatchObject({
    ...{ type: "application/jsonl; charset=utf-8", file: "parts-entries.jsonl" },
  });
  expect(entries.lines.map((line) => JSON.parse(line))).toMatchObject([
    { label: "A1", role: "place" },
    { label: "Pens", stock: [{ label: "A1", quantity: 12 }] },
    { label: "Ink", stock: [{ quantity: 2.5 }] },
  ]);
  const moved = await read("of=movements&format=jsonl");
  expect(moved.lines.map((line) => JSON.parse(line))).toMatchObject([
    { action: "count", delta: 2.5, place: { label: "A1" } },
    { action: "count", delta: 12 },
  ]);
});
