// A phone that writes tags, for the stories of writing: the real page, on tags that behave as Chrome's on Android do.
import type { Look } from "../browser.ts";
import type { FakePhone, FakeTag } from "./fake-tag.ts";
import { hub, openNfcPhone, phone } from "./nfc-phone.ts";

export { hub, phone, usePhones } from "./nfc-phone.ts";

export async function openPhone(
  screen: string,
  look: Look = "phone, light",
  given: Partial<FakePhone> = {},
): Promise<void> {
  await openNfcPhone(look, given);
  await phone.goto(`${hub.base}/scan/#/nfc/${screen}`);
  await phone.getByRole("heading", { level: 1 }).waitFor();
}

const uid = (number: number) => `04:a2:7f:1b:5e:80:${number.toString(16).padStart(2, "0")}`;
export const blank = (number = 0, rest: FakeTag = {}): FakeTag => ({
  serialNumber: uid(number),
  ...rest,
});
export const fill = (field: string, value: string) =>
  phone.locator(`[data-field="${field}"]`).fill(value);
export const press = (name: string | RegExp) => phone.getByRole("button", { name }).click();
export const write = () => phone.getByTestId("write").click();
export const says = (title: string) =>
  phone.getByRole("heading", { name: title, exact: true }).waitFor();
export const size = () => phone.getByTestId("size").innerText();
