import { afterEach, beforeEach, expect, test } from "vitest";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import { sizes } from "./browser.ts";
import { logIn, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import {
  api,
  createDestinationWithRoute,
  folder,
  hub,
  openDashboard,
  receiver,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

// The owner hears when something is wrong, once, and when it is over.
useHubs();

let ntfy: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  ntfy = await startReceiver(() => 200);
});
afterEach(() => ntfy[Symbol.asyncDispose]());

const listTitles = () => ntfy.received.map(({ body }) => JSON.parse(body).title as string);

const addPhone = (name: string) =>
  api("POST", "/api/destinations", {
    name,
    kind: "ntfy",
    settings: { server: `http://127.0.0.1:${ntfy.port}`, topic: name },
    allowPrivate: true,
  });

test("an owner hears on the phone that a destination died, once, and that it is back", async () => {
  await createDestinationWithRoute();
  const { page, context, errors } = await openDashboard("phone, light", "make-route?kind=ntfy");
  await page.getByLabel("Server", { exact: true }).fill(`http://127.0.0.1:${ntfy.port}`);
  await page.getByLabel("Topic", { exact: true }).fill("hub");
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByLabel("Only for alerts").check();
  await inspect(page, "phone, light", "new destination for alerts");
  await page.getByRole("button", { name: "Create destination" }).click();
  await page.getByLabel("Add a destination for alerts").selectOption("ntfy");
  await page.getByText("Ready").waitFor();
  await page.getByRole("button", { name: "Send a test alert" }).click();
  await page.getByRole("main").getByText("It accepted the test alert.").waitFor();
  await page.getByText("Limits", { exact: true }).click();
  await page.getByLabel("Minutes until a failing destination causes an alert").fill("0");
  await page.getByRole("button", { name: "Save limits" }).click();
  await page.getByRole("main").getByText("The limits are saved.").waitFor();
  expect(listTitles()).toEqual(["Test alert"]);

  receiver.reply.status = 503;
  for (let number = 0; number < 6; number += 1) await sendScan(`PRIVATE-${number}`);
  const failing = "The destination “Stock list” is failing";
  await expect.poll(listTitles).toEqual(["Test alert", failing]);
  await page.reload();
  await page.getByRole("heading", { name: "Wrong now" }).waitFor();
  await page.getByText(failing).waitFor();
  expect(errors).toEqual([]);
  await context.close();
  await hub.stop();

  const restarted = await startHubProcess(folder.data);
  try {
    const callApi = await logIn(restarted);
    await callApi("POST", "/api/deliveries/replay", { destination: "stock" });
    const readCircuit = async () =>
      (await callApi<{ circuit: string }>("GET", "/api/destinations/stock")).circuit;
    await expect.poll(readCircuit).not.toBe("closed");
    receiver.reply.status = 200;
    await callApi("POST", "/api/deliveries/replay", { destination: "stock" });
    const back = "The destination “Stock list” works again";
    await expect.poll(listTitles).toEqual(["Test alert", failing, back]);
  } finally {
    await restarted.stop();
  }
  expect(ntfy.received.map(({ body }) => body).join("")).not.toContain("PRIVATE");
});

test("the alerts in the settings are accessible and fit the window in every look", async () => {
  for (const look of sizes) {
    const { page, context, errors } = await openDashboard(look, "settings/alerts");
    await page.getByText("First make a destination that reaches you").waitFor();
    await inspect(page, look, "alerts without destinations");
    await addPhone("owners-phone");
    await addPhone("a-second-phone-with-a-name-that-is-rather-long");
    await createDestinationWithRoute();
    await page.reload();
    await page.getByText("Nobody is told yet.").waitFor();
    await inspect(page, look, "alerts to nobody");
    const chosen = ["owners-phone", "stock", "a-second-phone-with-a-name-that-is-rather-long"];
    await api("PATCH", "/api/alerts", { destinations: chosen });
    receiver.reply.status = 401;
    await page.reload();
    await page.getByRole("button", { name: "Send a test alert" }).click();
    await page.getByRole("main").getByText("The test alert failed.").waitFor();
    await page.getByText("Limits", { exact: true }).click();
    await page.getByRole("button", { name: "Save limits" }).scrollIntoViewIfNeeded();
    await inspect(page, look, "alerts after a test");
    for (const name of chosen) await api("PATCH", `/api/destinations/${name}`, { state: "held" });
    await expect
      .poll(async () => (await api<{ current: unknown[] }>("GET", "/api/alerts")).current)
      .toHaveLength(3);
    await page.reload();
    await page.getByText("No alert can be sent now").waitFor();
    await inspect(page, look, "alerts that cannot be sent");
    expect(errors).toEqual([]);
    await context.close();
    await api("PATCH", "/api/alerts", { destinations: [] });
    for (const name of chosen) await api("DELETE", `/api/destinations/${name}`);
  }
});
