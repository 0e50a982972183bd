// A guest list whose inbox lets guests in, and its verdicts on a phone.
import type { Page } from "playwright";
import type { logIn } from "./hub.ts";

/** Makes a register of two guests that decides about the scans of an inbox of the same name. */
export async function addGuestList(
  api: Awaited<ReturnType<typeof logIn>>,
  name: string,
): Promise<void> {
  await api("POST", "/api/inboxes", { name, title: name });
  await api("POST", "/api/registers", { name, kind: "check-in", rules: { capacity: 900 } });
  await api("PUT", `/api/inboxes/${name}/register`, { register: name, action: "in" });
  const text = "ticket,name,table\nT-0001,Ada Lovelace,7\nT-0002,Grace Hopper,3\n";
  await api("POST", `/api/registers/${name}/import`, { text, key: "ticket", label: "name" });
}

/** Finds the verdict on a phone, if it has this result. */
export const verdictOf = (page: Page, result: string) =>
  page.locator(`[data-testid="verdict"][data-result="${result}"]`);

/** Types a code, as for a ticket that the camera cannot read. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: "Type a code" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(code);
  await page.keyboard.press("Enter");
}
