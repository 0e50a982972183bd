import { expect, test } from "vitest";
import { defaultAlertSettings } from "../store/alerts.ts";
import { writeBackupNote } from "../store/backup-note.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { startReceiver } from "../testing/receiver.ts";
import { openWatchedHub, plentyOfSpace, startMailServer } from "./testing/watched-hub.ts";

const secretContent = "content that nobody else may see";
const dayMs = 86_400_000;

async function scanOften(hub: { scan(content: string): Promise<unknown> }, count = 5) {
  for (let number = 0; number < count; number++) await hub.scan(`${secretContent} ${number}`);
}

test("a destination that fails causes one alert at another, also after a restart, and one when it is back", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(({ body }, response) => {
    // A server may quote what it was sent.
    response.writeHead(503).end(body);
  });
  await hub.addHttp("erp", erp.url);
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  const beforeRestart = hub.startWatching();
  await scanOften(hub);
  await expect.poll(hub.titles).toEqual(["The destination “erp” is failing"]);
  const attemptsAtAlert = erp.received.length;
  await expect.poll(() => erp.received.length).toBeGreaterThan(attemptsAtAlert + 2);
  await beforeRestart.stop();

  hub.startWatching();
  const attemptsAtRestart = erp.received.length;
  await expect.poll(() => erp.received.length).toBeGreaterThan(attemptsAtRestart + 5);
  expect(hub.titles()).toHaveLength(1);
  erp.behave(() => 204);
  await expect
    .poll(hub.titles)
    .toEqual(["The destination “erp” is failing", "The destination “erp” works again"]);
  const [failing] = hub.notifications();
  expect(failing?.message).toContain("it responded with status 503");
  expect(JSON.stringify(hub.notifications())).not.toContain(secretContent);
  expect(JSON.stringify(await hub.store.alerts())).not.toContain(secretContent);
});

test("a destination that fails for a moment only causes no alert", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(() => 503);
  await hub.addHttp("erp", erp.url);
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  await hub.store.setAlertSettings(
    { ...defaultAlertSettings, destinations: ["phone"], failingMinutes: 1 },
    "dashboard",
  );
  hub.startWatching();
  await scanOften(hub);
  const readStates = async () => (await hub.store.alerts()).map(({ state }) => state);
  await expect.poll(readStates).toEqual(["failing"]);
  erp.behave(() => 204);
  await expect.poll(readStates).toEqual(["ok"]);
  expect(hub.titles()).toEqual([]);
});

test("an alert never goes through the failing destination, and waits until another is chosen", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(() => 503);
  await hub.addHttp("erp", erp.url);
  await hub.addPhone("phone");
  await hub.alertThrough("erp");
  const { alerts } = hub.startWatching();
  await scanOften(hub);
  await expect
    .poll(() => hub.logMessages())
    .toContain("an alert could not be sent; it is tried again in 5 minutes");
  expect(await alerts.destinations()).toMatchObject([{ obstacle: "It is failing." }]);
  expect(erp.received.filter(({ body }) => !body.includes(secretContent))).toEqual([]);
  const [record] = await hub.store.alerts();
  await hub.store.postponeAlert(record!.subject, 0);
  await hub.alertThrough("erp", "phone");
  await expect.poll(hub.titles).toEqual(["The destination “erp” is failing"]);
});

test("an alert that fails goes through the next destination, and causes no alert itself", async () => {
  await using hub = await openWatchedHub();
  await using broken = await startReceiver(() => 500);
  await hub.addPhone("first", broken.port);
  await hub.addPhone("second");
  await hub.addPhone("paused");
  await hub.alertThrough("first", "second");
  hub.startWatching();
  for (const state of ["held", "on", "held", "on", "held", "on"] as const) {
    const count = hub.titles().length;
    await hub.store.changeDestination("paused", { state });
    await expect.poll(() => hub.titles().length).toBe(count + 1);
  }
  expect(broken.received.length).toBeGreaterThan(5);
  const records = await hub.store.alerts();
  expect(records.map(({ detail }) => detail.name)).toEqual(["paused"]);
});

test("tells when a destination is paused, switched off, gone, and on again, also while the hub was not running", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(() => 204);
  await hub.addHttp("erp", erp.url, { title: "Stock" });
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  const first = hub.startWatching();
  await hub.store.changeDestination("erp", { state: "held" });
  await expect.poll(() => hub.titles().at(-1)).toBe("The destination “Stock” is paused");
  await first.stop();
  await hub.store.changeDestination("erp", { state: "dropping" });
  hub.startWatching();
  await expect.poll(() => hub.titles().at(-1)).toBe("The destination “Stock” is switched off");
  await hub.store.changeDestination("erp", { state: "on" });
  await expect.poll(() => hub.titles().at(-1)).toBe("The destination “Stock” is switched on again");
  erp.behave(() => 410);
  await hub.scan(secretContent);
  await expect
    .poll(() => hub.titles().at(-1))
    .toBe("The destination “Stock” was switched off by the hub");
  expect(hub.notifications().at(-1)?.message).toContain("410 Gone");
  expect(hub.titles()).toHaveLength(4);
  await hub.store.removeDestination("erp");
  await expect.poll(() => hub.store.alerts()).toEqual([]);
});

/** Adds the destination `office`, which sends mails by the server on a port of this machine. */
async function addMail({ store }: { store: Store }, port: number): Promise<void> {
  await store.addDestination({
    name: "office",
    kind: "mail",
    settings: {
      host: "127.0.0.1",
      port,
      security: "none",
      from: "hub@example.org",
      to: ["owner@example.org"],
    },
    secrets: {},
    concurrency: 1,
    ordered: false,
    allowPrivate: true,
    origin: "dashboard",
  });
}

test("deliveries that are given up cause one mail a day", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(() => 400);
  await using mailServer = await startMailServer();
  await hub.addHttp("erp", erp.url);
  await addMail(hub, mailServer.port);
  await hub.alertThrough("office");
  let now = Date.parse("2026-05-12T10:00:00Z");
  hub.startWatching({ now: () => new Date(now) });
  await scanOften(hub, 2);
  await expect.poll(() => mailServer.mails.length).toBe(1);
  now += dayMs;
  await scanOften(hub, 2);
  await expect.poll(() => mailServer.mails.length).toBe(2);
  await expect.poll(async () => (await hub.counts("erp")).dead).toBe(4);
  const [mail] = mailServer.mails;
  expect(mail).toMatch(/^To: owner@example\.org\r$/m);
  expect(mail).toMatch(/^Subject: \S*Scanhook=3A_Deliveries/m);
  expect(mailServer.mails.join("")).not.toContain(secretContent);
});

test("a hub in German writes its mails in German", async () => {
  await using hub = await openWatchedHub();
  await using erp = await startReceiver(() => 400);
  await using mailServer = await startMailServer();
  await hub.addHttp("erp", erp.url);
  await addMail(hub, mailServer.port);
  await hub.alertThrough("office");
  hub.startWatching({ language: "de" });
  await scanOften(hub, 1);
  await expect.poll(() => mailServer.mails.length).toBe(1);
  const [mail] = mailServer.mails;
  expect(mail).toMatch(/^Subject: =\?UTF-8\?Q\?Scanhook=3A_Zustellungen_an_=E2=80=9Eerp/m);
  expect(mail).toContain("Sie bleiben =\r\ngespeichert: Die Seite des Ziels im Dashboard zeigt");
});

test("of two processes that share the database, one sends each alert", async () => {
  await using hub = await openWatchedHub();
  await hub.addPhone("erp");
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  const nodes = [hub.startWatching().alerts, await hub.openAnotherNode()];
  for (const [index, state] of (["held", "on", "dropping", "on"] as const).entries()) {
    await hub.store.changeDestination("erp", { state });
    await expect.poll(() => hub.titles().length).toBe(index + 1);
    for (const node of nodes) node.checkSoon();
  }
  expect(new Set(hub.titles()).size).toBe(3);
  expect(hub.titles()).toHaveLength(4);
});

test("a disk that is nearly full causes an alert, and another once it has clearly more space", async () => {
  await using hub = await openWatchedHub();
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  let space = { free: 40 * 2 ** 30, total: 1000 * 2 ** 30 };
  const { alerts } = hub.startWatching({ measureDisk: async () => space });
  await expect.poll(hub.titles).toEqual(["The disk of the hub is nearly full"]);
  expect(hub.notifications()[0]?.message).toContain("40 GiB of 1000 GiB are free");
  space = { ...space, free: 55 * 2 ** 30 };
  alerts.checkSoon();
  const readFree = async () => (await hub.store.alerts())[0]?.detail.free;
  await expect.poll(readFree).toBe(space.free);
  space = { ...space, free: 70 * 2 ** 30 };
  await expect.poll(() => hub.titles().at(-1)).toBe("The disk of the hub has enough space again");
  expect(hub.titles()).toHaveLength(2);
});

test("a disk so full that the store cannot note it causes one alert", async () => {
  await using hub = await openWatchedHub();
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  let attempts = 0;
  const store = Object.assign(Object.create(hub.store), {
    noteAlertState() {
      attempts += 1;
      return Promise.reject(new StoreUnavailable("full", "The disk is full."));
    },
  });
  const space = { ...plentyOfSpace, free: 0 };
  hub.startWatching({ store, measureDisk: async () => space });
  await expect.poll(() => attempts).toBeGreaterThan(3);
  expect(hub.titles()).toEqual(["The disk of the hub is nearly full"]);
});

test("an old backup causes an alert, and a new one ends it; without any backup there is none", async () => {
  await using hub = await openWatchedHub();
  await hub.addPhone("phone");
  await hub.alertThrough("phone");
  const { alerts } = hub.startWatching();
  const results = await alerts.sendTest();
  expect(results).toEqual([{ destination: "phone", ok: true }]);
  expect(hub.titles()).toEqual(["Test alert"]);
  const old = new Date(Date.now() - 8 * dayMs).toISOString();
  await writeBackupNote(hub.dataDir, old);
  await expect.poll(() => hub.titles().at(-1)).toBe("The last backup of the hub is old");
  expect(hub.notifications().at(-1)?.message).toContain(old.slice(0, 10));
  await writeBackupNote(hub.dataDir, new Date().toISOString());
  await expect.poll(() => hub.titles().at(-1)).toBe("The hub has a recent backup again");
  expect(hub.titles()).toHaveLength(3);
});
