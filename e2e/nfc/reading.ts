// A phone that reads tags and posts them to a hub, for the stories of reading.
import { beforeAll } from "vitest";
import type { Look } from "../browser.ts";
import { logIn } from "../hub.ts";
import { connectPhone } from "../phone.ts";
import type { FakePhone } from "./fake-tag.ts";
import { hub, openNfcPhone, phone, usePhones as useNfcPhones } from "./nfc-phone.ts";

export { browser, hub, phone } from "./nfc-phone.ts";

let api: Awaited<ReturnType<typeof logIn>>;

export function usePhones(): void {
  useNfcPhones();
  beforeAll(async () => {
    api = await logIn(hub);
  });
}

let users = 0;
/** A phone with NFC, its receiver set to the hub, reading. */
export async function openPhone(
  given: Partial<FakePhone> = {},
  address = "scan-nfc",
  look: Look = "phone, light",
): Promise<void> {
  await openNfcPhone(look, given);
  users += 1;
  await connectPhone(phone, hub, api, `nfc-${users}`);
  await phone.goto(`${hub.base}/scan/#/${address}`);
}

export const reads = () => phone.getByTestId("nfc-reading").waitFor();

type Row = { identifier: string; content: string; source: string; repeats: number };
export const scans = async () =>
  (await api<{ scans: (Row & { user: string })[] }>("GET", "/api/scans?limit=200")).scans.filter(
    ({ user }) => user === `nfc-${users}`,
  );

export const url = (data: string) => ({ recordType: "url", data });
export const encode = (data: string) => new TextEncoder().encode(data);
export const text = (data: string, lang = "en") => ({ recordType: "text", data, lang });
export const uid = "04:a2:7f:1b:5e:80:00";
