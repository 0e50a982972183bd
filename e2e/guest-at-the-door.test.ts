import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { api, browser, cutNextReply, hub, useDoor } from "./door.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, pairPhone, startScanning, waitForResult } from "./phone.ts";

// A register lets a guest in once, and the phone at the door shows its verdict.
useDoor();

/** Records the pitches that a page plays. */
async function recordTones(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(globalThis, { played });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      played.push(this.frequency.value);
      return start.call(this, when);
    };
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { played: number[] }).played.splice(0));
}

test("two phones scan one ticket: the first shows green, the second red with time and door", async () => {
  await addGuestList(api, "gala");
  const [north, south] = [await openDevice(browser), await openDevice(browser, "phone, dark")];
  await pairPhone(north.page, hub, api, "north", "gala");
  const yes = verdictOf(north.page, "yes");
  await yes.waitFor();
  expect(await yes.innerText()).toMatch(
    /IN[\s\S]*Ada Lovelace[\s\S]*table:?\s*7[\s\S]*1 of 900 inside/,
  );

  await pairPhone(south.page, hub, api, "south", "gala");
  const no = verdictOf(south.page, "no");
  await no.waitFor();
  expect(await no.innerText()).toMatch(
    /ALREADY IN[\s\S]*Ada Lovelace is already in \(\d?\d:\d\d [AP]M, north\)/,
  );
  await south.page.goto(`${hub.base}/scan/#/more/history`);
  await south.page.getByTestId("history-row").getByText("ALREADY IN").waitFor();
  for (const { context, errors } of [north, south]) {
    expect(errors).toEqual([]);
    await context.close();
  }
});

test("a lost answer shows and sounds like no verdict, and asking again gives the first one", async () => {
  await addGuestList(api, "concert");
  const { page, context, errors } = await openDevice(browser);
  const readTones = await recordTones(page);
  await pairPhone(page, hub, api, "east", "concert");
  await verdictOf(page, "yes").waitFor();
  await page.getByRole("button", { name: "Scan next" }).click();
  /** Returns the pitches of the next signal. */
  const hear = async () => {
    const tones: number[] = [];
    await expect.poll(async () => tones.push(...(await readTones()))).toBeGreaterThan(0);
    return new Set(tones);
  };
  const typeFor = async (code: string, result: string) => {
    await readTones();
    await typeCode(page, code);
    await verdictOf(page, result).waitFor();
    return hear();
  };
  const no = await typeFor("T-9999", "no");
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await cutNextReply(page);
  await typeFor("T-0002", "unchecked");
  const unchecked = verdictOf(page, "unchecked");
  expect(await unchecked.innerText()).toMatch(/NOT CHECKED/);
  expect(await page.getByRole("alert").textContent()).toMatch(/^Not checked\./);
  await readTones();
  await page.keyboard.press("Shift+Tab");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Ask again");
  await page.keyboard.press("Enter");
  await verdictOf(page, "yes").waitFor();
  expect(await verdictOf(page, "yes").innerText()).toContain("Grace Hopper is checked in");
  const yes = await hear();
  const { inside } = await api<{ inside: number }>("GET", "/api/registers/concert");
  expect(inside).toBe(2);
  await page.getByRole("button", { name: "Back to the camera" }).click();
  await context.setOffline(true);
  const silent = await typeFor("T-0001", "unchecked");
  expect(silent.size).toBeGreaterThan(0);
  expect([...silent].filter((hertz) => yes.has(hertz) || no.has(hertz))).toEqual([]);

  // The network is back. Nobody is checked in before a person has read who it is.
  await context.setOffline(false);
  await page.goto(`${hub.base}/scan/#/more/history`);
  const awaiting = page.getByTestId("awaiting-decision");
  await awaiting.getByText("1 scan was not checked").waitFor();
  expect(await page.getByTestId("unsent").count()).toBe(0);
  await awaiting.getByRole("button", { name: "Send or forget them" }).click();
  const listed = page.getByRole("list", { name: "Scans that were not checked" });
  expect(await listed.innerText()).toMatch(/T-0001\s+\w+.*\d:\d\d/);
  await inspect(page, "phone, light", "scans that await a decision");
  await page.getByRole("button", { name: "Forget it" }).click();
  await awaiting.waitFor({ state: "detached" });
  await page.getByTestId("history-row").filter({ hasText: "Forgotten" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await awaiting.getByRole("button").click();
  await page.getByRole("button", { name: "Send it now" }).click();
  await page
    .getByTestId("history-row")
    .filter({ hasText: /ALREADY IN|JUST NOW/ })
    .waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a verdict stays over the running camera until the next scan", async () => {
  await addGuestList(api, "party");
  const { page, context } = await openDevice(browser);
  await page.goto(`${hub.base}/scan/#/more/settings`);
  await page.getByRole("switch", { name: "Keep scanning" }).click();
  await pairPhone(page, hub, api, "west", "party");
  await verdictOf(page, "yes").waitFor();
  expect(await page.getByTestId("camera").isVisible()).toBe(true);
  await typeCode(page, "T-0002");
  await verdictOf(page, "yes").getByText("Grace Hopper", { exact: true }).waitFor();
  expect(await page.getByTestId("verdict").count()).toBe(1);
  await context.close();
});

test("a receiver without a register is shown as before, also when it does not answer", async () => {
  const { page, context } = await openDevice(browser, "phone, light", { serviceWorker: true });
  await connectPhone(page, hub, api, "plain");
  await startScanning(page, hub);
  await waitForResult(page, "accepted");
  await page.getByRole("button", { name: "Scan next" }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await typeCode(page, "B-2");
  await waitForResult(page, "unreachable");
  expect(await page.getByTestId("verdict").count()).toBe(0);
  await context.close();
});
