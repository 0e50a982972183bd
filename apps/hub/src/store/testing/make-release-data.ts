// Writes the data of the current version into `fixtures`, once for each release: node
// apps/hub/src/store/testing/make-release-data.ts Needs a PostgreSQL server that the pg_dump of
// this machine can read, in SCANHOOK_TEST_POSTGRES.
import { deepStrictEqual } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import manifest from "../../../package.json" with { type: "json" };
import { openPostgresStore } from "../postgres/open.ts";
import { startPostgres } from "../postgres/testing/postgres.ts";
import { databaseName, openStore } from "../sqlite/open.ts";
import type { Store } from "../store.ts";
import { fillTrades } from "./fill-trades.ts";
import { guest } from "./gala.ts";
import { readContents } from "./read-contents.ts";
import { toDestination, toRoute } from "./routed-destinations.ts";
import { type ArrivalChange, toArrival } from "./subject.ts";

const hour = 3_600_000;
let time = 0;
const now = () => new Date(time);

/** Fills an empty store with examples of every kind of data, the same in every run. */
async function fill(store: Store): Promise<void> {
  time = Date.parse("2026-11-01T08:00:00Z");
  let scans = 0;
  const append = (change: ArrivalChange, again = false) => {
    if (!again) {
      scans += 1;
      time += hour;
    }
    const identifier = `0f0f7c6e-8f0e-4a52-9a0e-${String(scans).padStart(12, "0")}`;
    const date = new Date(time - 1000).toISOString().replace(".000Z", "Z");
    return store.append(toArrival({ identifier, date, receivedAt: now(), ...change }));
  };

  await store.setPassword(1, "scrypt$owner");
  await store.addToken({ name: "report", hash: "a".repeat(64), person: 1, scopes: ["all"] });
  await store.addInbox({ name: "counter", title: "Counter", open: false });
  await store.setCredential("counter", "anna", "scrypt$anna");
  await store.setCredential("counter", "ben", "scrypt$ben");
  await store.addInbox({ name: "gate", open: true });
  await store.changeInbox("gate", { keepDays: 3650, keepScans: 100_000, revision: 1 });
  await store.addInbox({ name: "records", title: "Records", open: false });
  await store.changeInbox("records", { audit: true });
  await store.addInbox({ name: "old", open: true });
  await store.addInbox({ name: "door", open: false });
  await store.setCredential("door", "desk", "scrypt$desk");
  await store.setSupervisor("door", "desk", true);

  await store.addDestination(toDestination("shop", { secrets: { password: "sealed" } }));
  await store.addDestination(toDestination("ledger", { title: "Ledger", ordered: true }));
  await store.addDestination(toDestination("gone"));
  await store.addRoute(toRoute("shop", { inbox: "counter", filter: { source: "code" } }));
  await store.addRoute(toRoute("ledger", { destination: "ledger", mode: "through" }));
  await store.addRoute(toRoute("verdicts", { inbox: "door", filter: { verdict: "no" } }));
  await store.addRoute(toRoute("gone", { destination: "gone" }));
  const { routes } = await store.routing();
  const to = (name: string, state: "pending" | "dropped" = "pending") => ({
    route: routes.find((route) => route.name === name)!.id,
    state,
  });

  const counter = { inbox: "counter", user: "anna" };
  await append({ ...counter, content: "4006381178495", source: "code", deliveries: [to("shop")] });
  await append({ ...counter, content: "https://example.com/Überraschung", user: "ben" });
  const tag = "04:A2:7F:1B:5E:80:00";
  const drill = { identifier: tag, tag, source: "nfc", content: "Drill 7" } as const;
  await append({ ...counter, ...drill, deliveries: [to("ledger"), to("gone")] });
  await append({ inbox: "gate", address: "192.0.2.7", ...drill, deliveries: [to("ledger")] });
  const structured = { material: "PLA", weight: 1000.5 };
  await append({
    ...{ inbox: "gate", content: "PLA Galaxy Black", tagType: "openPrintTag", structured },
    ...{ identifier: "E0:04:01:08:66:2F:6F:BC", tag: "E0:04:01:08:66:2F:6F:BC", source: "nfc" },
    deliveries: [to("shop", "dropped")],
  });
  await append({ inbox: "old", content: "left behind" });
  await append({ inbox: "records", content: "sample 17" });
  await append({ inbox: "records", content: "sample 18", deliveries: [to("shop")] });
  const { id: deleted } = await append({ ...counter, content: "deleted by mistake" });
  await append({ ...counter, content: "deleted for good" });
  const { id: last } = await append({ ...counter, content: "failed", deliveries: [to("shop")] });
  await store.nameTag(tag, "Drill");
  await store.nameTag(tag, "Yellow drill");
  await store.nameTag("04:00:00:00:00:00:01", "Never scanned");
  await store.removeInbox("old", { scans: "keep" });

  const [shop] = (await store.routing()).destinations.filter(({ name }) => name === "shop");
  const { claimed } = await store.claim("node", [{ destination: shop!.id, limit: 9 }]);
  const attempt = { at: now().toISOString(), ms: 12.5 };
  const dueAt = new Date(time + hour);
  const error = "No answer within 10 s.";
  await store.settle("node", [
    { id: claimed[0]!.id, state: "delivered", attempt: { ...attempt, status: 200, answer: "ok" } },
    { id: claimed[1]!.id, state: "dead", attempt: { ...attempt, status: 400 } },
    { id: claimed[2]!.id, state: "pending", dueAt, attempt: { ...attempt, error } },
  ]);
  await store.releaseNode("node");
  await store.removeDestination("gone");
  await store.deleteScan(last - 1, { forGood: true });
  await store.setAlertSettings(
    { destinations: ["ledger"], failingMinutes: 5, diskPercent: 7, diskGiB: 2, backupDays: 3 },
    "dashboard",
  );
  const subject = `destination:${shop!.id}`;
  await store.noteAlertState({ subject, state: "failing", detail: { error } });
  await store.recordAlertTold(subject, "failing");

  await fillRegisters(store, append);
  await fillTrades(store, now);
  const repeated = { ...counter, content: "https://example.com/Überraschung 2", user: "ben" };
  await append(repeated);
  // Last, because PostgreSQL leaves out a number for a scan that came again.
  await append(repeated, true);
  await store.deleteScans([deleted], { deletion: "mistake" });
}

async function fillRegisters(
  store: Store,
  append: (change: ArrivalChange) => ReturnType<Store["append"]>,
): Promise<void> {
  const rules = {
    capacity: 3,
    exitAllAt: "04:00",
    texts: { "already-in": "{{ entry.label }} again" },
  };
  await store.addRegister({ name: "gala", title: "Gala", kind: "check-in", rules, keepDays: 30 });
  await store.addRegister({ name: "bar", kind: "check-in", rules: {}, entriesFrom: "gala" });
  await store.bindInbox("door", { register: "gala", action: "in", answer: "always-2xx" });
  const [bar, gala] = (await store.registers()).map(({ id }) => id) as [number, number];
  const vip = { group: "VIP", attention: "Bring to the stage", fields: { company: "Analytical" } };
  await store.importEntries(
    gala,
    [guest("T-1", "Ada Lovelace", vip), guest("T-2", "Alan Turing"), guest("T-3", "Kurt Gödel")],
    { label: "first", dry: false },
  );
  await store.forgetImport(gala);
  await store.importEntries(gala, [guest("T-2", "Alan M. Turing"), guest("T-4", "Emmy Noether")], {
    ...{ label: "second", dry: false },
  });
  const [ada, , kurt, emmy] = (await store.entries(gala, { limit: 9 })).map(({ id }) => id);
  await store.changeEntry(gala, kurt!, { blocked: true, validUntil: time });
  await store.changeKeys(gala, emmy!, { remove: [], add: ["t:T-5"] });
  await store.addDisplay(gala, { hash: "d".repeat(64), door: "desk", names: true });
  await store.addDisplay(bar, { hash: "e".repeat(64), names: false });
  const door = { inbox: "door", user: "desk", request: { kind: "scan" } } as const;
  for (const content of ["T-1", "T-1", "T-2", "T-9"]) await append({ ...door, content });
  const act = { kind: "act", register: bar, entry: ada!, action: "in" } as const;
  await append({ ...door, content: "by hand", request: act });
  const [newest] = await store.movements(bar, { limit: 1 });
  const undo = { kind: "undo", register: bar, movement: newest!.id } as const;
  await append({ ...door, content: "undo", request: undo });
}

const folder = new URL(`../fixtures/release-${manifest.version}/`, import.meta.url);
const dir = await mkdtemp(join(tmpdir(), "scanhook-release-data-"));
const postgres = await startPostgres();
try {
  await mkdir(folder);
  const sqlite = await openStore(dir, { now });
  await fill(sqlite);
  const contents = { at: now().toISOString(), ...(await readContents(sqlite)) };
  await sqlite.close();
  const url = await postgres.createDatabase();
  const other = await openPostgresStore(url, { now });
  await fill(other);
  deepStrictEqual({ at: now().toISOString(), ...(await readContents(other)) }, contents);
  await other.close();

  const database = await readFile(join(dir, databaseName));
  await writeFile(new URL("sqlite.db.gz", folder), gzipSync(database, { level: 9 }));
  const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", url], { encoding: "utf8" });
  const statements = dump.replace(/^(--.*|\\.*)?\n/gm, "");
  await writeFile(new URL("postgres.sql.gz", folder), gzipSync(statements, { level: 9 }));
  await writeFile(new URL("contents.json", folder), `${JSON.stringify(contents, null, 2)}\n`);
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true });
}
