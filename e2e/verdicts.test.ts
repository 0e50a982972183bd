import { join } from "node:path";
import { expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { api, browser, folder, hub, useDoor } from "./door.ts";
import { addGuestList, typeCode, verdictOf } from "./guest-list.ts";
import { inspect } from "./inspect.ts";
import { pairPhone, setReceiver, startScanning } from "./phone.ts";

useDoor();

test("after a look that waits for a tap, the camera scans nobody else before the tap", async () => {
  await addGuestList(api, "theater");
  await api("PATCH", "/api/registers/theater", { rules: { tap: true } });
  const list = "ticket,name,note\nT-0001,Ada Lovelace,Bring her to the stage\n";
  const columns = { key: "ticket", label: "name", attention: "note" };
  await api("POST", "/api/registers/theater/import", { text: list, ...columns });
  const shown = (text: string) => ({ codes: [{ symbology: "qrcode", text }], frames: 20 });
  const nobody = { codes: [], frames: 25 };
  const shots = [shown("T-0001"), nobody, shown("T-0002"), nobody];
  const filmFrames = shots.reduce((sum, { frames }) => sum + frames, 0);
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
  await expect.poll(countFrames).toBeGreaterThan(framesBefore + filmFrames);
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

  // The line above a verdict says where the guest is after the act.
  const { entries } = await api<{ entries: { id: number }[] }>(
    "GET",
    "/api/registers/ball/entries?text=hopper",
  );
  await api("POST", `/api/registers/ball/entries/${entries[0]!.id}/act`, { action: "out" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Not inside · table: 3").waitFor();
  await page.getByRole("button", { name: "Check in: Grace Hopper" }).click();
  await page.getByText("FULL", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Let in anyway" }).click();
  await page.getByText(/^Inside since .*, boss · table: 3/).waitFor();
  expect(await page.getByText("Not inside").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("UNDONE", { exact: true }).waitFor();
  await page.getByText("Not inside · table: 3").waitFor();
  await page.goto(`${hub.base}/scan/#/more`);
  await page.getByRole("link", { name: /Find a guest/ }).waitFor();
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByTestId("history-row").getByText("UNDONE").waitFor();
  const { movements } = await api<{ movements: { door: string; forced: boolean }[] }>(
    "GET",
    "/api/registers/ball/movements",
  );
  expect(new Set(movements.map(({ door }) => door))).toEqual(new Set(["boss", "by hand"]));
  expect(movements.filter(({ forced }) => forced)).toHaveLength(4);
  expect(errors).toEqual([]);
  await context.close();
});
