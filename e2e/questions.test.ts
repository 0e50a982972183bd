import type { Page } from "playwright";
import { expect, test } from "vitest";
import {
  answerRequired,
  cues,
  form,
  openPhone,
  question,
  readCues,
  receiver,
  useAskingReceiver,
} from "./asked-phone.ts";
import { typeCode, verdictOf } from "./guest-list.ts";
import { hub } from "./hub-and-browser.ts";
import { inspect } from "./inspect.ts";

// A phone answers the questions of a receiver: before its verdict, instead of it, or afterwards.
useAskingReceiver();

/** Moves the focus with a key, Tab unless given, until it is in an element of this name. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.ariaLabel ?? element?.labels?.[0]?.innerText ?? element?.innerText ?? "";
    });
  for (let count = 0; !name.test(await focused()); count++) {
    expect(count, `${key} leads to ${name}`).toBeLessThan(40);
    await page.keyboard.press(key);
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
  await form(page).getByText("0 of 9 answered").waitFor();
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
  await form(page).getByText("1 of 9 answered").waitFor();
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
  await tabTo(page, /^Scratches$/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Dust$/, "Shift+Tab");
  await page.keyboard.press("Space");
  await tabTo(page, /^Yes$/);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, /^1 star of 5$/);
  await page.keyboard.press("Space");
  for (let star = 2; star <= 4; star++) await page.keyboard.press("ArrowRight");
  await tabTo(page, /^Next check/);
  await page.keyboard.type("12312027");
  await tabTo(page, /^Note/);
  await page.keyboard.type("Dust on the hose.");
  await form(page).getByText("9 of 9 answered").waitFor();
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
    ...{ found: ["Dust", "Scratches"], report: "no" },
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

test("Enter moves on to the next question, and sends nothing before Send", async () => {
  const { page, context, errors } = await openPhone();
  await typeCode(page, "EXT-76");
  const before = receiver.posts;
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText;
    });
  await form(page).getByLabel("Pass", { exact: true }).check();
  await form(page).getByLabel("Pressure").fill("13");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("intact");
  expect(await form(page).getByLabel("Pressure").inputValue()).toBe("13");
  // An answer that is missing or wrong is not complained about before it can be given.
  expect(await form(page).getByText("Answer this question.").count()).toBe(0);
  await form(page).getByLabel("Note").focus();
  await page.keyboard.type("Dust.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Rust.");
  expect(await form(page).getByLabel("Note").inputValue()).toBe("Dust.\nRust.");
  await form(page).getByText("3 of 9 answered").waitFor();
  expect(receiver.posts).toBe(before);
  await tabTo(page, /^Send$/);
  await page.keyboard.press("Enter");
  await verdictOf(page, "yes").waitFor();
  expect(receiver.posts).toBe(before + 1);
  expect(receiver.taken.get("EXT-76")).toEqual({
    ...{ gauge: "pass", pressure: 13, note: "Dust.\nRust." },
  });
  expect(errors).toEqual([]);
  await context.close();
});

test("while the questions are open, the rest of the screen is out of reach", async () => {
  const { page, context } = await openPhone("desktop, light");
  await typeCode(page, "EXT-77");
  await form(page).waitFor();
  const tab = page.getByTestId("tab-nfc");
  /** Whether a script can focus the tab, and a finger or a pointer meets it. */
  const reach = () =>
    tab.evaluate((link) => {
      link.focus();
      const { x, y, width, height } = link.getBoundingClientRect();
      const met = document.elementFromPoint(x + width / 2, y + height / 2);
      return [document.activeElement === link, link.contains(met)];
    });
  expect(await reach()).toEqual([false, false]);
  await form(page).getByRole("button", { name: "Later" }).click();
  await form(page).waitFor({ state: "detached" });
  expect(await reach()).toEqual([true, true]);
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
  const notice = page.getByText("Saved.", { exact: true });
  const [barBox, noticeBox] = [await bar.boundingBox(), await notice.boundingBox()];
  expect(noticeBox!.y).toBeGreaterThanOrEqual(barBox!.y + barBox!.height);
  await inspect(page, "phone, light", "person in hand");
  await page.getByRole("button", { name: "Back to the camera" }).click();

  await typeCode(page, "DRILL-1");
  await verdictOf(page, "yes")
    .getByText(/^Ada Lovelace has it, back by /)
    .waitFor();
  // The fact that says the same is left out.
  expect(await verdictOf(page, "yes").locator("dt").allInnerTexts()).toEqual(["Group:"]);
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
