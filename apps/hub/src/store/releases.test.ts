import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { openPostgresStore } from "./postgres/open.ts";
import { whyNoPostgres } from "./postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "./postgres/testing/shared-postgres.ts";
import { openStore } from "./sqlite/open.ts";
import type { Store } from "./store.ts";
import { readContents } from "./testing/read-contents.ts";
import {
  fillReleaseDatabase,
  listReleases,
  readLaterContents,
  writeReleaseDatabase,
} from "./testing/release-data.ts";
import { toArrival } from "./testing/subject.ts";

const changelog = new URL("../../../../CHANGELOG.md", import.meta.url);
const releases = await listReleases();
const laterReleases = releases.filter((version) => version !== "0.1.0");

it("every version in the changelog has its data in fixtures", async () => {
  const headings = (await readFile(changelog, "utf8")).matchAll(/^## (\d\S*)/gm);
  expect([...headings].map(([, version]) => version).reverse()).toStrictEqual(releases);
});

describe.each(laterReleases)("data of %s on SQLite", (version) => {
  it("is all there, and is worked with", async () => {
    const dir = await mkdtemp(join(findMemory(), "scanhook-release-"));
    try {
      await writeReleaseDatabase(dir, version);
      await expectContents(version, (now) => openStore(dir, { now }));
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: data of releases on PostgreSQL.`);

describe.skipIf(whyNoPostgres).each(laterReleases)("data of %s on PostgreSQL", (version) => {
  let postgres: SharedPostgres;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });

  it("is all there, and is worked with", async () => {
    const url = await postgres.createDatabase();
    await fillReleaseDatabase(url, version);
    await expectContents(version, (now) => openPostgresStore(url, { now }));
    await postgres.dropDatabase(url);
  });
});

async function expectContents(
  version: string,
  open: (now: () => Date) => Promise<Store>,
): Promise<void> {
  const { at, ...contents } = await readLaterContents(version);
  const store = await open(() => new Date(at));
  try {
    expect(await readContents(store)).toMatchObject(contents);
    expect(await store.viewDisplay("d".repeat(64))).toMatchObject({ register: "gala", inside: 2 });
    const [gala] = (await store.registers()).filter(({ name }) => name === "gala");
    expect(await store.entries(gala!.id, { text: "NOETHER t-5", limit: 9 })).toMatchObject([
      { label: "Emmy Noether" },
    ]);
    const request = { kind: "scan" } as const;
    const scan = { inbox: "door", user: "desk", request, receivedAt: new Date(at) };
    const { verdict } = await store.append(toArrival({ ...scan, content: "T-5" }));
    expect(verdict).toMatchObject({ code: "checked-in", title: "Emmy Noether" });
    expect(await store.viewDisplay("d".repeat(64))).toMatchObject({ inside: 3 });
    await expectLoans(store, at);
  } finally {
    await store.close();
  }
}

/** Expects that the guests of the data can borrow things, and that nothing else changes. */
async function expectLoans(store: Store, at: string): Promise<void> {
  const [before] = await store.deliveryCounts();
  await store.addRegister({ name: "hire", kind: "loans", rules: {}, peopleFrom: "gala" });
  const hire = (await store.registers()).find(({ name }) => name === "hire")!;
  await store.addEntry(hire.id, { keys: ["t:LAMP"], label: "Lamp", fields: {} });
  await store.bindInbox("door", { register: "hire", action: "lend", answer: "negotiated" });
  const scan = { inbox: "door", user: "desk", receivedAt: new Date(at), identifier: "hire" };
  const request = { kind: "scan" } as const;
  await store.append(toArrival({ ...scan, content: "T-5", request }));
  const { verdict } = await store.append(toArrival({ ...scan, content: "LAMP", request }));
  expect(verdict).toMatchObject({ code: "lent", loan: { holder: "Emmy Noether" } });
  expect((await store.deliveryCounts())[0]).toStrictEqual(before);
}
