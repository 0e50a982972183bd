import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { actManually } from "../register-work/manual-actions.ts";
import { openStore } from "../store/sqlite/open.ts";
import { emptyRegisters } from "./empty-registers.ts";

it("deletes the guests when their days are over, and leaves no name in any file of the data folder", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-empty-"));
  const store = await openStore(dir);
  await store.addInbox({ name: "door", open: false });
  const rules = { closes: "2026-11-23T01:00:00Z" };
  await store.addRegister({ name: "gala", kind: "check-in", rules, keepDays: 3 });
  await store.bindInbox("door", { register: "gala", action: "in", answer: "negotiated" });
  const [gala] = await store.registers();
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    keys: [`t:T-${n}`],
    label: `Quendolyn Xylander ${n}`,
    attention: `Zwetschgenallergie ${n}`,
    fields: { company: `Ypsilonwerke ${n}` },
  }));
  for (let start = 0; start < rows.length; start += 500)
    await store.importEntries(gala!.id, rows.slice(start, start + 500), { label: "x", dry: false });
  // Changed once more, so that older versions of the rows were in the files, too.
  const renamed = rows.map((row) => ({ ...row, label: `${row.label} the Second` }));
  await store.importEntries(gala!.id, renamed, { label: "y", dry: false });
  for (let n = 0; n < 300; n++) {
    const scan = { identifier: `scan ${n}`, date: new Date().toISOString(), content: `T-${n}` };
    const request = { kind: "scan" } as const;
    const { verdict } = await store.append({
      ...{ inbox: "door", user: "north", scan, body: "{}", receivedAt: new Date(), request },
    });
    expect(verdict!.register).toBe("gala");
  }
  const names = /Quendolyn|Xylander|Zwetschgen|Ypsilonwerke/;
  const listFilesWithNames = async () => {
    const contents = await Promise.all(
      (await readdir(dir)).map(async (file) => [file, await readFile(join(dir, file), "latin1")]),
    );
    return contents.flatMap(([file, content]) => (names.test(content!) ? [file] : []));
  };
  await emptyRegisters(store, new Date("2026-11-26T00:59:59Z"));
  expect((await store.countedRegisters())[0]).toMatchObject({ entries: 2000 });
  expect(await listFilesWithNames()).not.toEqual([]);
  await emptyRegisters(store, new Date("2026-11-26T01:00:01Z"));
  expect((await store.countedRegisters())[0]).toMatchObject({ entries: 0 });
  expect(await listFilesWithNames()).toEqual([]);
  await store.close();
  expect(await listFilesWithNames()).toEqual([]);
  await rm(dir, { recursive: true });
});

it("keeps the guests while a register of loans has lent them something", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-empty-"));
  const store = await openStore(dir);
  const rules = { closes: "2026-11-23T01:00:00Z" };
  await store.addRegister({ name: "camp", kind: "check-in", rules, keepDays: 3 });
  await store.addRegister({ name: "bikes", kind: "loans", rules: {}, peopleFrom: "camp" });
  const find = async (name: string) =>
    (await store.countedRegisters()).find((register) => register.name === name)!;
  const addEntry = async (register: string, label: string) => {
    const { id } = await find(register);
    const row = { keys: [`t:${label}`], label, fields: {} };
    await store.importEntries(id, [row], { label: "list", dry: false });
    return (await store.entries(id, { limit: 1 }))[0]!.id;
  };
  const [holder, entry] = [await addEntry("camp", "Ada"), await addEntry("bikes", "Bike")];
  const { id: register } = await find("bikes");
  const act = async (action: "lend" | "return") => {
    const request = { kind: "act", register, entry, action, holder, forced: false } as const;
    return actManually(store, request);
  };
  expect(await act("lend")).toMatchObject({ code: "lent" });
  const late = new Date(Date.now() + 365 * 86_400_000);
  await emptyRegisters(store, late);
  expect(await find("camp")).toMatchObject({ entries: 1 });
  expect(await act("return")).toMatchObject({ code: "returned" });
  await emptyRegisters(store, new Date());
  expect(await find("camp")).toMatchObject({ entries: 1 });
  await emptyRegisters(store, late);
  expect(await find("camp")).toMatchObject({ entries: 0 });
  expect(await find("bikes")).toMatchObject({ entries: 1 });
  await store.close();
  await rm(dir, { recursive: true });
});

it("deletes leads their days after the last scan, and leaves nothing of them in the data folder", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-empty-"));
  const store = await openStore(dir);
  for (const name of ["stand", "register-events"]) await store.addInbox({ name, open: false });
  await store.addRegister({ name: "fair", kind: "leads", rules: {}, keepDays: 30 });
  await store.bindInbox("stand", { register: "fair", action: "meet", answer: "negotiated" });
  const [fair] = await store.registers();
  for (let n = 0; n < 900; n++) {
    const content = `BEGIN:VCARD\nFN:Quendolyn Xylander ${n}\nEMAIL:q${n}@ypsilonwerke.example\nEND:VCARD`;
    const scan = { identifier: `scan ${n}`, date: new Date().toISOString(), content };
    const request = { kind: "scan" } as const;
    const { verdict } = await store.append({
      ...{ inbox: "stand", user: "maria", scan, body: content, receivedAt: new Date(), request },
    });
    if (n % 10 > 0) continue;
    const answers = { note: `Zwetschgenkuchen ${n}`, rating: 5 };
    await actManually(
      store,
      { kind: "answer", register: fair!.id, movement: verdict!.movement, answers },
      { facts: { answers } },
    );
  }
  // The index of words has them reversed, too.
  const names = /Quendolyn|Xylander|Zwetschgen|Ypsilonwerke|nylodneuq|rednalyx|nehcuk/i;
  const listFilesWithNames = async () => {
    const contents = await Promise.all(
      (await readdir(dir)).map(async (file) => [file, await readFile(join(dir, file), "latin1")]),
    );
    return contents.flatMap(([file, content]) => (names.test(content!) ? [file] : []));
  };
  const day = 86_400_000;
  await emptyRegisters(store, new Date(Date.now() + 29 * day));
  expect((await store.countedRegisters())[0]).toMatchObject({ entries: 900 });
  expect(await store.entries(fair!.id, { limit: 1 })).toMatchObject([
    { fields: { Note: "Zwetschgenkuchen 0", Rating: "5" } },
  ]);
  await emptyRegisters(store, new Date(Date.now() + 31 * day));
  expect((await store.countedRegisters())[0]).toMatchObject({ entries: 0 });
  expect(await store.listScans({}, { limit: 9 })).toEqual([]);
  expect(await listFilesWithNames()).toEqual([]);
  await store.close();
  expect(await listFilesWithNames()).toEqual([]);
  await rm(dir, { recursive: true });
});
