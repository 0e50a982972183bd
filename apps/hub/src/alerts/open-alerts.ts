import type { FastifyBaseLogger } from "fastify";
import type { Alert } from "../destinations/kind.ts";
import { createAlarm } from "../forwarding/alarm.ts";
import type { AttemptReport } from "../forwarding/process-delivery.ts";
import type { AlertRecord, AlertSettings, NotedState } from "../store/alerts.ts";
import { readBackupNote } from "../store/backup-note.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { HubTexts } from "../texts/hub-texts.ts";
import { createAlertWriter } from "./alert-messages.ts";
import { createDestinationWatch } from "./destination-watch.ts";
import {
  type DiskSpace,
  judgeDisk,
  measureDisk,
  toDiskState,
  toDiskSubject,
} from "./disk-watch.ts";
import {
  type AlertDestination,
  type AlertSenderParts,
  listAlertDestinations,
  sendAlert,
  sendDueAlerts,
  sendTo,
} from "./send-alerts.ts";
import { parseSubject, toGuessingSubject } from "./subjects.ts";

export type AlertParts = Omit<AlertSenderParts, "signal" | "log" | "writer"> & {
  dataDir: string;
  /** The language of alerts, English by default. */
  language?: string | undefined;
  texts?: HubTexts;
  /** The name of this machine, if several share the database. */
  host?: string | undefined;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  now?: () => Date;
  measureDisk?: (dir: string) => Promise<DiskSpace>;
  everyMs?: number;
};

export type TestAlertResult = { destination: string; ok: boolean; error?: string };

/** Watches for problems that the owner has to know about, and reports them. */
export type Alerts = {
  /** Takes an attempt of the forwarder into account. */
  onAttempt(report: AttemptReport): void;
  /** Notes that a sender of an inbox tries out codes. */
  onGuessing(guessing: { inbox: string; sender: string }): void;
  /** Lists the destinations that alerts go to, in their order. */
  destinations(): Promise<AlertDestination[]>;
  /** Returns the message about a record in a language. */
  describe(record: AlertRecord, language: string): Alert;
  /**
   * Sends a test alert to each destination of alerts, whatever its state. Rejects with
   * `StoreUnavailable`.
   */
  sendTest(): Promise<TestAlertResult[]>;
  /** Checks everything soon, for example after the settings have changed. */
  checkSoon(): void;
  /** Starts no further checks, and waits for the work under way. Safe to call twice. */
  close(): Promise<void>;
};

const dayMs = 86_400_000;

/**
 * Checks destinations, disk and backup every minute, and destinations also when they change. A
 * changed state is stored before it is reported, so it is reported once, even if the hub restarts
 * or several nodes share the store. Alerts bypass the forwarder, so an alert that fails causes no
 * further alert.
 */
export function openAlerts(parts: AlertParts): Alerts {
  const { store, log, dataDir, host, now = () => new Date(), everyMs = 60_000 } = parts;
  const closing = new AbortController();
  const writer = createAlertWriter(parts.language ?? "en", parts.texts);
  const senderParts: AlertSenderParts = { ...parts, writer, signal: closing.signal };
  const watch = createDestinationWatch({ store, now });
  const underWay = new Set<Promise<void>>();
  /** Whether a full disk was reported that the store could not note. */
  let hasReportedFullDisk = false;

  async function readState(subject: string): Promise<string> {
    return (await store.alerts()).find((record) => record.subject === subject)?.state ?? "ok";
  }

  async function checkDisk(): Promise<void> {
    const space = await (parts.measureDisk ?? measureDisk)(dataDir);
    const before = await readState(toDiskSubject(host));
    const state = judgeDisk(space, await store.alertSettings(), before);
    if (state !== "ok" || before !== "ok") await noteDisk(toDiskState(space, state, host));
    if (host !== undefined) await store.removeSilentAlerts("disk:", dayMs);
  }

  async function noteDisk(noted: NotedState): Promise<void> {
    try {
      await store.noteAlertState(noted);
      if (hasReportedFullDisk) await store.recordAlertTold(noted.subject, "low");
      hasReportedFullDisk = false;
    } catch (error) {
      if (!isFull(error) || hasReportedFullDisk) throw error;
      const record = { ...noted, told: "ok", since: now().toISOString() };
      hasReportedFullDisk = await sendAlert(writer.write(record), senderParts);
    }
  }

  async function checkBackup(): Promise<void> {
    const { backupDays } = await store.alertSettings();
    const madeAt = await readBackupNote(dataDir);
    const before = await readState("backup");
    if (madeAt === undefined || backupDays === 0) {
      if (before !== "ok") await store.removeAlerts(["backup"]);
      return;
    }
    // A time in the future comes from a wrong clock, so the age of the backup is unknown.
    const isOld = Math.abs(now().getTime() - madeAt.getTime()) > backupDays * dayMs;
    const state = isOld ? "old" : "ok";
    const detail = { madeAt: madeAt.toISOString() };
    if (state !== before) await store.noteAlertState({ subject: "backup", state, detail });
  }

  /**
   * Removes old records of problems without a clear end: nobody may ever send the deliveries again,
   * and somebody who guesses codes just stops.
   */
  async function forgetOldRecords(): Promise<void> {
    const oldRecords = (await store.alerts()).filter(({ subject, state, since }) => {
      const { kind } = parseSubject(subject);
      const isPast = kind === "guessing" || (kind === "clock" && state !== "wrong");
      const maxAgeDays = kind === "given-up" ? 7 : isPast ? 1 : Number.POSITIVE_INFINITY;
      return now().getTime() - Date.parse(since) > maxAgeDays * dayMs;
    });
    if (oldRecords.length > 0) await store.removeAlerts(oldRecords.map(({ subject }) => subject));
  }

  const steps = [
    watch.followRouting,
    checkDisk,
    checkBackup,
    forgetOldRecords,
    () => sendDueAlerts(senderParts),
  ];

  async function check(): Promise<void> {
    alarm.runAt(Date.now() + everyMs);
    for (const step of steps) {
      if (closing.signal.aborted) return;
      await step().catch(logFailure);
    }
  }

  function logFailure(error: unknown): void {
    if (closing.signal.aborted) return;
    if (!(error instanceof StoreUnavailable))
      log.error({ err: error }, "checking for alerts failed");
    else if (error.problem !== "closed") log.warn({ reason: error.message }, "alerts have to wait");
  }

  async function noteGuessing(guessing: { inbox: string; sender: string }): Promise<void> {
    // Each day is a state of its own, so that there is one alert a day.
    const state = `guessed on ${now().toISOString().slice(0, 10)}`;
    const subject = toGuessingSubject(`${guessing.inbox} ${guessing.sender}`);
    const inboxes = await store.inboxes();
    const title = inboxes.find(({ name }) => name === guessing.inbox)?.title;
    await store.noteAlertState({ subject, state, detail: { ...guessing, title } });
    alarm.runSoon();
  }

  function track(work: Promise<void>): void {
    const trackedWork = work.finally(() => underWay.delete(trackedWork));
    underWay.add(trackedWork);
  }

  async function noteAll(states: readonly NotedState[], destination: number): Promise<void> {
    try {
      const settings = await store.alertSettings();
      for (const noted of states) {
        // Without destinations for alerts, the alert would be sent once there are some, long after
        // the deliveries were given up.
        const { kind } = parseSubject(noted.subject);
        if (kind === "given-up" && settings.destinations.length === 0) continue;
        await store.noteAlertState(addGrace(noted, settings));
      }
      alarm.runSoon();
    } catch (error) {
      watch.forget(destination);
      logFailure(error);
    }
  }

  const alarm = createAlarm(check, { minIntervalMs: 100 });
  const stopListening = store.onRouting(alarm.runSoon);
  alarm.runSoon();

  return {
    onAttempt(report) {
      const states = closing.signal.aborted ? [] : watch.takeAttempt(report);
      if (states.length === 0) return;
      track(noteAll(states, report.destinationRecord.id));
    },
    onGuessing(guessing) {
      if (!closing.signal.aborted) track(noteGuessing(guessing).catch(logFailure));
    },
    destinations: () => listAlertDestinations(senderParts),
    describe: (record, language) => createAlertWriter(language, parts.texts).write(record),
    async sendTest() {
      const alert = writer.writeTest(now());
      const destinations = await listAlertDestinations(senderParts);
      return Promise.all(
        destinations.map(async ({ destination }) => {
          const sent = await sendTo(destination, alert, senderParts);
          const result = { destination: destination.name, ok: sent.kind === "delivered" };
          return sent.kind === "failed" ? { ...result, error: sent.error } : result;
        }),
      );
    },
    checkSoon: alarm.runSoon,
    async close() {
      closing.abort();
      stopListening();
      await alarm.stop();
      await Promise.all(underWay);
    },
  };
}

/** Delays the alert about a failing destination, because a short failure is not worth an alert. */
function addGrace(noted: NotedState, { failingMinutes }: AlertSettings): NotedState {
  return noted.state === "failing" ? { ...noted, afterMs: failingMinutes * 60_000 } : noted;
}

function isFull(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.problem === "full";
}
