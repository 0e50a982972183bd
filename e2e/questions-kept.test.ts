import { expect, test } from "vitest";
import {
  answerRequired,
  cues,
  form,
  openPhone,
  readCues,
  receiver,
  useAskingReceiver,
} from "./asked-phone.ts";
import { typeCode } from "./guest-list.ts";
import { hub } from "./hub-and-browser.ts";
import { inspect } from "./inspect.ts";

// Answers survive closing the app and a broken network, and reach the receiver once.
useAskingReceiver();

test("the app is closed between two answers, and goes on with the third", async () => {
  const { page, context, errors } = await openPhone();
  await typeCode(page, "EXT-71");
  await answerRequired(page, "Fail", "9");
  await form(page).getByText("2 of 9 answered").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "1 to answer" }).click();
  const card = page.getByTestId("answer-draft");
  await card.getByText("2 of 9 answered").waitFor();
  await inspect(page, "phone, light", "questions list");
  await card.getByRole("button", { name: "Go on" }).click();
  expect(await page.getByRole("radio", { name: "Fail", exact: true }).isChecked()).toBe(true);
  expect(await form(page).getByLabel("Pressure").inputValue()).toBe("9");
  await form(page).getByText("Outside of 12–15 bar: counts as failed.").waitFor();
  await form(page).getByLabel("3 stars of 5").check();
  await form(page).getByText("3 of 9 answered").waitFor();
  await form(page).getByRole("button", { name: "Later" }).click();
  await card.getByText("3 of 9 answered").waitFor();

  // The scan in the history leads to them, too.
  await card.getByRole("link", { name: "Scan" }).click();
  await page.getByTestId("answer-draft").getByText("3 of 9 answered").waitFor();
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
  const sendAgain = card.getByRole("button", { name: "Send again" });
  await expect.poll(() => sendAgain.isEnabled()).toBe(true);
  // It keeps the focus while it sends.
  expect(await sendAgain.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(receiver.posts).toBe(posts);
  await page.unroute("**/answers/*");
  await sendAgain.click();
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
