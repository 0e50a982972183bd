import { expect, test } from "vitest";
import { countsOf } from "./forwarding-load.ts";
import {
  api,
  createDestinationWithRoute,
  deliveryCount,
  deliveryRow,
  openDashboard,
  receiver,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

// Deliveries are retried, replayed by hand, held and dropped.
useHubs();

test("deliveries to a failing destination are retried, and the owner replays dead deliveries one by one or all together", async () => {
  await createDestinationWithRoute();
  receiver.reply.status = 503;
  receiver.reply.body = "under repair";
  const { page, errors } = await openDashboard("phone, light", "destinations/stock");
  await sendScan("BIN-0815");
  const delivery = deliveryRow(page, "BIN-0815");
  await delivery.getByText("Pending").waitFor();
  await delivery.getByText(/next attempt/).waitFor();
  await page.getByTestId("destination-state").getByText("Retrying").waitFor();
  await delivery.getByRole("button").first().click();
  await page.getByTestId("attempt").first().getByText("503").first().waitFor();
  await page.getByTestId("attempt").first().getByText("under repair").waitFor();
  await delivery.getByText("Request").click();
  const request = page.getByTestId("request");
  await request.getByText(`POST ${receiver.url}`).waitFor();
  await request.getByText("BIN-0815").waitFor();
  await request.getByRole("button", { name: "Copy as curl" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl .*BIN-0815.*\/hook'$/s);

  receiver.reply.status = 200;
  receiver.reply.body = "";
  const replayed = page.waitForResponse(/\/replay$/);
  await delivery.getByRole("button", { name: "Send again" }).click();
  await replayed;
  // The hub may have retried by itself a moment ago, and then the delivery is pending again.
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ delivered: 1, pending: 0 });
  await delivery.getByText("Delivered").waitFor();
  await page.getByTestId("attempt").last().getByText("200").waitFor();
  await page.getByTestId("destination-state").getByText("On", { exact: true }).waitFor();

  receiver.reply.status = 422;
  await sendScan("BIN-0816");
  await sendScan("BIN-0817");
  await deliveryCount(page, "dead", 2).waitFor();
  receiver.reply.status = 200;
  await page.getByTestId("filter-dead").click();
  await deliveryRow(page, "BIN-0816").waitFor();
  await deliveryRow(page, "BIN-0815").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send all 2 dead deliveries again" }).click();
  await page.getByText("No delivery is dead.").waitFor();
  await deliveryCount(page, "delivered", 3).waitFor();

  const countBefore = receiver.received.length;
  await page.getByRole("button", { name: "Send a time range again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("2026-01-01T00:00");
  await dialog.getByText("3 deliveries will be sent again.").waitFor();
  await dialog.getByRole("button", { name: "Send 3 deliveries" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => receiver.received.length).toBe(countBefore + 3);
  expect(errors).toEqual([]);
});

test("selected deliveries are replayed or dropped together, also with the keyboard", async () => {
  await createDestinationWithRoute();
  receiver.reply.status = 422;
  const { page, errors } = await openDashboard("phone, dark", "destinations/stock");
  for (const content of ["BIN-1", "BIN-2", "BIN-3", "BIN-4"]) await sendScan(content);
  await deliveryCount(page, "dead", 4).waitFor();
  receiver.reply.status = 200;
  const countBefore = receiver.received.length;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const locateCheckbox = (content: string) =>
    page.getByRole("checkbox", { name: `Select ${content},` });
  await locateCheckbox("BIN-1").check();
  await locateCheckbox("BIN-3").focus();
  await page.keyboard.press("Space");
  expect(await page.getByRole("button", { name: "Drop", exact: true }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Send again (2)" }).click();
  await deliveryCount(page, "delivered", 2).waitFor();
  const resent = receiver.received.slice(countBefore).map(({ body }) => JSON.parse(body).content);
  expect(resent.sort()).toEqual(["BIN-1", "BIN-3"]);
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  for (const content of ["BIN-5", "BIN-6", "BIN-7"]) await sendScan(content);
  await deliveryRow(page, "BIN-7").waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("All shown").check();
  await page.getByRole("button", { name: "Send again (7)" }).waitFor();
  await locateCheckbox("BIN-6").uncheck();
  await page.getByRole("button", { name: "Drop (2)" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await deliveryCount(page, "dropped", 2).waitFor();
  await deliveryCount(page, "pending", 1).waitFor();
  await deliveryRow(page, "BIN-6").getByText("Pending").waitFor();
  expect(errors).toEqual([]);
});

test("a paused destination holds or drops new deliveries, and drops waiting ones only after a confirmation", async () => {
  await createDestinationWithRoute();
  const { page, errors } = await openDashboard("desktop, dark", "destinations/stock");
  const pause = async (option: string) => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(option).check();
    await dialog.getByRole("button", { name: "Pause", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await pause("Keep new scans");
  await page.getByTestId("destination-state").getByText("Paused, keeping").waitFor();
  await sendScan("KEPT-1");
  await deliveryCount(page, "pending", 1).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await deliveryCount(page, "delivered", 1).waitFor();

  await pause("Keep new scans");
  await sendScan("KEPT-2");
  await sendScan("KEPT-3");
  await page.getByRole("button", { name: "Drop all 2 pending deliveries" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Drop 2 deliveries?" }).waitFor();
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await deliveryCount(page, "dropped", 2).waitFor();

  await page.getByRole("button", { name: "Resume" }).click();
  await pause("Drop new scans");
  await sendScan("DROPPED-1");
  await deliveryCount(page, "dropped", 3).waitFor();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Remove this destination" }).click();
  await page.getByRole("dialog").getByText("Its route is removed too").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove destination" }).click();
  await page.getByRole("heading", { name: "Forward scans to other systems" }).waitFor();
  expect(errors).toEqual([]);
});

test("every screen shows that a destination is switched off until it is on again", async () => {
  await createDestinationWithRoute();
  receiver.reply.status = 410;
  const { page, errors } = await openDashboard("phone, dark", "inboxes");
  const routes = page.getByRole("link", { name: "Routes", exact: true });
  await routes.waitFor();
  await sendScan("BIN-0815");
  await page.getByRole("link", { name: "Routes 1 needs attention" }).click();
  await page.getByText("410 Gone").waitFor();
  receiver.reply.status = 200;
  await page.getByRole("link", { name: "Stock list", exact: true }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  await deliveryCount(page, "delivered", 1).waitFor();
  await routes.waitFor();
  expect(errors).toEqual([]);
});
