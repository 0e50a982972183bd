import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { connectPhone, pairPhone, setReceiver, startScanning, waitForResult } from "./phone.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
/** Its camera sees one ticket at a time. */
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser(
    await writeVideo(join(folder.data, "ticket.y4m"), [
      { codes: [{ symbology: "qrcode", text: "T-0001" }], frames: 20 },
    ]),
  );
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

/** Lets the hub answer the next scan of this page, and drops its answer. */
async function cutNextReply(page: Page): Promise<void> {
  let isCut = false;
  await page.route("**/in/*", async (route) => {
    const isScan =
      route.request().method() === "POST" && (await route.request().headerValue("authorization"));
    if (isCut || !isScan) return route.continue();
    isCut = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

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
    /ALREADY IN[\s\S]*Ada Lovelace is already in \(\d\d:\d\d, north\)/,
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

test("after a look that waits for a tap, the camera scans nobody else before the tap", async () => {
  await addGuestList(api, "theater");
  await api("PATCH", "/api/registers/theater", { rules: { tap: true } });
  const list = "ticket,name,note\nT-0001,Ada Lovelace,Bring her to the stage\n";
  const columns = { key: "ticket", label: "name", attention: "note" };
  await api("POST", "/api/registers/theater/import", { text: list, ...columns });
  const shown = (text: string) => ({ codes: [{ symbology: "qrcode", text }], frames: 30 });
  const nobody = { codes: [], frames: 45 };
  const shots = [shown("T-0001"), nobody, shown("T-0002"), nobody];
  const queue = await startBrowser(await writeVideo(join(folder.data, "queue.y4m"), shots));
  const { page, context } = await openDevice(queue);
  await page.goto(`${hub.base}/scan/#/more/settings`);
  await page.getByRole("switch", { name: "Keep scanning" }).click();
  await pairPhone(page, hub, api, "stairs", "theater");
  const goOn = page.getByRole("button", { name: "Read it, go on" });
  // Whoever the camera sees first: Ada has to be read, Grace not.
  await verdictOf(page, "look")
    .getByText(/Bring her to the stage/)
    .waitFor();
  const count = async () =>
    (await api<{ count: number }>("GET", "/api/scans/count?inbox=theater")).count;
  const countBefore = await count();
  const countFrames = () =>
    page.evaluate(
      () => document.querySelector("video")!.getVideoPlaybackQuality().totalVideoFrames,
    );
  const framesBefore = await countFrames();
  await expect.poll(countFrames).toBeGreaterThan(framesBefore + 150);
  expect(await count()).toBe(countBefore);
  await inspect(page, "phone, light", "verdict that waits for a tap");
  await goOn.click();
  await goOn.waitFor({ state: "detached" });
  await expect.poll(count).toBeGreaterThan(countBefore);
  await context.close();
  await queue.close();
});

test("a door is worked with the keyboard alone, a hundred keys and more", async () => {
  await addGuestList(api, "stage");
  const user = { user: "boss", password: "boss-password" };
  await api("POST", "/api/inboxes/stage/credentials", user);
  await api("PATCH", "/api/inboxes/stage/credentials/boss", { supervisor: true });
  const { page, context, errors } = await openDevice(browser);
  await setReceiver(page, hub, { url: `${hub.base}/in/stage`, ...user });
  await startScanning(page, hub);
  await verdictOf(page, "yes").waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
    });
  /** Goes to a control with Tab and presses it. Nothing is more than twenty keys away. */
  const activate = async (name: RegExp, direction = "Tab") => {
    for (let count = 0; !name.test(await focused()); count++) {
      expect(count, `Tab did not reach ${name}`).toBeLessThan(20);
      await press(direction);
    }
    await press("Enter");
  };
  await activate(/^Scan next$/);
  const words: string[] = [];
  const expected: string[] = [];
  while (keys < 100) {
    for (const [code, result] of [
      ["T-0002", "yes"],
      ["T-9999", "no"],
    ] as const) {
      await activate(/^Type a code$/);
      await page.getByRole("dialog").waitFor();
      for (const character of code) await press(character);
      await press("Enter");
      await verdictOf(page, result).waitFor();
      words.push(await page.getByTestId("verdict-word").innerText());
      // Undone, so that the next round finds the guest outside again.
      if (result === "yes") {
        await activate(/^Undo$/, "Shift+Tab");
        await verdictOf(page, "undone").waitFor();
      }
      await activate(/^Back to the camera$/);
      await page.getByTestId("camera").waitFor();
    }
    expected.push("IN", "UNKNOWN");
  }
  expect(words).toEqual(expected);
  expect(errors).toEqual([]);
  await context.close();
});

test("a receiver without a register is shown as before, also when it does not answer", async () => {
  const { page, context } = await openDevice(browser);
  await connectPhone(page, hub, api, "plain");
  await startScanning(page, hub);
  await waitForResult(page, "accepted");
  await page.getByRole("button", { name: "Scan next" }).click();
  await context.setOffline(true);
  await typeCode(page, "B-2");
  await waitForResult(page, "unreachable");
  expect(await page.getByTestId("verdict").count()).toBe(0);
  await context.close();
});

test("a supervisor undoes a check-in, lets in anyway, and finds a guest by name", async () => {
  await addGuestList(api, "ball");
  await api("PATCH", "/api/registers/ball", { rules: { capacity: 1 } });
  const user = { user: "boss", password: "boss-password" };
  await api("POST", "/api/inboxes/ball/credentials", user);
  await api("PATCH", "/api/inboxes/ball/credentials/boss", { supervisor: true });
  const { page, context, errors } = await openDevice(browser);
  await setReceiver(page, hub, { url: `${hub.base}/in/ball`, ...user });
  await startScanning(page, hub);
  await verdictOf(page, "yes").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await verdictOf(page, "undone").getByText("is no longer inside").first().waitFor();
  await inspect(page, "phone, light", "verdict undone");
  await page.getByRole("button", { name: "Scan next" }).click();

  await typeCode(page, "T-0002");
  await verdictOf(page, "yes").waitFor();
  await page.getByRole("button", { name: "Back to the camera" }).click();
  await typeCode(page, "T-0001");
  await verdictOf(page, "no").getByText("FULL", { exact: true }).waitFor();
  await inspect(page, "phone, light", "verdict for a supervisor");
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await verdictOf(page, "yes").getByText("2 of 1 inside").waitFor();

  await page.getByRole("link", { name: "Find a guest" }).click();
  await page.getByLabel("A part of the name or code").fill("hopper");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Grace Hopper" }).waitFor();
  await page.getByText(/^Inside since .*, boss/).waitFor();
  await page.getByRole("button", { name: "Check in: Grace Hopper" }).click();
  await page.getByText("JUST NOW").or(page.getByText("ALREADY IN")).waitFor();
  await inspect(page, "phone, light", "guests");
  await page.goto(`${hub.base}/scan/#/more`);
  await page.getByRole("link", { name: /Find a guest/ }).waitFor();
  const { movements } = await api<{ movements: { door: string; forced: boolean }[] }>(
    ...(["GET", "/api/registers/ball/movements"] as const),
  );
  expect(new Set(movements.map(({ door }) => door))).toEqual(new Set(["boss"]));
  expect(movements.filter(({ forced }) => forced)).toHaveLength(2);
  expect(errors).toEqual([]);
  await context.close();
});

const looks: Look[] = ["phone, light", "phone, dark", "desktop, light", "desktop, dark"];
let tries = 0;
test.each(looks)("verdicts are accessible: %s", async (look) => {
  tries += 1;
  const name = `look-${tries}`;
  await addGuestList(api, name);
  const { page, context } = await openDevice(browser, look);
  await pairPhone(page, hub, api, "door", name);
  await verdictOf(page, "yes").waitFor();
  await inspect(page, look, "verdict yes");
  await page.getByRole("button", { name: "Scan next" }).click();
  const show = async (code: string, result: string) => {
    await typeCode(page, code);
    await verdictOf(page, result).waitFor();
    await inspect(page, look, `verdict ${result}`);
    await page.getByRole("button", { name: "Back to the camera" }).click();
  };
  await show("T-0001", "look");
  await show("T-9999", "no");
  await cutNextReply(page);
  await show("T-0002", "unchecked");
  await page.getByRole("button", { name: "Continuous" }).click();
  await typeCode(page, "T-9999");
  await page.keyboard.press("Escape");
  await verdictOf(page, "no").waitFor();
  await inspect(page, look, "verdict over the camera");
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByText("Not checked").waitFor();
  await inspect(page, look, "history with verdicts");
  await context.close();
});
