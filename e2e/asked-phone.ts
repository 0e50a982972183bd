// A phone whose receiver asks questions about what is scanned.
import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import {
  type AskingReceiver,
  asker,
  type Decision,
  inspect as inspectThing,
  openAskingReceiver,
  questions,
} from "./asking-receiver.ts";
import { type Look, openDevice } from "./browser.ts";
import { browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { keepNotices, setReceiver } from "./phone.ts";

const dueSoon = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const rating = { key: "care", label: "Condition", type: "rating", required: true };
const decisions: Record<string, Decision> = {
  "EXT-8": (answers) =>
    answers
      ? inspectThing(answers)
      : {
          result: "look",
          code: "not-due",
          word: "NOT DUE",
          title: "Extinguisher 8",
          text: "It was checked last week.",
          ask: { before: true, questions },
        },
  "CARD-ADA": () => ({
    result: "yes",
    code: "holder-set",
    word: "ADA",
    title: "Ada Lovelace",
    text: "Now lending to Ada Lovelace.",
    hand: {
      action: "lend",
      holder: "Ada Lovelace",
      due: dueSoon(),
      until: new Date(Date.now() + 120_000).toISOString(),
    },
  }),
  "DRILL-1": (answers) => ({
    result: "yes",
    code: answers ? "due-set" : "lent",
    word: answers ? "DUE" : "LENT",
    title: "Drill 1",
    text: "Lent to Ada Lovelace.",
    facts: [
      ["Lent to", "Ada Lovelace"],
      ["Group", "Tools"],
    ],
    loan: { holder: "Ada Lovelace", due: dueSoon() },
    ask: answers
      ? undefined
      : { before: false, questions: [{ key: "due", label: "Back by", type: "date" }] },
  }),
  "DRILL-2": (answers) =>
    answers
      ? { result: "yes", code: "returned", word: "BACK", title: "Drill 2", text: "Thank you." }
      : {
          result: "look",
          code: "returned-late",
          word: "LATE",
          title: "Drill 2",
          text: "It is back.",
          loan: { holder: "Ada Lovelace", due: "2025-12-06T23:00:00.000Z", overdue: true },
          ask: { before: false, questions: [rating] },
        },
  "FREEZER-1": (answers) => ({
    result: answers ? "yes" : "look",
    code: answers ? "passed" : "overdue",
    word: answers ? "PASSED" : "OVERDUE",
    text: "The freezer.",
    ask: answers
      ? undefined
      : {
          before: true,
          questions: [{ key: "t", label: "Temperature", type: "number", unit: "°C", max: -18 }],
        },
  }),
  "NEW-1": () => ({
    result: "ask",
    code: "checklist",
    word: "CHECK",
    text: "Sign it.",
    ask: {
      before: true,
      questions: [{ key: "s", label: "Sign", type: "signature", required: true }],
    },
  }),
};

export let receiver: AskingReceiver;

/** Starts a hub, a browser and a receiver that asks for the test file. */
export function useAskingReceiver(): void {
  useHubAndBrowser();
  beforeAll(async () => {
    const things = Array.from({ length: 20 }, (_, index) => [`EXT-7${index}`, inspectThing]);
    receiver = await openAskingReceiver({ ...decisions, ...Object.fromEntries(things) });
  });
  afterAll(() => receiver?.close());
}

/** Opens a phone whose receiver asks, on the tab for codes. It has no camera. */
export async function openPhone(look: Look = "phone, light") {
  const device = await openDevice(browser, look);
  await keepNotices(device.context);
  await recordCues(device.page);
  await setReceiver(device.page, hub, { url: receiver.url, ...asker });
  await device.page.goto(`${hub.base}/scan/#/qr`);
  return device;
}

/** Records the vibrations of the page, which differ by cue. */
async function recordCues(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt: number[][] = [];
    Object.assign(globalThis, { felt });
    navigator.vibrate = (pattern) => felt.push([...(pattern as number[])]) > 0;
  });
}
/** Returns the vibrations of the page until now. */
export const readCues = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { felt: number[][] }).felt);
export const cues = { yes: [90], no: [420, 120, 420], ask: [90, 90, 300] };

/** Finds the form with the questions. */
export const form = (page: Page) => page.getByTestId("answer-form");
/** Finds the question of the form with this label. */
export const question = (page: Page, label: string) =>
  form(page).locator(".question").filter({ hasText: label });
/** Answers the two questions that have to be answered. */
export async function answerRequired(page: Page, gauge = "Pass", pressure = "13"): Promise<void> {
  await form(page).getByLabel(gauge, { exact: true }).check();
  await form(page).getByLabel("Pressure").fill(pressure);
}
