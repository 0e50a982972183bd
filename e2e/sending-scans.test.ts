// Scans that are stored already are sent through a route that the owner chooses, also when they are
// older than the route.
import { expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { countsOf } from "./forwarding-load.ts";
import { inspect } from "./inspect.ts";
import {
  api,
  createDestinationWithRoute,
  hub,
  openDashboard,
  receiver,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

useHubs();

const receivedContents = () =>
  receiver.received.map(({ body }) => JSON.parse(body).content as string).toSorted();

test("the owner sends scans that are older than the route, and learns beforehand which ones arrive twice", async () => {
  for (const content of ["BIN-1", "BIN-2", "TICKET-1"]) await sendScan(content);
  const { page, errors } = await openDashboard("phone, light", "");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByTestId("bulk");
  await page.getByLabel("All shown").check();
  await bar.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("There is no route yet.").waitFor();
  await page.keyboard.press("Escape");

  await createDestinationWithRoute();
  await api("PATCH", "/api/routes/door-to-stock", { filter: { content: "BIN-*" } });
  await sendScan("BIN-3");
  await expect.poll(receivedContents).toEqual(["BIN-3"]);
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ delivered: 1 });
  await page.getByTestId("scan-row").filter({ hasText: "BIN-3" }).waitFor();
  await bar.getByRole("button", { name: "All that match" }).click();
  await bar.getByText("4 scans are selected.").waitFor();
  await sendScan("BIN-4, which arrives after the selection");
  await expect.poll(() => receiver.received.length).toBe(2);

  await bar.getByRole("button", { name: "Send", exact: true }).click();
  // The only route is chosen already.
  await dialog.getByText("3 scans will be sent to Stock list.").waitFor();
  const again = dialog.getByLabel("Send 1 scan again that this route has already delivered.");
  const unmatched = dialog.getByLabel("Send 1 scan that the inbox or the filter");
  expect([await again.isChecked(), await unmatched.isChecked()]).toEqual([false, true]);
  await again.check();
  await dialog.getByText("4 scans will be sent to Stock list.").waitFor();
  await unmatched.uncheck();
  await dialog.getByText("3 scans will be sent to Stock list.").waitFor();
  receiver.received.length = 0;
  // The second click of a double click finds the dialog busy or gone.
  await dialog.getByRole("button", { name: "Send 3 scans" }).dblclick();
  await page.getByTestId("notice").getByText("3 scans are on their way to Stock list.").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ accepted: 4, delivered: 4 });
  expect(receivedContents()).toEqual(["BIN-1", "BIN-2", "BIN-3"]);
  expect(errors).toEqual([]);
});

test("a time range that is sent again says what it covers, and offers scans that are older than the route", async () => {
  for (const content of ["OLD-1", "OLD-2"]) await sendScan(content);
  await createDestinationWithRoute();
  await sendScan("NEW-1");
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ delivered: 1 });
  receiver.received.length = 0;
  const { page, errors } = await openDashboard("desktop, dark", "destinations/stock");
  await page.getByRole("button", { name: "Send a time range again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("2099-01-01T00:00");
  await dialog.getByText("The time range has no delivery to send again.").waitFor();
  expect(await dialog.getByRole("button", { name: "Send again" }).isDisabled()).toBe(true);
  await dialog.getByLabel("From").fill("2026-01-01T00:00");
  await dialog.getByText("1 delivery will be sent again.").waitFor();
  await dialog.getByLabel("Send 2 scans too that “door-to-stock” has never sent").check();
  await inspect(page, "desktop, dark", "time range");
  await dialog.getByRole("button", { name: "Send 3 deliveries" }).click();
  await page.getByTestId("notice").getByText("3 deliveries are on their way.").waitFor();
  await expect.poll(receivedContents).toEqual(["NEW-1", "OLD-1", "OLD-2"]);
  expect(errors).toEqual([]);
});

test("a deleted scan is confirmed where everybody sees it", async () => {
  await sendScan("BIN-1");
  await sendScan("BIN-2");
  const { page, errors } = await openDashboard("desktop, light", "");
  await page.getByText("BIN-2").click();
  await page.getByRole("button", { name: "Delete this scan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete scan" }).click();
  await page.getByTestId("notice").getByText("The scan was deleted.").waitFor();
  await page.getByTestId("undo-deletion").getByRole("button", { name: "Undo" }).click();
  await page.getByTestId("notice").getByText("1 scan is back.").waitFor();
  expect(errors).toEqual([]);
});

test("the dialogs are accessible and fit the window in every look", async () => {
  for (let number = 1; number <= 12; number += 1) await sendScan(`BIN-08${number}`);
  await createDestinationWithRoute();
  await api("PATCH", "/api/routes/door-to-stock", { filter: { content: "BIN-081*" }, on: false });
  const { scans } = (await api("GET", "/api/scans")) as { scans: { id: number }[] };
  const ids = scans.slice(0, 2).map(({ id }) => id);
  await api("POST", "/api/scans/send", { ids, route: "door-to-stock" });
  await expect.poll(() => countsOf(api, "stock")).toMatchObject({ delivered: 2 });
  await api("PATCH", "/api/destinations/stock", { state: "held" });
  await api("POST", "/api/scans/send", { ids: [scans[3]!.id], route: "door-to-stock" });
  for (const look of sizes) {
    const { page, context, errors } = await openDashboard(look, "");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByLabel("All shown").check();
    await inspect(page, look, "scans to send");
    await page.getByTestId("bulk").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByTestId("send-plan").waitFor();
    await inspect(page, look, "send scans");
    await page.goto(`${hub.base}/#/destinations/stock`);
    await page.getByRole("button", { name: "Send a time range again" }).click();
    await page.getByRole("dialog").getByLabel("From").fill("2026-01-01T00:00");
    await page.getByTestId("range-plan").waitFor();
    await inspect(page, look, "send a time range");
    expect(errors).toEqual([]);
    await context.close();
  }
});
