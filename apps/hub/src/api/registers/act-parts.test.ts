import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
type Refusal = { error: { code: string; message: string; field?: string } };
type Entry = { id: number; label: string };
const kinds = { gala: "check-in", parts: "stock", tools: "loans", fire: "inspection" } as const;

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, `/api/registers${path}`, { body });
const add = async (register: keyof typeof kinds, label: string, role?: "place" | "person") =>
  (await call<Entry>("POST", `/${register}/entries`, { label, keys: [`t:${label}`], role })).body
    .id;
const refusalOf = async (register: keyof typeof kinds, entry: number, act: object) => {
  const { status, body } = await call<Refusal>("POST", `/${register}/entries/${entry}/act`, act);
  return [status, body.error.code, body.error.field, body.error.message];
};

beforeEach(async () => {
  for (const [name, kind] of Object.entries(kinds)) {
    await described.owner("DELETE", `/api/registers/${name}`);
    await call("POST", "", { name, kind });
  }
});

test("a person or a date where nothing is lent is refused", async () => {
  const [guest, article] = [await add("gala", "Ada"), await add("parts", "Screw")];
  const [drill, grace] = [await add("tools", "Drill"), await add("tools", "Grace", "person")];
  const extinguisher = await add("fire", "Extinguisher");
  for (const [register, entry, action] of [
    ["gala", guest, "in"],
    ["parts", article, "add"],
    ["tools", drill, "return"],
    ["fire", extinguisher, "inspect"],
  ] as const) {
    expect(await refusalOf(register, entry, { action, holder: grace })).toEqual([
      ...[422, "not-a-person", "holder", "Only what is lent has a person who gets it."],
    ]);
    expect(await refusalOf(register, entry, { action, due: "2099-01-31" })).toEqual([
      ...[422, "not-a-date", "due", "Only what is lent gets a date by this act."],
    ]);
  }
  const lent = { action: "lend-or-return", holder: grace, due: "2099-01-31" };
  expect((await call("POST", `/tools/entries/${drill}/act`, lent)).body).toMatchObject({
    ...{ code: "lent", loan: { holder: "Grace" } },
  });
});

test("a place outside of a stock is refused", async () => {
  const shelf = await add("parts", "A1", "place");
  await call("POST", "", { name: "shelves", kind: "inspection", entriesFrom: "parts" });
  const act = { action: "inspect", place: shelf };
  const { body } = await call<Refusal>("POST", `/shelves/entries/${shelf}/act`, act);
  expect(body.error).toMatchObject({
    ...{ code: "not-a-place", field: "place", message: "Only a stock books at places." },
  });
  await call("DELETE", "/shelves");
});
