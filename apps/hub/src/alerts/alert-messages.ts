import type { Alert } from "../destinations/kind.ts";
import type { AlertRecord } from "../store/alerts.ts";
import type { DestinationRecord } from "../store/routing.ts";
import { parseSubject, type Subject } from "./subjects.ts";

/** The events of alerts, for programs. They are stable. */
export const alertEvents = [
  "destination-failing",
  "destination-back",
  "destination-off",
  "destination-on",
  "deliveries-given-up",
  "disk-low",
  "disk-ok",
  "backup-old",
  "backup-made",
  "codes-guessed",
  "clock-wrong",
  "clock-right",
  "test",
] as const;

type Text = { event: (typeof alertEvents)[number]; title: string; message: string };

/**
 * Returns the message about a record. It contains only names and values that the hub itself
 * measured, and never an error or a response, because these may quote a scan.
 */
export function toAlert(record: AlertRecord): Alert {
  const { since, detail } = record;
  const { kind } = parseSubject(record.subject);
  const destinationName = typeof detail.name === "string" ? detail.name : undefined;
  return { ...texts[kind](record), destinationName, at: since };
}

/** Returns an alert that says only that alerts arrive. */
export function createTestAlert(now: Date): Alert {
  return {
    event: "test",
    title: "Test alert",
    message: "This is a test alert of Scanhook. Alerts reach you here.",
    at: now.toISOString(),
  };
}

/** Returns the `detail` of an alert about a destination: its name and title. */
export function describeDestination({ name, title }: DestinationRecord): Record<string, unknown> {
  return { name, title };
}

const texts: Record<Subject["kind"], (record: AlertRecord) => Text> = {
  destination(record) {
    const { state, told, detail } = record;
    const subject = `The destination “${String(detail.title ?? detail.name)}”`;
    switch (state) {
      case "failing": {
        const title = `${subject} is failing`;
        const { status } = detail;
        const reason =
          status === undefined
            ? "it could not be reached or did not take the message"
            : `it responded with status ${status}`;
        const message = `${title}. The last attempts failed: ${reason}. Deliveries wait and are tried again for three days. Its page in the dashboard shows the errors.`;
        return { event: "destination-failing", title, message };
      }
      case "stopped": {
        const title = `${subject} was switched off by the hub`;
        const message = `${title}. ${detail.notice} Deliveries wait until you switch it on again.`;
        return { event: "destination-off", title, message };
      }
      case "held": {
        const title = `${subject} is paused`;
        const message = `${title}. Deliveries wait until it is switched on again.`;
        return { event: "destination-off", title, message };
      }
      case "dropping": {
        const title = `${subject} is switched off`;
        const message = `${title}. New scans are not delivered to it.`;
        return { event: "destination-off", title, message };
      }
      default: {
        if (told !== "failing") {
          const title = `${subject} is switched on again`;
          return { event: "destination-on", title, message: `${title}.` };
        }
        const title = `${subject} works again`;
        const message = `${title}. Deliveries that waited are on their way.`;
        return { event: "destination-back", title, message };
      }
    }
  },

  "given-up"({ detail }) {
    const title = `Deliveries to “${String(detail.title ?? detail.name)}” were given up`;
    const message = `${title}. They are kept: the page of the destination in the dashboard shows why, and sends them again. More of them on the same day (UTC) cause no further alert.`;
    return { event: "deliveries-given-up", title, message };
  },

  disk({ state, detail }) {
    const host = detail.host === undefined ? "" : ` on ${detail.host}`;
    const free = `${formatBytes(Number(detail.free))} of ${formatBytes(Number(detail.total))} are free.`;
    if (state === "ok") {
      const title = `The disk of the hub${host} has enough space again`;
      return { event: "disk-ok", title, message: `${title}: ${free}` };
    }
    const title = `The disk of the hub${host} is nearly full`;
    const message = `${title}: ${free} Free some space, because a hub with a full disk accepts no scans.`;
    return { event: "disk-low", title, message };
  },

  backup({ state, detail }) {
    const day = String(detail.madeAt).slice(0, 10);
    if (state === "ok") {
      const title = "The hub has a recent backup again";
      return { event: "backup-made", title, message: `${title}, made on ${day}.` };
    }
    const title = "The last backup of the hub is old";
    const message = `${title}: it was made on ${day}. Make a new one in the settings of the dashboard, or with “scanhook backup”.`;
    return { event: "backup-old", title, message };
  },

  clock({ state, detail }) {
    const shown = String(detail.shown).slice(0, 16).replace("T", " ");
    if (state === "wrong") {
      const title = "The clock of the hub is wrong";
      const message = `${title}: it shows ${shown} (UTC), before this release was made. Set it. Scans are stored, with a wrong time, and none is deleted for its age until the clock is right.`;
      return { event: "clock-wrong", title, message };
    }
    if (state === "future") {
      const latest = String(detail.latest).slice(0, 16).replace("T", " ");
      const title = "The clock of the hub is or was wrong";
      const message = `${title}: it shows ${shown} (UTC), but a scan was received at ${latest}. If the clock is right now, there is nothing to do: those scans are marked, and are kept as if they had come today.`;
      return { event: "clock-wrong", title, message };
    }
    if (state === "ok") {
      const title = "The clock of the hub is right again";
      const message = `${title}: it shows ${shown} (UTC). Scans that came before are marked and are kept as if they had come now.`;
      return { event: "clock-right", title, message };
    }
    const before = String(detail.before).slice(0, 16).replace("T", " ");
    const title = "The clock of the hub was set";
    const message = `${title}, from ${before} to ${shown} (UTC). Scans that came before are marked and are kept as if they had come now. Retries follow the new time.`;
    return { event: "clock-right", title, message };
  },

  guessing({ detail }) {
    const title = `Somebody may be guessing codes at the inbox “${detail.title ?? detail.inbox}”`;
    const message = `${title}: “${detail.sender}” sent more than 30 unknown codes in a minute, and is answered slowly for as long as it goes on. If that is no mistake, change the password of this user. More of it on the same day (UTC) causes no further alert.`;
    return { event: "codes-guessed", title, message };
  },
};

function formatBytes(bytes: number): string {
  const gib = bytes / 2 ** 30;
  if (gib >= 10) return `${Math.round(gib)} GiB`;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}
