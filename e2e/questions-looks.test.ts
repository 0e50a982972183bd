import { join } from "node:path";
import { expect, test } from "vitest";
import {
  answerRequired,
  form,
  openPhone,
  question,
  receiver,
  useAskingReceiver,
} from "./asked-phone.ts";
import { asker } from "./asking-receiver.ts";
import { openDevice, sizes, startBrowser } from "./browser.ts";
import { type Shot, writeVideo } from "./camera/video.ts";
import { typeCode, verdictOf } from "./guest-list.ts";
import { makeDataFolder } from "./hub.ts";
import { hub } from "./hub-and-browser.ts";
import { inspect } from "./inspect.ts";
import { setReceiver, startScanning } from "./phone.ts";

// The form of the questions covers the camera and the rest of the screen, and fits every screen.
useAskingReceiver();

test("while questions are answered, the camera scans nothing else", async () => {
  const shown = (text: string): Shot => ({
    codes: [{ symbology: "qrcode", text }],
    frames: 20,
  });
  const nobody: Shot = { codes: [], frames: 50 };
  const shots = [shown("EXT-718"), nobody, shown("EXT-719"), nobody];
  const filmFrames = shots.reduce((sum, { frames }) => sum + frames, 0);
  const folder = await makeDataFolder();
  const film = await writeVideo(join(folder.data, "walls.y4m"), shots, { framesPerSecond: 10 });
  const camera = await startBrowser(film);
  const { page, context } = await openDevice(camera);
  await page.addInitScript(() => {
    // Nothing is scanned twice, however slow the film is.
    localStorage["scanhook.settings"] = JSON.stringify({ continuous: true, repeats: "session" });
    // The film waits at the first code until its questions have come.
    const send = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (init?.method === "POST") document.querySelector("video")?.pause();
      return send(input, init);
    };
  });
  await setReceiver(page, hub, { url: receiver.url, ...asker });
  const before = receiver.scans.length;
  await startScanning(page, hub);
  await form(page).waitFor();
  await page.evaluate(() => document.querySelector("video")!.play());
  const countFrames = () =>
    page.evaluate(
      () => document.querySelector("video")!.getVideoPlaybackQuality().totalVideoFrames,
    );
  const framesBefore = await countFrames();
  await expect.poll(countFrames).toBeGreaterThan(framesBefore + filmFrames);
  expect(receiver.scans.length).toBe(before + 1);
  await answerRequired(page);
  await form(page).getByRole("button", { name: "Send" }).click();
  await form(page).waitFor({ state: "detached" });
  // Then it goes on with the other thing, whose questions take the place of the verdict.
  await form(page).waitFor();
  expect(receiver.scans.slice(before).sort()).toEqual(["EXT-718", "EXT-719"]);
  await form(page).getByRole("button", { name: "Later" }).click();
  await inspect(page, "phone, light", "questions over the camera");
  await context.close();
  await camera.close();
  await folder.remove();
});

test.each(sizes)("questions are accessible: %s", async (look) => {
  const { page, context } = await openPhone(look);
  await typeCode(page, `EXT-7${10 + sizes.indexOf(look)}`);
  await form(page).waitFor();
  await inspect(page, look, "questions");
  await form(page).getByRole("button", { name: "Send" }).click();
  await question(page, "Pressure").getByText("Answer this question.").waitFor();
  await inspect(page, look, "questions with problems");
  await answerRequired(page, "Fail", "-9");
  await form(page).getByLabel("3 stars of 5").check();
  await form(page).getByLabel("intact").check();
  for (const tag of ["Dust", "Scratches"]) await form(page).getByLabel(tag).check();
  await form(page).getByLabel("Yes", { exact: true }).check();
  await form(page).getByLabel("Note").fill("Dust on the hose. ".repeat(10));
  await inspect(page, look, "questions answered, end");
  await form(page).evaluate((dialog) => dialog.scrollTo(0, 0));
  await inspect(page, look, "questions answered");
  const heights = await form(page)
    .locator(".big")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
  await form(page).getByRole("button", { name: "Later" }).click();
  await verdictOf(page, "ask").getByRole("button", { name: "Answer" }).waitFor();
  await inspect(page, look, "verdict ask");
  if (look === "phone") {
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.setViewportSize({ width: 320, height: 568 });
    await inspect(page, look, "questions small");
    await page.setViewportSize({ width: 740, height: 360 });
    await inspect(page, look, "questions on its side");
  }
  await context.close();
});
