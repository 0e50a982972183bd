// A phone that writes tags, for the stories of writing: the real page with tags that behave as in
// Chrome on Android.
import type { Look } from "../browser.ts";
import type { FakePhone, FakeTag } from "./fake-nfc.ts";
import { hub, openNfcPhone, phone } from "./nfc-phone.ts";

export async function openPhone(
  screen: string,
  look: Look = "phone, light",
  fakePhone: Partial<FakePhone> = {},
): Promise<void> {
  await openNfcPhone(look, fakePhone);
  await phone.goto(`${hub.base}/scan/#/nfc/${screen}`);
  await phone.getByRole("heading", { level: 1 }).waitFor();
}

const uid = (number: number) => `04:a2:7f:1b:5e:80:${number.toString(16).padStart(2, "0")}`;
export const blankTag = (number = 0, properties: FakeTag = {}): FakeTag => ({
  serialNumber: uid(number),
  ...properties,
});
export const fillField = (field: string, value: string) =>
  phone.locator(`[data-field="${field}"]`).fill(value);
export const pressButton = (name: string | RegExp) => phone.getByRole("button", { name }).click();
export const pressWrite = () => phone.getByTestId("write").click();
export const waitForHeading = (title: string) =>
  phone.getByRole("heading", { name: title, exact: true }).waitFor();
export const shownSize = () => phone.getByTestId("size").innerText();
