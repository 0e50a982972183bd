import { serializeScan } from "@scanhook/webhook";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let api: Awaited<ReturnType<typeof logIn>>;
let device: Awaited<ReturnType<typeof openDevice>>;
let page: Page;

const shop = {
  name: "shop",
  title: "Shop",
  kind: "http",
  settings: { url: "https://shop.example/scans", auth: "bearer" },
  secrets: { token: "stored-token" },
};
const tag = "04:A2:7F:1B:5E:80:00";

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  browser = await startBrowser();
  await api("POST", "/api/destinations", shop);
  await api("POST", "/api/routes", { name: "all", title: "All scans", destination: "shop" });
  await api("PUT", `/api/tags/${tag}/name`, { name: "Drill" });
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});
beforeEach(async (context) => {
  device = await openDevice(browser, "desktop, light");
  page = device.page;
  context.onTestFinished(async () => {
    expect(device.errors).toEqual([]);
    await device.context.close();
  });
});

async function enterPassword() {
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function open(hash: string) {
  await page.goto(`${hub.base}/${hash}`);
  await enterPassword();
}

const menu = (name: string) => page.getByRole("link", { name, exact: true }).first();
const restored = () => page.getByTestId("restored");
const save = () => page.getByRole("button", { name: "Save", exact: true });
const saved = () => page.getByTestId("notice").getByText("Saved.").waitFor();
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Everything that the page has written down. */
const readStorage = () =>
  page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage));

test("a destination keeps what was typed over a reload, the menu and Back, until it is saved", async () => {
  await open("#/edit-destination/shop");
  await page.getByLabel("Title").fill("Web shop");
  expect(await restored().count()).toBe(0);
  await page.reload();
  await restored().getByText("Restored what you typed.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Web shop");
  await menu("Scans").click();
  await page.goBack();
  await restored().waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Web shop");
  await save().click();
  await saved();
  expect(await readStorage()).not.toContain("Web shop");
  await page.goto(`${hub.base}/#/edit-destination/shop`);
  await page.reload();
  await save().waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Web shop");
  expect(await restored().count()).toBe(0);
});

test("a form is discarded with its button, with Cancel, and by logging out", async () => {
  await open("#/routes/all");
  const title = page.getByLabel("Title");
  await title.fill("Tickets");
  await page.reload();
  await restored().getByRole("button", { name: "Discard" }).click();
  expect(await title.inputValue()).toBe("All scans");
  expect(await restored().count()).toBe(0);
  await page.reload();
  expect(await title.inputValue()).toBe("All scans");

  await title.fill("Tickets");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.goBack();
  expect(await title.inputValue()).toBe("All scans");

  await title.fill("Tickets");
  await menu("Settings").click();
  await button("Log out").click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  expect(await readStorage()).not.toContain("Tickets");
  await enterPassword();
  await page.goto(`${hub.base}/#/routes/all`);
  expect(await title.inputValue()).toBe("All scans");
});

test("a form with a secret is whole after logging in again, and the secret is never written down", async () => {
  await open("#/make-route?kind=http");
  await page.getByLabel("Address").first().fill("https://stock.example/scans");
  await page.getByLabel("Authentication").selectOption("bearer");
  await page.getByLabel("Token", { exact: true }).fill("typed-and-secret");
  // The menu polls, and the form asks for a preview. Only the request that saves the form is to be
  // refused here.
  await page.route("**/api/**", async (route) => {
    if (route.request().method() !== "POST" || route.request().url().endsWith("/preview")) return;
    await route.continue();
  });
  // Another tab of the same browser logs out, and the next request of this one is refused.
  const other = await device.context.newPage();
  await other.goto(`${hub.base}/#/settings`);
  await other.getByRole("button", { name: "Log out" }).click();
  await other.getByLabel("Password", { exact: true }).waitFor();
  await other.close();
  await button("Create route").click();
  await page.getByText("Your session has ended").waitFor();
  const written = await readStorage();
  expect(written).toContain("stock.example");
  expect(written).not.toContain("typed-and-secret");
  await page.unroute("**/api/**");
  await enterPassword();
  await restored().waitFor();
  expect(await page.getByLabel("Token", { exact: true }).inputValue()).toBe("typed-and-secret");
  await button("Create route").click();
  await page.getByTestId("notice").waitFor();
  const { destinations } = await api<{ destinations: object[] }>("GET", "/api/destinations");
  expect(destinations).toContainEqual(
    expect.objectContaining({
      settings: expect.objectContaining({ url: "https://stock.example/scans" }),
    }),
  );
  expect(await readStorage()).not.toContain("stock.example");
});

test("a reload asks first while a secret would be lost, and the form then names the secret", async () => {
  await open("#/edit-destination/shop");
  await page.getByLabel("Title").fill("Secret shop");
  await button("Replace Token").click();
  await page.getByLabel("Token", { exact: true }).fill("another-secret");
  const question = page.waitForEvent("dialog");
  const reloading = page.reload();
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloading;
  await restored().getByText("Enter again").getByText("Token").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Secret shop");
  const token = page.getByLabel("Token", { exact: true });
  expect(await token.inputValue()).toBe("");
  await token.fill("another-secret");
  expect(await restored().getByText("Enter again").count()).toBe(0);
  await restored().getByRole("button", { name: "Discard" }).click();
  await button("Replace Token").waitFor();
});

test("a restored form on top of an older revision asks which values to keep", async () => {
  await open("#/edit-destination/shop");
  await page.getByLabel("Address").first().fill("https://shop.example/mine");
  await menu("Scans").click();
  await page.getByRole("heading", { name: "Scans" }).first().waitFor();
  await api("PATCH", "/api/destinations/shop", {
    settings: { url: "https://shop.example/theirs", auth: "bearer" },
  });
  await page.goBack();
  await restored().waitFor();
  await page.reload();
  await restored().waitFor();
  expect(await page.getByLabel("Address").first().inputValue()).toBe("https://shop.example/mine");
  await save().click();
  const dialog = page.getByRole("dialog", { name: "Changed in the meantime" });
  await dialog.getByRole("radio", { name: "https://shop.example/theirs" }).check();
  await dialog.getByRole("button", { name: "Save this choice" }).click();
  await saved();
  expect(await api("GET", "/api/destinations/shop")).toMatchObject({
    settings: { url: "https://shop.example/theirs" },
  });
});

test("dialogs and small forms open again with what was typed", async () => {
  await open("#/inboxes");
  await button("New inbox").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("North gate");
  const name = dialog.getByLabel("Name in the receiver URL");
  await dialog.getByText("Details").click();
  expect(await name.getAttribute("placeholder")).toBe("north-gate");
  await name.fill("gate");
  await page.reload();
  await restored().waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("North gate");
  await button("Cancel").click();
  await page.reload();
  await button("New inbox").waitFor();
  expect(await dialog.count()).toBe(0);

  await page.goto(`${hub.base}/#/inboxes/scans`);
  await page.getByLabel("Days to keep").fill("365");
  await button("Rename").click();
  await dialog.getByLabel("Title").fill("Front desk");
  await page.reload();
  await restored().nth(1).waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Front desk");
  await dialog.getByRole("button", { name: "Save" }).click();
  await saved();
  expect(await page.getByLabel("Days to keep").inputValue()).toBe("365");
  await button("Add a user").click();
  await dialog.getByLabel("Username").fill("anna");
  await page.reload();
  expect(await dialog.getByLabel("Username").inputValue()).toBe("anna");
  await button("Cancel").click();
  await restored().getByRole("button", { name: "Discard" }).click();

  await page.goto(`${hub.base}/#/tags/${tag}`);
  await button("Rename").click();
  await page.getByLabel("Name").fill("Drill no. 2");
  await page.reload();
  expect(await page.getByLabel("Name").inputValue()).toBe("Drill no. 2");
  await save().click();
  await saved();
  expect(await api("GET", `/api/tags/${tag}`)).toMatchObject({ name: "Drill no. 2" });

  await api("POST", "/api/inboxes", { name: "door", open: true });
  await fetch(`${hub.base}/in/door`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: serializeScan({ identifier: "1", date: "2026-11-01T09:00:00Z", content: "first" }),
  });
  await page.goto(`${hub.base}/#/destinations/shop`);
  await button("Send a time range again").click();
  await dialog.getByLabel("From").fill("2026-11-01T08:00:07");
  await page.reload();
  await restored().waitFor();
  expect(await dialog.getByLabel("From").inputValue()).toBe("2026-11-01T08:00:07");
  await button("Cancel").click();

  await page.goto(`${hub.base}/#/settings/tokens`);
  await button("New token").click();
  await dialog.getByLabel("Name").fill("Stock report");
  await page.reload();
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Stock report");
});
