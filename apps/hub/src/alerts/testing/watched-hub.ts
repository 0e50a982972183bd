import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { openTestForwarding } from "../../forwarding/testing/forwarding.ts";
import { defaultAlertSettings } from "../../store/alerts.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { startReceiver } from "../../testing/receiver.ts";
import { type AlertParts, type Alerts, openAlerts } from "../open-alerts.ts";

/** A message that a server like ntfy received. */
export type Notification = { topic: string; title: string; message: string };

export const plentyOfSpace = { free: 2 ** 40, total: 2 ** 41 };

/**
 * Opens a store, a forwarder and alerts of its destinations, checked every 50 ms, with a server
 * like ntfy that the destination `phone` notifies. `await using` closes and removes all of it.
 */
export async function openWatchedHub() {
  const forwarding = await openTestForwarding();
  const ntfy = await startReceiver(() => 200);
  const closers: (() => Promise<unknown>)[] = [];
  let alerts: Alerts | undefined;
  const { dataDir, store, sender, sealing, log } = forwarding;

  async function addPhone(name: string, port = ntfy.port) {
    await store.addDestination({
      name,
      kind: "ntfy",
      settings: { server: `http://127.0.0.1:${port}`, topic: name },
      secrets: {},
      concurrency: 4,
      ordered: false,
      allowPrivate: true,
      origin: "dashboard",
    });
  }

  function openNode(nodeStore: Store, overrides: Partial<AlertParts> = {}) {
    const opened = openAlerts({
      store: nodeStore,
      sender,
      sealing,
      isDown: () => false,
      dataDir,
      log,
      measureDisk: async () => plentyOfSpace,
      everyMs: 50,
      ...overrides,
    });
    closers.unshift(opened.close);
    return opened;
  }

  return {
    ...forwarding,
    ntfy,
    addPhone,
    notifications: () => ntfy.received.map(({ body }) => JSON.parse(body) as Notification),
    titles: () => ntfy.received.map(({ body }) => (JSON.parse(body) as Notification).title),
    /** Opens alerts, and a forwarder that reports to them and retries without end. */
    startWatching(overrides: Partial<AlertParts> = {}) {
      const opened = openNode(store, overrides);
      alerts = opened;
      const forwarder = forwarding.start({ nextWait: () => 30, firstPauseMs: 30 });
      forwarder.onAttempt(opened.onAttempt);
      return {
        alerts: opened,
        async stop() {
          await forwarder.close();
          await opened.close();
        },
      };
    },
    /** Opens alerts as a further process that shares the database. */
    async openAnotherNode(overrides: Partial<AlertParts> = {}) {
      const otherStore = await openStore(dataDir);
      closers.unshift(() => otherStore.close());
      return openNode(otherStore, overrides);
    },
    alertThrough: (...destinations: string[]) =>
      store
        .setAlertSettings({ ...defaultAlertSettings, destinations, failingMinutes: 0 }, "dashboard")
        .then(() => alerts?.checkSoon()),
    async [Symbol.asyncDispose]() {
      for (const close of closers) await close();
      await forwarding[Symbol.asyncDispose]();
      await ntfy[Symbol.asyncDispose]();
    },
  };
}

/** Starts a mail server without encryption and log-in, which keeps the mails. */
export async function startMailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // The pool of the sender keeps its connection.
    closeTimeout: 1,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
