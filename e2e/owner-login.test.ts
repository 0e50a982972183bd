import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { scanhook } from "./command.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startUsualHub } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startUsualHub(folder.data);
  api = await logIn(hub);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test("whoever forgot the password is told how to get in, and the link opens an empty form in the same tab", async () => {
  const { page, context } = await openDevice(browser);
  await page.goto(hub.base);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("not this one");
  await page.getByRole("button", { name: "Log in" }).click();
  const problem = page.getByRole("alert");
  await problem.waitFor();
  expect(await page.getByText("Forgot the password?").textContent()).toMatch(
    /npx scanhook login-link\s+and open the link that it prints\.$/,
  );

  const { stdout } = await scanhook("login-link", "--data", folder.data);
  await page.goto(stdout.trim());
  const newField = page.getByLabel("New password");
  await newField.waitFor();
  expect(await newField.inputValue()).toBe("");
  expect(await problem.count()).toBe(0);
  await newField.fill(ownerPassword);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await page.getByRole("navigation").first().waitFor();
  await context.close();
});

test("with the password, the owner can remove all API tokens", async () => {
  api = await logIn({ ...hub, loginLink: undefined });
  for (const name of ["stock list", "export"]) await api("POST", "/api/tokens", { name });
  const { page, context } = await openDevice(browser);
  await page.goto(`${hub.base}/#/settings`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("Change password").waitFor();
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(ownerPassword);
  await dialog.getByLabel("New password").fill("another good password");
  await dialog.getByLabel("Remove all 2 API tokens too").check();
  await dialog.getByRole("button", { name: "Change password" }).click();
  await page.getByText("The password was changed.").waitFor();
  await page.getByRole("link", { name: "API tokens" }).click();
  await page.getByText("No tokens yet.").waitFor();
  await context.close();
});
