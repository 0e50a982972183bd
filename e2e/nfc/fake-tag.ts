// A phone with Web NFC, and tags to hold to it, in Chromium on a machine without NFC.
import type { BrowserContext, Page } from "playwright";
import type { WebNfcRecordInit } from "../../apps/scanner/src/readers/nfc/web-nfc-types.ts";
import { standIn } from "./stand-in.ts";

export type FakeTag = {
  /** As Chrome gives it: lower case, ISO 15693 least significant byte first; empty for none. */
  serialNumber?: string;
  /** None: formatted, but blank. */
  records?: WebNfcRecordInit[];
  /** False: a tag without NDEF, such as a bank card. */
  ndef?: boolean;
  /** The longest message it takes, in bytes. */
  capacity?: number;
  locked?: boolean;
  /** False: cannot be made read-only. */
  lockable?: boolean;
  /** Moved away in the middle of it. */
  loseAt?: "read" | "write" | "lock";
  /** What is written next arrives damaged. */
  corruptNextWrite?: boolean;
};

export type FakePhone = {
  permission: "granted" | "prompt" | "denied";
  /** What the person answers when asked; `prompt` closes the question. */
  answer: "granted" | "prompt" | "denied";
  nfc: "on" | "off" | "missing" | "busy";
};

/** What stands in for the hardware, in the page. */
export type FakeNfc = {
  place(tag: FakeTag | undefined): void;
  /** The tag in the field as it is now, with what was written to it. */
  readonly tag: FakeTag | undefined;
  change(phone: Partial<FakePhone>): void;
  /** How many scans are running. */
  readonly scans: number;
};

/** Every page of the device has NFC from now on, and may use it, unless `phone` says otherwise. */
export async function giveNfc(
  context: BrowserContext,
  phone: Partial<FakePhone> = {},
): Promise<void> {
  const given: FakePhone = { permission: "granted", answer: "granted", nfc: "on", ...phone };
  await context.addInitScript(standIn, given);
}

/** Holds a tag to the phone, where it stays; without one, takes it away. */
export async function placeTag(page: Page, tag?: FakeTag): Promise<void> {
  await page.evaluate((held) => (globalThis as unknown as InPage).fakeNfc.place(held), tag);
}

/** Holds a tag to the phone for a moment. */
export async function tapTag(page: Page, tag: FakeTag): Promise<void> {
  await placeTag(page, tag);
  await placeTag(page);
}

/** The tag in the field as it is now, with what was written to it. */
export function tagInField(page: Page): Promise<FakeTag | undefined> {
  return page.evaluate(() => (globalThis as unknown as InPage).fakeNfc.tag);
}

/** Changes the phone while it is in use: permission taken back, NFC switched on … */
export async function changePhone(page: Page, phone: Partial<FakePhone>): Promise<void> {
  await page.evaluate((given) => (globalThis as unknown as InPage).fakeNfc.change(given), phone);
}

/** How many scans are running in the page. */
export function runningScans(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as InPage).fakeNfc.scans);
}

type InPage = { fakeNfc: FakeNfc };
