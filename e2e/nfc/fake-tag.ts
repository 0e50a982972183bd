// A phone with Web NFC and tags in Chromium, on a machine without NFC.
import type { BrowserContext, Page } from "playwright";
import type { FakeNfc, FakePhone, FakeTag } from "./fake-nfc.ts";
import { standIn } from "./stand-in.ts";

/** Gives every page of the device NFC, with permission to use it unless `phone` says otherwise. */
export async function giveNfc(
  context: BrowserContext,
  phone: Partial<FakePhone> = {},
): Promise<void> {
  const completePhone: FakePhone = {
    permission: "granted",
    answer: "granted",
    nfc: "on",
    ...phone,
  };
  await context.addInitScript(standIn, completePhone);
}

/** Holds a tag to the phone, where it stays. Without `tag`, removes the tag. */
export async function placeTag(page: Page, tag?: FakeTag): Promise<void> {
  await page.evaluate(
    (tagToPlace) => (globalThis as unknown as InPage).fakeNfc.place(tagToPlace),
    tag,
  );
}

/** Holds a tag to the phone for a moment. */
export async function tapTag(page: Page, tag: FakeTag): Promise<void> {
  await placeTag(page, tag);
  await placeTag(page);
}

/** Returns the tag in the field, with its written records. */
export function tagInField(page: Page): Promise<FakeTag | undefined> {
  return page.evaluate(() => (globalThis as unknown as InPage).fakeNfc.tag);
}

/** Changes the phone while it is in use: withdraws a permission, switches NFC on, and so on. */
export async function changePhone(page: Page, phone: Partial<FakePhone>): Promise<void> {
  await page.evaluate(
    (changes) => (globalThis as unknown as InPage).fakeNfc.change(changes),
    phone,
  );
}

/** Returns the number of running scans in the page. */
export function runningScans(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as InPage).fakeNfc.scans);
}

type InPage = { fakeNfc: FakeNfc };
