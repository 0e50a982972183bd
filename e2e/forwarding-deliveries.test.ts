import { expect, test } from "vitest";
import { countsOf } from "./forwarding-load.ts";
import { api, count, makeRoute, open, receiver, row, send, useHubs } from "./routes-by-hand.ts";

// What became of scans on their way: tried again, sent again by hand, held up, dropped.
useHubs();

test("a destination that breaks is tried again; once it is mended, one is replayed, then all that were given up", async () => {
  await makeRoute();
  receiver.answer.status = 503;
  receiver.answer.body = "being mended";
  const { page, errors } = await open("phone, light", "destinations/stock");
  await send("BIN-0815");
  const delivery = row(page, "BIN-0815");
  await delivery.getByText("Waiting").waitFor();
  await delivery.getByText(/next try/).waitFor();
  await page.getByTestId("destination-state").getByText("Trying again").waitFor();
  await delivery.getByRole("button").first().click();
  await page.getByTestId("attempt").first().getByText("503").first().waitFor();
  await page.getByTestId("attempt").first().getByText("being mended").waitFor();
  await delivery.getByText("What it sends").click();
  const request = page.getByTestId("request");
  await request.getByText(`POST ${receiver.url}`).waitFor();
  await request.getByText("BIN-0815").waitFor();
  await request.getByRole("button", { name: "Copy as curl" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl .*BIN-0815.*\/hook'$/s);

  receiver.answer.status = 200;
  receiver.answer.body = "";
  const replayed = page.waitForResponse(/\/replay$/);
  await delivery.getByRole("button", { name: "Send again" }).click();
  await replayed;
  // The hub may have tried of itself just before: then it is on its way once more.
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ delivered: 1, pending: 0 });
  await delivery.getByText("Delivered").waitFor();
  await page.getByTestId("attempt").last().getByText("200").waitFor();
  await page.getByTestId("destination-state").getByText("On", { exact: true }).waitFor();

  receiver.answer.status = 422;
  await send("BIN-0816");
  await send("BIN-0817");
  await count(page, "dead", 2).waitFor();
  receiver.answer.status = 200;
  await page.getByTestId("filter-dead").click();
  await row(page, "BIN-0816").waitFor();
  await row(page, "BIN-0815").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send all 2 given up again" }).click();
  await page.getByText("Nothing was given up.").waitFor();
  await count(page, "delivered", 3).waitFor();

  const before = receiver.received.length;
  await page.getByRole("button", { name: "Send a time range again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("2026-01-01T00:00");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => receiver.received.length).toBe(before + 3);
  expect(errors).toEqual([]);
});

test("chosen deliveries are sent again or dropped together, with the keyboard too", async () => {
  await makeRoute();
  receiver.answer.status = 422;
  const { page, errors } = await open("phone, dark", "destinations/stock");
  for (const content of ["BIN-1", "BIN-2", "BIN-3", "BIN-4"]) await send(content);
  await count(page, "dead", 4).waitFor();
  receiver.answer.status = 200;
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const box = (content: string) => page.getByRole("checkbox", { name: `Select ${content},` });
  await box("BIN-1").check();
  await box("BIN-3").focus();
  await page.keyboard.press("Space");
  expect(await page.getByRole("button", { name: "Drop", exact: true }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Send again (2)" }).click();
  await count(page, "delivered", 2).waitFor();
  const again = receiver.received.slice(before).map(({ body }) => JSON.parse(body).content);
  expect(again.sort()).toEqual(["BIN-1", "BIN-3"]);
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  for (const content of ["BIN-5", "BIN-6", "BIN-7"]) await send(content);
  await row(page, "BIN-7").waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("All shown").check();
  await page.getByRole("button", { name: "Send again (7)" }).waitFor();
  await box("BIN-6").uncheck();
  await page.getByRole("button", { name: "Drop (2)" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await count(page, "dropped", 2).waitFor();
  await count(page, "pending", 1).waitFor();
  await row(page, "BIN-6").getByText("Waiting").waitFor();
  expect(errors).toEqual([]);
});

test("a destination is paused, keeping or dropping what comes; what waits is dropped only after a question", async () => {
  await makeRoute();
  const { page, errors } = await open("desktop, dark", "destinations/stock");
  const pause = async (how: string) => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(how).check();
    await dialog.getByRole("button", { name: "Pause", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await pause("Keep what comes");
  await page.getByTestId("destination-state").getByText("Paused, keeping").waitFor();
  await send("KEPT-1");
  await count(page, "pending", 1).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await count(page, "delivered", 1).waitFor();

  await pause("Keep what comes");
  await send("KEPT-2");
  await send("KEPT-3");
  await page.getByRole("button", { name: "Drop all 2 waiting" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Drop 2 deliveries?" }).waitFor();
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await count(page, "dropped", 2).waitFor();

  await page.getByRole("button", { name: "Resume" }).click();
  await pause("Drop what comes");
  await send("DROPPED-1");
  await count(page, "dropped", 3).waitFor();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Remove this destination" }).click();
  await page.getByRole("dialog").getByText("Its route goes with it").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove destination" }).click();
  await page.getByRole("heading", { name: "Pass scans on to other systems" }).waitFor();
  expect(errors).toEqual([]);
});

test("a destination that was switched off is seen on every screen, until it is on again", async () => {
  await makeRoute();
  receiver.answer.status = 410;
  const { page, errors } = await open("phone, dark", "inboxes");
  const routes = page.getByRole("link", { name: "Routes", exact: true });
  await routes.waitFor();
  await send("BIN-0815");
  await page.getByRole("link", { name: "Routes 1 needs a look" }).click();
  await page.getByText("410 Gone").waitFor();
  receiver.answer.status = 200;
  await page.getByRole("link", { name: "Stock list", exact: true }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await count(page, "delivered", 1).waitFor();
  await routes.waitFor();
  expect(errors).toEqual([]);
});
