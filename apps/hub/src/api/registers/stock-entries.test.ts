import { beforeEach, expect, test } from "vitest";
import type { EntryRecord } from "../../store/registers.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const parts = "/api/registers/parts";

const add = (body: object, register = parts) =>
  described.api.call<EntryRecord>("POST", `${register}/entries`, { body });
const list = async (query = "") => {
  type List = { entries: EntryRecord[] };
  const { body } = await described.api.call<List>("GET", `${parts}/entries${query}`);
  return body.entries.map(({ label }) => label);
};
const errorOf = async (response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response;
  return { status, ...(body as { error: object }).error };
};

beforeEach(async () => {
  const { owner } = described;
  for (const name of ["parts", "gala"]) await owner("DELETE", `/api/registers/${name}`);
  await owner("POST", "/api/registers", { name: "parts", kind: "stock" });
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in" });
});

test("an entry is added with its values and codes, or with a random code", async () => {
  const screws = { label: "Screws", unit: "kg", minimum: 1.5, recalled: ["L7"], group: "Metal" };
  const added = await add({
    ...screws,
    keys: ["t:SCREW", "t:4006381333931"],
    fields: { Size: "M4" },
  });
  expect([added.status, added.body]).toMatchObject([
    201,
    { ...screws, fields: { Size: "M4" }, keys: ["g:0104006381333931", "t:SCREW"], version: 1 },
  ]);
  const shelf = await add({ label: "Shelf A1", role: "place" });
  expect(shelf.body).toMatchObject({
    ...{ role: "place", keys: [expect.stringMatching(/^t:(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)] },
  });
  const guest = await add({ label: "Ada", keys: ["t:4006381333931"] }, "/api/registers/gala");
  expect(guest.body.keys).toEqual(["t:4006381333931"]);
});

test("an entry is refused with a code that is taken, is none, or with a value that fits no entry", async () => {
  await add({ label: "Screws", keys: ["t:SCREW"] });
  expect(await errorOf(add({ label: "Nails", keys: ["t:NAIL", "t:SCREW"] }))).toMatchObject({
    ...{ status: 409, code: "key-taken", field: "keys" },
    message: "“SCREW” is a code of Screws, so nothing was added; take it from there first.",
  });
  for (const [body, code, field] of [
    [{ label: "Nails", keys: ["NAIL"] }, "not-a-key", "keys"],
    [{ label: "Nails", minimum: 0.0001 }, "not-a-quantity", "minimum"],
    [{ label: "12", role: "number", amount: 1.23456 }, "not-a-quantity", "amount"],
  ] as const)
    expect(await errorOf(add(body))).toMatchObject({ status: 422, code, field });
  expect(await errorOf(add({ label: "Ada", unit: "kg" }, "/api/registers/gala"))).toMatchObject({
    ...{ code: "not-an-action", field: "unit" },
  });
  expect(await errorOf(add({ label: "Ada" }, "/api/registers/ball"))).toMatchObject({
    ...{ status: 404, code: "no-such-register" },
  });
  expect(await list()).toEqual(["Screws"]);
});

test("a stock lists places, cards, what is at a place and what there is too little of, with counts", async () => {
  const { call } = described.api;
  const screws = (await add({ label: "Screws", minimum: 2 })).body;
  const shelf = (await add({ label: "Shelf A1", role: "place" })).body;
  await add({ label: "10", role: "number", amount: 10 });
  const book = (body: object) => call("POST", `${parts}/entries/${screws.id}/act`, { body });
  await book({ action: "add", quantity: 1.5, place: shelf.id });
  expect(await list("?role=place")).toEqual(["Shelf A1"]);
  expect(await list("?role=number")).toEqual(["10"]);
  expect(await list("?role=article&low=true")).toEqual(["Screws"]);
  expect(await list("?low=false")).toEqual(["Shelf A1", "10"]);
  expect(await list(`?place=${shelf.id}`)).toEqual(["Screws"]);
  expect(await list("?unnamed=true")).toEqual([]);
  expect((await call("GET", parts)).body).toMatchObject({
    stock: { articles: 1, places: 1, numbers: 1, unnamed: 0, low: 1 },
  });
  await book({ action: "add", quantity: 0.5, place: shelf.id });
  expect(await list("?low=true")).toEqual([]);
  expect((await call("GET", "/api/registers/gala")).body).not.toHaveProperty("stock");
  const wrong = await errorOf(book({ action: "add", place: screws.id }));
  expect(wrong).toMatchObject({ status: 422, code: "not-a-place", field: "place" });
  const path = `${parts}/entries/${screws.id}`;
  expect(await errorOf(call("PATCH", path, { body: { unit: "kg" } }))).toMatchObject({
    ...{ status: 409, code: "stock-in-the-way", field: "unit" },
  });
});
