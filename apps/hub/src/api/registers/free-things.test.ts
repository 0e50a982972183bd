import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
type Entry = { id: number; label: string };
const kinds = { tools: "loans", fire: "inspection" } as const;

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, `/api/registers${path}`, { body });
const add = async (register: keyof typeof kinds, label: string, role?: "person") =>
  (await call<Entry>("POST", `/${register}/entries`, { label, keys: [`t:${label}`], role })).body
    .id;

beforeEach(async () => {
  for (const [name, kind] of Object.entries(kinds)) {
    await described.owner("DELETE", `/api/registers/${name}`);
    await call("POST", "", { name, kind });
  }
});

test("the things that nobody has are as many as the register counts as free", async () => {
  const grace = await add("tools", "Grace", "person");
  const [drill, saw] = [await add("tools", "Drill"), await add("tools", "Saw")];
  await add("tools", "Axe");
  const blocked = await add("tools", "Vise");
  await call("PATCH", `/tools/entries/${blocked}`, { blocked: true });
  const act = (entry: number, body: object) =>
    call<{ movement: number }>("POST", `/tools/entries/${entry}/act`, body);
  const lent = await act(drill, { action: "lend", holder: grace });
  await call("POST", `/tools/movements/${lent.body.movement}/undo`);
  await act(saw, { action: "lend", holder: grace });
  const readFree = async () => {
    const { body } = await call<{ entries: Entry[] }>("GET", "/tools/entries?care=free");
    const { care } = (await call<{ care: { free: number } }>("GET", "/tools")).body;
    return { labels: body.entries.map(({ label }) => label).sort(), count: care.free };
  };
  expect(await readFree()).toEqual({ labels: ["Axe", "Drill"], count: 2 });
  await act(saw, { action: "return" });
  expect(await readFree()).toEqual({ labels: ["Axe", "Drill", "Saw"], count: 3 });
  await add("fire", "Extinguisher");
  const inspected = await call<{ entries: Entry[] }>("GET", "/fire/entries?care=free");
  expect(inspected.body.entries).toEqual([]);
});
