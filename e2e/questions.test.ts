import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AskingReceiver,
  asker,
  type Decision,
  inspect as inspectThing,
  openAskingReceiver,
  questions,
} from "./asking-receiver.ts";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { type Shot, writeVideo } from "./camera/video.ts";
import { typeCode, verdictOf } from "./guest-list.ts";
import { makeDataFolder } from "./hub.ts";
import { browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { inspect } from "./inspect.ts";
import { keepNotices, setReceiver, startScanning } from "./phone.ts";

// A phone answers the questions of a receiver. The questions survive closing the app and a broken
// network, and the answers reach the receiver once.
useHubAndBrowser();

const dueSoon = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const rating = { key: "care", label: "Condition", type: "rating", required: true };
const decisions: Record<string, Decision> = {
  "EXT-8": (answers) =>
    answers
      ? inspectThing(answers)
      : {
          result: "look",
          code: "not-due",
          word: "NOT DUE",
          title: "Extinguisher 8",
          text: "It was checked last week.",
          ask: { before: true, questions },
        },
  "CARD-ADA": () => ({
    result: "yes",
    code: "holder-set",
    word: "ADA",
    title: "Ada Lovelace",
    text: "Now lending to Ada Lovelace.",
    hand: {
      action: "lend",
      holder: "Ada Lovelace",
      due: dueSoon(),
      until: new Date(Date.now() + 120_000).toISOString(),
    },
  }),
  "DRILL-1": (answers) => ({
    result: "yes",
    code: answers ? "due-set" : "lent",
    word: answers ? "DUE" : "LENT",
    title: "Drill 1",
    text: "Lent to Ada Lovelace.",
    loan: { holder: "Ada Lovelace", due: dueSoon() },
    ask: answers
      ? undefined
      : { before: false, questions: [{ key: "due", label: "Back by", type: "date" }] },
  }),
  "DRILL-2": (answers) =>
    answers
      ? { result: "yes", code: "returned", word: "BACK", title: "Drill 2", text: "Thank you." }
      : {
          result: "look",
          code: "returned-late",
          word: "LATE",
          title: "Drill 2",
          text: "It is back.",
          loan: { holder: "Ada Lovelace", due: "2025-12-06T23:00:00.000Z", overdue: true },
          ask: { before: false, questions: [rating] },
        },
  "FREEZER-1": (answers) => ({
    result: answers ? "yes" : "look",
    code: answers ? "passed" : "overdue",
    word: answers ? "PASSED" : "OVERDUE",
    text: "The freezer.",
    ask: answers
      ? undefined
      : {
          before: true,
          questions: [{ key: "t", label: "Temperature", type: "number", unit: "°C", max: -18 }],
        },
  }),
  "NEW-1": () => ({
    result: "ask",
    code: "checklist",
    word: "CHECK",
    text: "Sign it.",
    ask: {
      before: true,
      questions: [{ key: "s", label: "Sign", type: "signature", required: true }],
    },
  }),
};

let receiver: AskingReceiver;
beforeAll(async () => {
  const things = Array.from({ length: 20 }, (_, index) => [`EXT-7${index}`, inspectThing]);
  receiver = await openAskingReceiver({ ...decisions, ...Object.fromEntries(things) });
});
afterAll(() => receiver?.close());

/** Opens a phone whose receiver asks, on the tab for codes. It has no camera. */
async function openPhone(look: Look = "phone, light") {
  const device = await openDevice(browser, look);
  await keepNotices(device.context);
  await recordCues(device.page);
  await setReceiver(device.page, hub, { url: receiver.url, ...asker });
  await device.page.goto(`${hub.base}/scan/#/qr`);
  return device;
}

/** Records the vibrations of the page, which differ by cue. */
async function recordCues(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt: number[][] = [];
    Object.assign(globalThis, { felt });
    navigator.vibrate = (pattern) => felt.push([...(pattern as number[])]) > 0;
  });
}
const readCues = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { felt: number[][] }).felt);
const cues = { yes: [90], no: [420, 120, 420], ask: [90, 90, 300] };

const form = (page: Page) => page.getByTestId("answer-form");
const question = (page: Page, label: string) =>
  form(page).locator(".question").filter({ hasText: label });
/** Answers the two questions that have to be answered. */
async function answerRequired(page: Page, gauge = "Pass", pressure = "13"): Promise<void> {
  await form(page).getByLabel(gauge, { exact: true }).check();
  await form(page).getByLabel("Pressure").fill(pressure);
}

/** Moves the focus with the key Tab until it is in an element that `matches`. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.ariaLabel ?? element?.labels?.[0]?.innerText ?? element?.innerText ?? "";
    });
  for (let count = 0; !name.test(await focused()); count++) {
    expect(count, `Tab leads to ${name}`).toBeLessThan(40);
    await page.keyboard.press("Tab");
  }
}

test("questions are answered with the keyboard alone, and what is wrong is said beside it", async () => {
  const { page, context, errors } = await openPhone();
  await typeCode(page, "EXT-70");
  await form(page).waitFor();
  const dialog = page.getByRole("dialog", { name: "CHECK Extinguisher 7" });
  expect(await dialog.getAttribute("aria-describedby")).not.toBeNull();
  expect(await page.getByTestId("verdict").getAttribute("data-result")).toBe("ask");
  await expect.poll(() => readCues(page)).toEqual([cues.ask]);
  await form(page).getByText("0 of 7 answered").waitFor();
  expect(await form(page).getByText("(required)").count()).toBe(2);

  await tabTo(page, /^Send$/);
  await page.keyboard.press("Enter");
  await expect
    .poll(() => question(page, "Needle in the green?").innerText())
    .toMatch(/Answer this question\.$/);
  expect(await question(page, "Pressure").innerText()).toMatch(/Answer this question\.$/);
  expect(receiver.posts).toBe(0);
  // The focus is in the first question that is wrong, so that the next key answers it.
  await page.keyboard.press("Space");
  await form(page).getByText("1 of 7 answered").waitFor();
  expect(await page.getByRole("radio", { name: "Pass", exact: true }).isChecked()).toBe(true);
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("radio", { name: "Fail", exact: true }).isChecked()).toBe(true);
  await page.keyboard.press("ArrowLeft");

  await tabTo(page, /^Pressure/);
  await page.keyboard.type("12,5 bar");
  await tabTo(page, /^intact$/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Where it hangs/);
  await page.keyboard.type("Ga");
  await tabTo(page, /^1 star of 5$/);
  await page.keyboard.press("Space");
  for (let star = 2; star <= 4; star++) await page.keyboard.press("ArrowRight");
  await tabTo(page, /^Next check/);
  await page.keyboard.type("12312027");
  await tabTo(page, /^Note/);
  await page.keyboard.type("Dust on the hose.");
  await form(page).getByText("7 of 7 answered").waitFor();
  await tabTo(page, /^Send$/);
  await page.keyboard.press("Enter");
  const pressure = question(page, "Pressure");
  await pressure.getByText("Enter a number such as 12 or 12.5.").waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("11,5");
  await pressure.getByText("Outside of 12–15 bar: counts as failed.").waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("12,5");
  await pressure.getByText("counts as failed").waitFor({ state: "detached" });
  await tabTo(page, /^Send$/);
  await page.keyboard.press("Enter");

  await verdictOf(page, "yes").getByText("PASSED", { exact: true }).waitFor();
  await form(page).waitFor({ state: "detached" });
  await page.getByText(/^Yes\. PASSED\. Extinguisher 7\./).waitFor({ state: "attached" });
  expect(receiver.taken.get("EXT-70")).toEqual({
    ...{ gauge: "pass", pressure: 12.5, seal: "intact", place: "Garage", care: 4 },
    ...{ next: "2027-12-31", note: "Dust on the hose." },
  });
  expect(await readCues(page)).toEqual([cues.ask, cues.yes]);
  expect(await page.getByTestId("waiting-answers").count()).toBe(0);
  // The next key press leads to the next scan.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe("Back to the camera");
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByTestId("history-row").getByText("PASSED").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the app is closed between two answers, and goes on with the third", async () => {
  const { page, context, errors } = await openPhone();
  await typeCode(page, "EXT-71");
  await answerRequired(page, "Fail", "9");
  await form(page).getByText("2 of 7 answered").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "1 to answer" }).click();
  const card = page.getByTestId("answer-draft");
  await card.getByText("2 of 7 answered").waitFor();
  await inspect(page, "phone, light", "questions list");
  await card.getByRole("button", { name: "Go on" }).click();
  expect(await page.getByRole("radio", { name: "Fail", exact: true }).isChecked()).toBe(true);
  expect(await form(page).getByLabel("Pressure").inputValue()).toBe("9");
  await form(page).getByText("Outside of 12–15 bar: counts as failed.").waitFor();
  await form(page).getByLabel("3 stars of 5").check();
  await form(page).getByText("3 of 7 answered").waitFor();
  await form(page).getByRole("button", { name: "Later" }).click();
  await card.getByText("3 of 7 answered").waitFor();

  // The scan in the history leads to them, too.
  await card.getByRole("link", { name: "Scan" }).click();
  await page.getByTestId("answer-draft").getByText("3 of 7 answered").waitFor();
  await inspect(page, "phone, light", "questions of a scan");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The receiver decided: FAILED.").waitFor();
  await expect.poll(() => readCues(page)).toEqual([cues.no]);
  expect(await page.getByTestId("answer-draft").count()).toBe(0);
  expect(receiver.taken.get("EXT-71")).toEqual({ gauge: "fail", pressure: 9, care: 3 });
  await page.goto(`${hub.base}/scan/#/qr`);
  await page.getByRole("button", { name: "Type a code" }).waitFor();
  expect(await page.getByTestId("waiting-answers").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("the network breaks at Send, and the same answers sent again get the verdict of the first", async () => {
  const { page, context } = await openPhone();
  await typeCode(page, "EXT-72");
  await answerRequired(page);
  receiver.isCut = true;
  await form(page).getByRole("button", { name: "Send" }).click();
  await form(page).getByText("Not sent.").waitFor();
  expect(
    await form(page)
      .getByText("Not sent.")
      .evaluate((b) => getComputedStyle(b).textTransform),
  ).toBe("uppercase");
  await inspect(page, "phone, light", "questions not sent");
  expect(receiver.taken.has("EXT-72")).toBe(true);
  receiver.isCut = false;
  const posts = receiver.posts;
  // Closed meanwhile, as by somebody who gives up.
  await page.reload();
  await page.getByRole("link", { name: "1 to answer" }).click();
  const card = page.getByTestId("answer-draft");
  await card.getByText("Not sent.").waitFor();
  await page.route("**/answers/*", (route) => route.abort("internetdisconnected"));
  await card.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => card.getByRole("button", { name: "Send again" }).isEnabled()).toBe(true);
  expect(receiver.posts).toBe(posts);
  await page.unroute("**/answers/*");
  await card.getByRole("button", { name: "Send again" }).click();
  await page.getByTestId("decided").getByText("PASSED").waitFor();
  expect(await card.count()).toBe(0);
  expect(receiver.posts).toBe(posts + 1);
  await expect.poll(() => readCues(page)).toEqual([cues.yes]);
  await inspect(page, "phone, light", "questions decided");
  await context.close();
});

test("somebody else was faster: the sentence is shown, and the answers stay until discarded", async () => {
  const { page, context } = await openPhone();
  await typeCode(page, "EXT-73");
  await answerRequired(page);
  await form(page).getByLabel("Note").fill("Mine.");
  receiver.answerFirst("EXT-73", { gauge: "fail", pressure: 3 });
  await form(page).getByRole("button", { name: "Send" }).click();
  await form(page).getByText("Bob has answered this already.").waitFor();
  expect(await form(page).locator("dl").innerText()).toMatch(/Note\s+Mine\./);
  expect(await form(page).getByRole("button", { name: "Send" }).count()).toBe(0);
  await inspect(page, "phone, light", "questions not taken");
  await form(page).getByRole("button", { name: "Close" }).click();
  await page.getByTestId("verdict").getByText("Bob has answered this already.").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "1 not taken" }).click();
  const card = page.getByTestId("answer-draft");
  await card.getByText("Bob has answered this already.").waitFor();
  await card.getByRole("button", { name: "Discard" }).click();
  const sure = page.getByRole("dialog", { name: "Discard these answers?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("button", { name: "Read" }).click();
  await form(page).getByText("Mine.").waitFor();
  await form(page).getByRole("button", { name: "Close" }).click();
  await card.getByRole("button", { name: "Discard" }).click();
  await sure.getByRole("button", { name: "Discard" }).click();
  await page.getByText("No question waits for an answer.").waitFor();
  expect(receiver.taken.get("EXT-73")).toEqual({ gauge: "fail", pressure: 3 });
  await context.close();
});

test("what the receiver finds wrong is shown beside its question", async () => {
  const { page, context } = await openPhone();
  await typeCode(page, "EXT-74");
  await answerRequired(page);
  const message = "The gauge of this type ends at 20 bar.";
  receiver.refuseNext(400, { code: "not-an-answer", message, field: "pressure" });
  await form(page).getByRole("button", { name: "Send" }).click();
  await question(page, "Pressure").getByText(message).waitFor();
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
    .toBe("13");
  await page.keyboard.type("4");
  await question(page, "Pressure").getByText(message).waitFor({ state: "detached" });
  await form(page).getByRole("button", { name: "Send" }).click();
  await verdictOf(page, "yes").waitFor();
  await context.close();
});

test("questions that may wait have a button, and required ones afterwards open their form", async () => {
  const { page, context, errors } = await openPhone();
  await typeCode(page, "CARD-ADA");
  const bar = page.getByTestId("in-hand");
  await expect.poll(() => bar.innerText()).toMatch(/Lending\s+Ada Lovelace\s+back by .*\s+Done$/);
  expect(await bar.getByRole("button", { name: /next/ }).count()).toBe(0);
  await inspect(page, "phone, light", "person in hand");
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await typeCode(page, "DRILL-1");
  await verdictOf(page, "yes")
    .getByText(/^Ada Lovelace has it, back by /)
    .waitFor();
  expect(await form(page).count()).toBe(0);
  await inspect(page, "phone, light", "lent");
  await page.getByRole("button", { name: "Back by" }).click();
  await form(page).getByLabel("Back by").fill("2026-12-24");
  await page.keyboard.press("Escape");
  await form(page).waitFor({ state: "detached" });
  // It is kept once something was typed.
  await page.getByRole("link", { name: "1 to answer" }).waitFor();
  await page.getByRole("button", { name: "Back by" }).click();
  expect(await form(page).getByLabel("Back by").inputValue()).toBe("2026-12-24");
  await form(page).getByRole("button", { name: "Send" }).click();
  await verdictOf(page, "yes").getByText("DUE", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await typeCode(page, "DRILL-2");
  await form(page).getByLabel("4 stars of 5").check();
  await inspect(page, "phone, light", "required question afterwards");
  await form(page).getByRole("button", { name: "Later" }).click();
  await page.getByText(/Late: it was due on .* days ago\./).waitFor();
  await page.goto(`${hub.base}/scan/#/nfc`);
  await page.getByRole("link", { name: "1 to answer" }).waitFor();
  await inspect(page, "phone, light", "questions beside tags");
  await page.goto(`${hub.base}/scan/#/qr`);
  await typeCode(page, "DRILL-2");
  await form(page).getByLabel("4 stars of 5").check();
  await form(page).getByRole("button", { name: "Later" }).click();
  await inspect(page, "phone, light", "returned late");
  await page.getByRole("button", { name: "Condition" }).click();
  await form(page).getByRole("button", { name: "Send" }).click();
  await verdictOf(page, "yes").getByText("BACK", { exact: true }).waitFor();
  expect(receiver.taken.get("DRILL-2")).toEqual({ care: 4 });
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await typeCode(page, "EXT-8");
  await verdictOf(page, "look").waitFor();
  expect(await form(page).count()).toBe(0);
  await inspect(page, "phone, light", "not due");
  await page.getByRole("button", { name: "Answer anyway" }).click();
  await answerRequired(page);
  await form(page).getByRole("button", { name: "Send" }).click();
  await verdictOf(page, "yes").waitFor();
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await typeCode(page, "NEW-1");
  await verdictOf(page, "ask").getByText("This app is too old for the questions").waitFor();
  expect(await form(page).count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("a number below zero needs no minus key, and nothing typed may be sent, too", async () => {
  const { page, context } = await openPhone();
  await typeCode(page, "FREEZER-1");
  await page.getByRole("button", { name: "Answer anyway" }).click();
  const temperature = form(page).getByLabel("Temperature");
  await temperature.fill("17");
  await form(page).getByRole("button", { name: "Change the sign" }).click();
  expect(await temperature.inputValue()).toBe("-17");
  await form(page).getByText("Above -18 °C: counts as failed.").waitFor();
  await temperature.fill("");
  await page.route("**/answers/*", (route) => route.abort("internetdisconnected"));
  await form(page).getByRole("button", { name: "Send" }).click();
  await form(page).getByText("Not sent.").waitFor();
  await page.unroute("**/answers/*");
  await form(page).getByRole("button", { name: "Send again" }).click();
  await verdictOf(page, "yes").waitFor();
  expect(receiver.taken.get("FREEZER-1")).toEqual({});
  await context.close();
});

test("while questions are answered, the camera scans nothing else", async () => {
  const shown = (text: string): Shot => ({
    codes: [{ symbology: "qrcode", text }],
    frames: 20,
  });
  const nobody: Shot = { codes: [], frames: 25 };
  const shots = [shown("EXT-718"), nobody, shown("EXT-719"), nobody];
  const filmFrames = shots.reduce((sum, { frames }) => sum + frames, 0);
  const folder = await makeDataFolder();
  const camera = await startBrowser(await writeVideo(join(folder.data, "walls.y4m"), shots));
  const { page, context } = await openDevice(camera);
  // Nothing is scanned twice, however slow the film is.
  await page.addInitScript(() =>
    localStorage.setItem(
      "scanhook.settings",
      JSON.stringify({ continuous: true, repeats: "session" }),
    ),
  );
  await setReceiver(page, hub, { url: receiver.url, ...asker });
  const before = receiver.scans.length;
  await startScanning(page, hub);
  await form(page).waitFor();
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

test("answers for a job that this phone no longer has say so, and clearing the history deletes them", async () => {
  const { page, context } = await openPhone();
  await typeCode(page, "EXT-75");
  await answerRequired(page);
  await form(page).getByRole("button", { name: "Later" }).click();
  // The job leaves this phone, and another one takes its place.
  await page.evaluate(() =>
    localStorage.setItem(
      "scanhook.jobs",
      JSON.stringify({
        jobs: [{ id: "other", name: "Yard", url: "https://hub.example/in/yard", user: "" }],
        on: "other",
      }),
    ),
  );
  await page.goto(`${hub.base}/scan/?#/more/answers`);
  const card = page.getByTestId("answer-draft");
  await card.getByText("This phone no longer has the job").waitFor();
  expect(await card.getByRole("button", { name: "Send" }).count()).toBe(0);
  await inspect(page, "phone, light", "questions of a job that is gone");
  await page.goto(`${hub.base}/scan/?#/more/history`);
  await page.getByRole("button", { name: "Delete all" }).click();
  const sure = page.getByRole("dialog");
  await sure.getByText("Answers that were not sent are deleted, too.").waitFor();
  await sure.getByRole("button", { name: "Delete all" }).click();
  await page.getByText("The history is empty.").waitFor();
  await page.goto(`${hub.base}/scan/?#/more/answers`);
  await page.getByText("No question waits for an answer.").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("scanhook.answers"))).toBeNull();
  await context.close();
});

const looks: Look[] = ["phone, light", "phone, dark", "desktop, light", "desktop, dark"];
test.each(looks)("questions are accessible: %s", async (look) => {
  const { page, context } = await openPhone(look);
  await typeCode(page, `EXT-7${10 + looks.indexOf(look)}`);
  await form(page).waitFor();
  await inspect(page, look, "questions");
  await form(page).getByRole("button", { name: "Send" }).click();
  await question(page, "Pressure").getByText("Answer this question.").waitFor();
  await inspect(page, look, "questions with problems");
  await answerRequired(page, "Fail", "-9");
  await form(page).getByLabel("3 stars of 5").check();
  await form(page).getByLabel("intact").check();
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
  if (look === "phone, light") {
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.setViewportSize({ width: 320, height: 568 });
    await inspect(page, look, "questions small");
    await page.setViewportSize({ width: 740, height: 360 });
    await inspect(page, look, "questions on its side");
  }
  await context.close();
});
