import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createDestinationWithRoute,
  deliveryCount,
  deliveryRow,
  folder,
  hub,
  openDashboard,
  receiver,
  secret,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

// The owner creates a route, and scans reach its destination.
useHubs();

test("a scan that passes a new route is delivered, and every screen shows it as delivered", async () => {
  await sendScan("https://example.com/tools/drill-7");
  const { page, errors } = await openDashboard("desktop, light", "");
  await page.getByRole("link", { name: "Routes" }).click();
  await page.getByRole("heading", { name: "Forward scans to other systems" }).waitFor();
  await page.getByTestId("kind-http").click();
  await page.getByLabel("Title").fill("Stock list");
  await page.getByText("Fill in the required fields above").waitFor();
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByText("This address seems to be in your own network.").waitFor();
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByLabel("Authentication").selectOption("bearer");
  await page.getByLabel("Token", { exact: true }).fill(secret);
  await page.getByLabel("Inbox").selectOption("scans");
  await page.getByLabel("Content", { exact: true }).fill("https://*");
  await page.getByTestId("passing").getByText("The last scan passes.").waitFor();

  const preview = page.getByTestId("message");
  await preview.getByText(`POST ${receiver.url}`).waitFor();
  await preview.getByText("https://example.com/tools/drill-7").waitFor();
  expect(await preview.textContent()).not.toContain(secret);

  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByTestId("test-answer").getByText("Delivered · status 200").waitFor();
  await page.getByTestId("test-answer").getByText("thank you").waitFor();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Create route" }).click();
  const card = page.getByTestId("destination").filter({ hasText: "Stock list" });
  await card.getByText("Scans from Front door whose content matches https://*").waitFor();
  await sendScan("TICKET-0001");
  await sendScan("https://example.com/tools/saw-2");
  await deliveryCount(page, "delivered", 1).waitFor();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]).toMatchObject({ method: "POST", path: "/hook" });
  expect(receiver.received[1]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(JSON.parse(receiver.received[1]?.body ?? "")).toMatchObject({
    content: "https://example.com/tools/saw-2",
    inbox: "scans",
  });

  await card.getByRole("link", { name: "Stock list", exact: true }).click();
  await deliveryRow(page, "saw-2").getByText("Delivered").waitFor();
  await deliveryRow(page, "saw-2").getByRole("button").first().click();
  await page.getByTestId("attempt").getByText("thank you").waitFor();
  await page.getByRole("link", { name: "Show the scan" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  await deliveryRow(page, "Stock list").getByText("Delivered").waitFor();
  await page.getByRole("button", { name: "Older scan" }).click();
  await page.getByTestId("scan-content").getByText("TICKET-0001").waitFor();
  await expect.poll(() => deliveryRow(page, "Stock list").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("a form requests its preview once, and again only after a change", async () => {
  await createDestinationWithRoute();
  const { page, errors } = await openDashboard("desktop, light", "routes");
  await page.clock.install();
  let previewRequests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/preview")) previewRequests += 1;
  });
  const shown = page.getByTestId("message");
  const changes = {
    "edit-destination/stock": () => page.getByLabel("Method").fill("PUT"),
    "routes/door-to-stock": () => page.getByLabel("As received").check(),
  };
  for (const [screen, change] of Object.entries(changes)) {
    previewRequests = 0;
    await page.goto(`${hub.base}/#/${screen}`);
    // Before that, the previous form may still be shown.
    await expect.poll(() => previewRequests).toBe(1);
    const textBefore = await shown.textContent();
    await page.clock.runFor(60_000);
    expect([screen, previewRequests]).toEqual([screen, 1]);
    await change();
    await page.clock.runFor(60_000);
    await expect.poll(() => shown.textContent()).not.toBe(textBefore);
    await page.clock.runFor(60_000);
    expect([screen, previewRequests]).toEqual([screen, 2]);
  }
  expect(errors).toEqual([]);
});

test("definitions of the settings file are shown and can be changed only there", async () => {
  await writeFile(
    join(folder.data, "scanhook.yaml"),
    `destinations:
  stock:
    title: Stock list
    kind: http
    settings: { url: "${receiver.url}" }
    allowPrivate: true
routes:
  all-to-stock: { destination: stock }
`,
  );
  const { page } = await openDashboard("desktop, light", "routes");
  await page.getByText("from the settings file").waitFor();
  await page.goto(`${hub.base}/#/routes/all-to-stock`);
  await page.getByText("Defined in the hub's settings file. Change it there.").waitFor();
  expect(await page.getByLabel("Content", { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  await writeFile(join(folder.data, "scanhook.yaml"), "destinations:\n  stock: 7\n");
  await page.goto(`${hub.base}/#/routes`);
  await page.getByText("The settings file was not applied").waitFor();
  await page.getByText("Stock list").waitFor();
});
