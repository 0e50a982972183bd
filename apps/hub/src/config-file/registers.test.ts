import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { createSealing } from "../secrets/sealing.ts";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { type ConfigFile, type FileStatus, openConfigFile } from "./open.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(findMemory(), "scanhook-registers-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("on SQLite", () => specifyRegisters(() => openStore(dataDir)));

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: registers of the file on PostgreSQL.`);

describe.skipIf(whyNoPostgres)("on PostgreSQL", () => {
  let postgres: SharedPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createMigratedDatabase();
  });
  afterEach(() => postgres.dropDatabase(url));

  specifyRegisters(() => openPostgresStore(url));
});

const yaml = `registers:
  gala:
    title: Gala
    kind: check-in
    rules: { capacity: 2, exitAllAt: 04:00, texts: { checked-in: "Welcome {{ entry.label }}!" } }
    keepDays: 3
    bindings: [{ inbox: door }, { inbox: exit, action: out, answer: always-2xx }]
  buffet: { kind: check-in, entriesFrom: gala }
`;

function specifyRegisters(open: () => Promise<Store>): void {
  let store: Store;
  const opened: { close(): Promise<void> }[] = [];
  beforeEach(async () => {
    store = await open();
    for (const name of ["door", "exit"]) await store.addInbox({ name, open: true });
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await store.close();
  });

  const write = (text: string) => writeFile(join(dataDir, "scanhook.yaml"), text);

  async function openFile(on: Store = store): Promise<ConfigFile> {
    const log = { info() {}, warn() {} };
    const sealing = createSealing({ dataDir });
    const path = join(dataDir, "scanhook.yaml");
    const file = await openConfigFile({ path, store: on, sealing, env: {}, log, intervalMs: 25 });
    opened.push(file);
    return file;
  }

  const expectStatus = (file: ConfigFile, status: Partial<FileStatus>) =>
    expect.poll(() => file.status()).toMatchObject(status);
  const readGala = async () =>
    (await store.countedRegisters()).find(({ name }) => name === "gala")!;
  const read = async () =>
    (await store.registers()).map(({ name, origin, bindings }) => {
      return [name, origin, ...bindings.map(({ inbox }) => inbox)].join(" ");
    });

  async function admitAda(): Promise<void> {
    const { id } = await readGala();
    const ada = { keys: ["t:T-1"], label: "Ada Lovelace", fields: {} };
    await store.importEntries(id, [ada], { label: "list", dry: false });
    const identifier = "0b9a6c1e-1111-4222-8333-444455556666";
    const scan = { identifier, date: new Date().toISOString(), content: "T-1" };
    const { verdict } = await store.append({
      inbox: "door",
      user: "north",
      scan,
      body: "{}",
      receivedAt: new Date(),
      request: { kind: "scan" },
    });
    expect(verdict).toMatchObject({ code: "checked-in", text: "Welcome Ada Lovelace!" });
  }

  it("are in the store once the file is open, with rules and inboxes, also on two nodes at once", async () => {
    await write(yaml);
    const other = await open();
    opened.push(other);
    const files = await Promise.all([openFile(), openFile(other)]);
    opened.reverse();
    expect(files.map((file) => file.status())).toMatchObject([
      { state: "applied", notices: [] },
      { state: "applied", notices: [] },
    ]);
    expect(await store.countedRegisters()).toMatchObject([
      { name: "buffet", entriesFrom: "gala", origin: "file", rules: {}, bindings: [] },
      {
        name: "gala",
        title: "Gala",
        rules: { capacity: 2, exitAllAt: "04:00" },
        keepDays: 3,
        origin: "file",
        bindings: [
          { inbox: "door", action: "in", answer: "negotiated" },
          { inbox: "exit", action: "out", answer: "always-2xx" },
        ],
      },
    ]);
    expect(files[0]!.keeps(await readGala())).toBe(true);
    await admitAda();
    const before = await store.registers();
    await openFile();
    expect(await store.registers()).toStrictEqual(before);
  });

  it("follow the file while the hub runs, without losing a guest or a movement", async () => {
    await write(yaml);
    const file = await openFile();
    await admitAda();
    await write(
      "registers: { gala: { kind: check-in, rules: { closed: true }, bindings: [{ inbox: exit }] } }",
    );
    await expect.poll(read).toEqual(["buffet dashboard", "gala file exit"]);
    const gala = await readGala();
    expect(gala).toMatchObject({ rules: { closed: true }, entries: 1, inside: 1, admitted: 1 });
    expect(gala.title).toBeUndefined();
    expect(gala.keepDays).toBeUndefined();
    await expectStatus(file, {
      state: "applied",
      notices: [expect.stringMatching(/^The register buffet is gone from the settings file, /)],
    });
  });

  it("stay as they are when they vanish from the file, and go on deciding", async () => {
    await write(yaml);
    const file = await openFile();
    await admitAda();
    await write("registers: {}\n");
    await expect.poll(read).toEqual(["buffet dashboard", "gala dashboard door exit"]);
    expect(await readGala()).toMatchObject({ entries: 1, inside: 1, rules: { capacity: 2 } });
    expect(file.keeps(await readGala())).toBe(false);
    await write(yaml);
    await expect.poll(read).toEqual(["buffet file", "gala file door exit"]);
    expect(await readGala()).toMatchObject({ entries: 1, inside: 1 });
  });

  it("take over what the dashboard made under the same name, with its guests, and inboxes of others", async () => {
    await store.addRegister({ name: "gala", kind: "check-in", rules: { uses: 5 }, title: "Old" });
    await store.addRegister({ name: "ball", kind: "check-in", rules: {} });
    const { id } = await readGala();
    const ada = { keys: ["t:T-1"], label: "Ada Lovelace", fields: {} };
    await store.importEntries(id, [ada], { label: "list", dry: false });
    const binding = { action: "in", answer: "negotiated" } as const;
    await store.bindInbox("door", { register: "ball", ...binding });
    await write(yaml);
    await openFile();
    expect(await read()).toEqual(["ball dashboard", "buffet file", "gala file door exit"]);
    expect(await readGala()).toMatchObject({ id, entries: 1, title: "Gala" });
    expect((await readGala()).rules).not.toHaveProperty("uses");
  });

  it("get an inbox that is missing as soon as somebody makes it", async () => {
    await write("registers: { gala: { kind: check-in, bindings: [{ inbox: later }] } }");
    const file = await openFile();
    const sentence =
      "The register gala decides about the scans of the inbox later, which does not exist.";
    expect(file.status()).toMatchObject({ state: "applied", notices: [sentence] });
    await store.addInbox({ name: "later", open: true });
    await expect.poll(read).toEqual(["gala file later"]);
    await expectStatus(file, { state: "applied", notices: [] });
  });

  it("are fed by inboxes of the file, which two nodes at once add with what they keep", async () => {
    const both = "{ gala: { kind: check-in, bindings: [{ inbox: later }] } }";
    await write(
      `inboxes: { later: { title: Later, open: true, keepDays: 9 } }\nregisters: ${both}\nchanges: { keepDays: 99 }\n`,
    );
    const other = await open();
    opened.push(other);
    const files = await Promise.all([openFile(), openFile(other)]);
    opened.reverse();
    for (const file of files)
      expect(file.status()).toMatchObject({ state: "applied", notices: [] });
    expect(await read()).toEqual(["gala file later"]);
    const readLater = async () =>
      (await store.inboxSettings()).find(({ name }) => name === "later")!;
    const later = { name: "later", title: "Later", open: true, keepDays: 9, audit: false };
    expect(await readLater()).toEqual({ ...later, origin: "file" });
    expect([await store.changesKeepDays(), await store.changesOrigin()]).toEqual([99, "file"]);
    await write(`registers: ${both}\n`);
    await expect.poll(readLater).toEqual({ ...later, origin: "dashboard" });
    await expect.poll(() => store.changesOrigin()).toBe("dashboard");
    expect(await store.changesKeepDays()).toBe(99);
  });

  it("are refused when the store has a list or a route that contradicts them, and nothing changes", async () => {
    await store.addRegister({ name: "guests", kind: "check-in", rules: {} });
    await store.addRegister({ name: "gala", kind: "check-in", rules: {}, entriesFrom: "guests" });
    await write(yaml);
    const file = await openFile();
    const entriesFrom =
      /^registers\.gala\.entriesFrom in .*: This cannot change: the entries of gala are those of guests\. Put that back, or choose another name\.$/;
    expect(file.status().reason).toMatch(entriesFrom);
    expect(await read()).toEqual(["gala dashboard", "guests dashboard"]);
    await write("registers: { guests: { kind: stock, title: Parts } }");
    const kind =
      /^registers\.guests\.kind in .*: The kind of guests cannot change; put it back, or choose another name\.$/;
    await expectStatus(file, { state: "refused", reason: expect.stringMatching(kind) });
    const destination = { name: "erp", kind: "http", settings: { url: "https://erp.example/" } };
    const limits = { secrets: {}, concurrency: 1, ordered: false, allowPrivate: false };
    await store.addDestination({ ...destination, ...limits, origin: "dashboard" });
    const shape = { format: "ready-made" } as const;
    const route = { name: "ask", inbox: "door", destination: "erp", mode: "through" } as const;
    await store.addRoute({ ...route, filter: {}, shape, on: true, origin: "dashboard" });
    await write("registers: { ball: { kind: check-in, bindings: [{ inbox: door }] } }");
    const answered =
      /^registers\.ball\.bindings\.0\.inbox in .*: The route ask already answers the senders of door; /;
    await expectStatus(file, { state: "refused", reason: expect.stringMatching(answered) });
    expect(await read()).toEqual(["gala dashboard", "guests dashboard"]);
  });
}
