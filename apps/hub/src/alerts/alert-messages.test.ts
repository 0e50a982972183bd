import { expect, test } from "vitest";
import type { AlertRecord } from "../store/alerts.ts";
import { createShoutingTexts } from "../texts/testing/shouting.ts";
import { alertEvents, createAlertWriter } from "./alert-messages.ts";

const since = "2026-05-12T10:00:00.000Z";
const gone =
  "It responded with 410 Gone, which means that this address is no longer in use. Correct the address, then switch the destination on.";
const gib = 2 ** 30;

/** A record of each alert that the hub writes. The names have no lower case. */
const records: AlertRecord[] = [
  ...["failing", "stopped", "held", "dropping", "ok"].map((state) => ({
    subject: "destination:7",
    state,
    detail: { name: "ERP", notice: gone },
  })),
  { subject: "destination:7", state: "failing", detail: { name: "ERP", status: 503 } },
  { subject: "destination:7", state: "ok", told: "failing", detail: { name: "ERP" } },
  { subject: "given-up:7", state: "given-up", detail: { name: "ERP" } },
  { subject: "disk", state: "low", detail: { free: gib * 1.5, total: gib * 2048 } },
  { subject: "disk:B", state: "ok", detail: { host: "B", free: 2 ** 28, total: gib * 20 } },
  { subject: "backup", state: "old", detail: { madeAt: since } },
  { subject: "backup", state: "ok", detail: { madeAt: since } },
  ...["wrong", "future", "ok", "set"].map((state) => ({
    subject: "clock",
    state,
    detail: { shown: since, latest: since, before: since },
  })),
  { subject: "guessing:A B", state: "guessed", detail: { inbox: "A", sender: "B" } },
].map((record) => ({ told: "ok", since, ...record }) as AlertRecord);

test("every alert is written in the language of the hub, and its event stays", () => {
  const english = createAlertWriter("en");
  const german = createAlertWriter("de", createShoutingTexts("de"));
  const written = records.map((record) => [english.write(record), german.write(record)] as const);
  written.push([english.writeTest(new Date(since)), german.writeTest(new Date(since))]);
  for (const [original, alert] of written) {
    expect(alert.event).toBe(original.event);
    const own = `${alert.title} ${alert.message}`;
    expect(own.replace(/[GM]iB|Mai/g, "")).not.toMatch(/[a-z]/);
    expect(`${own}${original.message}`).not.toMatch(/undefined|NaN|\{\{/);
  }
  expect(new Set(written.map(([{ event }]) => event))).toEqual(new Set(alertEvents));
});

test("in English, times are as in ISO 8601, and in another language as in that language", () => {
  const record = records.find(({ subject }) => subject === "backup")!;
  expect(createAlertWriter("en").write(record).message).toContain("it was made on 2026-05-12.");
  const german = createAlertWriter("de", createShoutingTexts("de")).write(record);
  expect(german.message).toContain("IT WAS MADE ON 12.05.2026.");
});

test("sizes keep their binary units, with the digits of the language", () => {
  const low = records.find(({ subject }) => subject === "disk")!;
  expect(createAlertWriter("en").write(low).message).toContain("1.5 GiB of 2048 GiB are free");
  const german = createAlertWriter("de", createShoutingTexts("de")).write(low);
  expect(german.message.toLowerCase()).toContain("1,5 gib of 2048 gib are free");
});

test("a hub with a language that it does not have writes in English", () => {
  expect(createAlertWriter("xx").writeTest(new Date(since))).toEqual({
    event: "test",
    title: "Test alert",
    message: "This is a test alert of Scanhook. Alerts reach you here.",
    at: since,
  });
});
