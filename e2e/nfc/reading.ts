// A phone that reads tags and posts them to a hub, for the stories of reading.
import { beforeAll } from "vitest";
import type { Look } from "../browser.ts";
import { logIn } from "../hub.ts";
import { connectPhone } from "../phone.ts";
import type { FakePhone } from "./fake-nfc.ts";
import { hub, openNfcPhone, phone, usePhones as useNfcPhones } from "./nfc-phone.ts";

let api: Awaited<ReturnType<typeof logIn>>;

export function usePhones(): void {
  useNfcPhones();
  beforeAll(async () => {
    api = await logIn(hub);
  });
}

let userCount = 0;

/** Opens a phone with NFC that reads tags and posts them to the hub. */
export async function openPhone(
  fakePhone: Partial<FakePhone> = {},
  screen = "scan-nfc",
  look: Look = "phone, light",
): Promise<void> {
  await openNfcPhone(look, fakePhone);
  userCount += 1;
  await connectPhone(phone, hub, api, `nfc-${userCount}`);
  await phone.goto(`${hub.base}/scan/#/${screen}`);
}

/** Waits until the page reads tags. */
export const waitUntilReading = () => phone.getByTestId("nfc-reading").waitFor();

type Row = { identifier: string; content: string; source: string; repeats: number };
/** Returns the scans of the current phone that the hub has stored, newest first. */
export const storedScans = async () =>
  (await api<{ scans: (Row & { user: string })[] }>("GET", "/api/scans?limit=200")).scans.filter(
    ({ user }) => user === `nfc-${userCount}`,
  );

export const url = (data: string) => ({ recordType: "url", data });
export const encode = (data: string) => new TextEncoder().encode(data);
export const text = (data: string, lang = "en") => ({ recordType: "text", data, lang });
export const uid = "04:a2:7f:1b:5e:80:00";
