import type { Alert } from "../destinations/kind.ts";
import type { AlertRecord } from "../store/alerts.ts";
import type { DestinationRecord } from "../store/routing.ts";
import { type HubTexts, hubTexts } from "../texts/hub-texts.ts";
import type { Alerts } from "../texts/types/alerts.ts";
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

/** Writes alerts in one language. */
export type AlertWriter = {
  texts: Alerts;
  /**
   * Returns the message about a record. It contains only names and values that the hub itself
   * measured, and never an error or a response, because these may quote a scan.
   */
  write(record: AlertRecord): Alert;
  /** Returns an alert that says only that alerts arrive. */
  writeTest(now: Date): Alert;
};

/** Creates the writer of a language of the hub, such as `de`. */
export function createAlertWriter(language: string, all: HubTexts = hubTexts): AlertWriter {
  const words = { language, texts: all.read("alerts", language) };
  return {
    texts: words.texts,
    write(record) {
      const { since, detail } = record;
      const { kind } = parseSubject(record.subject);
      const destinationName = typeof detail.name === "string" ? detail.name : undefined;
      return { ...writers[kind](record, words), destinationName, at: since };
    },
    writeTest: (now) => ({ event: "test", ...words.texts.test, at: now.toISOString() }),
  };
}

/** Returns the `detail` of an alert about a destination: its name and title. */
export function describeDestination({ name, title }: DestinationRecord): Record<string, unknown> {
  return { name, title };
}

type Words = { language: string; texts: Alerts };

const writers: Record<Subject["kind"], (record: AlertRecord, words: Words) => Text> = {
  destination(record, { texts }) {
    const { state, told, detail } = record;
    const name = String(detail.title ?? detail.name);
    const { failing, stopped, held, dropping, on, back } = texts.destination;
    switch (state) {
      case "failing": {
        const { status } = detail;
        const message =
          status === undefined
            ? failing.silent({ name })
            : failing.status({ name, status: `${status}` });
        return { event: "destination-failing", title: failing.title({ name }), message };
      }
      case "stopped": {
        const notice = translateNotice(String(detail.notice), texts);
        const message = stopped.message({ name, notice });
        return { event: "destination-off", title: stopped.title({ name }), message };
      }
      case "held":
        return { event: "destination-off", ...fillPair(held, { name }) };
      case "dropping":
        return { event: "destination-off", ...fillPair(dropping, { name }) };
      default:
        return told === "failing"
          ? { event: "destination-back", ...fillPair(back, { name }) }
          : { event: "destination-on", ...fillPair(on, { name }) };
    }
  },

  "given-up"({ detail }, { texts }) {
    const name = String(detail.title ?? detail.name);
    return { event: "deliveries-given-up", ...fillPair(texts.destination.givenUp, { name }) };
  },

  disk({ state, detail }, words) {
    const { disk } = words.texts;
    const values = {
      on: detail.host === undefined ? "" : disk.on({ host: String(detail.host) }),
      free: formatBytes(Number(detail.free), words),
      total: formatBytes(Number(detail.total), words),
    };
    if (state === "ok") return { event: "disk-ok", ...fillPair(disk.ok, values) };
    return { event: "disk-low", ...fillPair(disk.low, values) };
  },

  backup({ state, detail }, { language, texts }) {
    const { made, old } = texts.backup;
    const day = formatDay(String(detail.madeAt), language);
    if (state === "ok")
      return { event: "backup-made", title: made.title, message: made.message({ day }) };
    return { event: "backup-old", title: old.title, message: old.message({ day }) };
  },

  clock({ state, detail }, { language, texts }) {
    const { wrong, future, right, set } = texts.clock;
    const shown = formatMinute(String(detail.shown), language);
    if (state === "wrong")
      return { event: "clock-wrong", title: wrong.title, message: wrong.message({ shown }) };
    if (state === "future") {
      const message = future.message({
        shown,
        latest: formatMinute(String(detail.latest), language),
      });
      return { event: "clock-wrong", title: future.title, message };
    }
    if (state === "ok")
      return { event: "clock-right", title: right.title, message: right.message({ shown }) };
    const message = set.message({ shown, before: formatMinute(String(detail.before), language) });
    return { event: "clock-right", title: set.title, message };
  },

  guessing({ detail }, { texts }) {
    const values = { inbox: String(detail.title ?? detail.inbox), sender: String(detail.sender) };
    return { event: "codes-guessed", ...fillPair(texts.guessing, values) };
  },
};

/** Fills the values into a title and a message. */
function fillPair<Values>(
  pair: { title: (values: Values) => string; message: (values: Values) => string },
  values: Values,
): { title: string; message: string } {
  return { title: pair.title(values), message: pair.message(values) };
}

/** Returns the notice of a destination in the language of `texts`. The store has it in English. */
function translateNotice(notice: string, { notices }: Alerts): string {
  return notice === hubTexts.read("alerts", "en").notices.gone ? notices.gone : notice;
}

/** Formats the day of an ISO 8601 time in UTC; in English as in ISO 8601. */
function formatDay(time: string, language: string): string {
  if (language === "en") return time.slice(0, 10);
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return day.format(new Date(time));
}

/** Formats an ISO 8601 time in UTC, to the minute; in English almost as in ISO 8601. */
function formatMinute(time: string, language: string): string {
  if (language === "en") return time.slice(0, 16).replace("T", " ");
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(time));
}

function formatBytes(bytes: number, { language, texts: { disk } }: Words): string {
  const format = (value: number, digits: number) => {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(language, { ...options, useGrouping: false }).format(
      // Intl would round 9.95 GiB, which is a little less in binary, to 10.0.
      Number(value.toFixed(digits)),
    );
  };
  const gib = bytes / 2 ** 30;
  if (gib >= 10) return disk.gibibytes({ size: format(gib, 0) });
  if (gib >= 1) return disk.gibibytes({ size: format(gib, 1) });
  return disk.mebibytes({ size: format(bytes / 2 ** 20, 0) });
}
