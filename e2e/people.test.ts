import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { tabTo } from "./keyboard.ts";
import { api, atHub, browser, hub, openDashboard, postScan, useOwner } from "./owner.ts";
import { readAuthenticator } from "./second-factor.ts";

// Several people use one hub: each sees what their role allows, and is told so where it does not.
useOwner();

const password = "a password of one's own";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const listMenu = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("listitem").allTextContents();

/** Opens a one-time link and sets the password. */
async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(atHub(link));
  await page.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
  await page.getByLabel("New password").fill(password);
  await button(page, "Set password and log in").click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

async function invite(role: string, name: string, inboxes?: string[]) {
  return api<{ link: string; person: { id: number } }>("POST", "/api/people", {
    name,
    role,
    inboxes,
  });
}

test("somebody at the desk is invited by link, and the page adapts when they become a viewer", async () => {
  await api("POST", "/api/registers", { name: "gala", kind: "check-in" });
  await api("PUT", "/api/inboxes/scans/register", { register: "gala", action: "in" });
  await api("POST", "/api/registers/gala/entries", { label: "Grace Hopper" });
  await postScan("CRATE-7");
  const owner = await openDevice(browser, "desktop, light");
  const { page } = owner;
  await openDashboard(page, "#/settings/people");
  await button(page, "Invite somebody").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Ada");
  await dialog.getByRole("radio", { name: "Desk" }).check();
  await button(page, "Create a link").click();
  const link = await dialog.getByText(/#\/login\?code=/).textContent();
  await button(page, "Done").click();

  const desk = await openDevice(browser, "desktop, light");
  await accept(desk.page, link!.trim(), "Ada");
  await desk.page.getByText("CRATE-7").waitFor();
  expect(await listMenu(desk.page)).toEqual([
    expect.stringContaining("Scans"),
    expect.stringContaining("Tags"),
    expect.stringContaining("Inboxes"),
    expect.stringContaining("Registers"),
    expect.stringContaining("Settings"),
  ]);
  // The live view works, and nothing can be deleted.
  await postScan("CRATE-8");
  await desk.page.getByRole("link", { name: /CRATE-8/ }).click();
  await desk.page.getByText("Body as received").waitFor();
  expect(await button(desk.page, "Delete this scan").count()).toBe(0);
  // Guests are checked in by hand, and the register cannot be set up.
  await desk.page.goto(`${hub.base}/#/registers/gala`);
  await desk.page.getByRole("button", { name: "Check in Grace Hopper" }).click();
  await desk.page.getByTestId("inside").getByText("1").waitFor();
  expect(await desk.page.getByRole("link", { name: "Set up" }).count()).toBe(0);
  await desk.page.goto(`${hub.base}/#/settings`);
  await desk.page.getByRole("heading", { name: "Where you are logged in" }).waitFor();
  const parts = desk.page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect((await parts.allTextContents()).map((text) => text.trim())).toEqual([
    "Account",
    "API tokens",
  ]);
  for (const hash of ["routes", "settings/people", "settings/changes", "edit-register/gala"]) {
    await desk.page.goto(`${hub.base}/#/${hash}`);
    await desk.page.getByRole("heading", { name: "This page is not open to you" }).waitFor();
    await desk.page.getByText("Your account has the role Desk").waitFor();
  }

  await desk.page.goto(`${hub.base}/#/registers/gala`);
  const checkOut = desk.page.getByRole("button", { name: "Check out Grace Hopper" });
  await checkOut.waitFor();
  await page.getByText("last logged in").last().waitFor();
  await button(page, "Change Ada").click();
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await button(page, "Save").click();
  await page.getByTestId("notice").getByText("Ada was changed.").waitFor();
  await checkOut.waitFor({ state: "detached", timeout: 8000 });
  await desk.page.getByRole("link", { name: "Grace Hopper" }).first().waitFor();
  // The journal says who did that.
  await page.getByRole("link", { name: "Changes" }).click();
  const change = page.getByTestId("change").first();
  await change.getByText("Person Ada changed").waitFor();
  expect((await change.getByRole("definition").textContent())?.replaceAll(/\s+/g, " ")).toContain(
    "desk →to viewer",
  );
  expect(owner.errors).toEqual([]);
  expect(desk.errors).toEqual([]);
  await owner.context.close();
  await desk.context.close();
});

test("a limited viewer walks every screen, and none is broken or offers a change", async () => {
  await api("POST", "/api/inboxes", { name: "gate", open: true });
  await postScan("AT-THE-GATE", "gate");
  await postScan("ELSEWHERE");
  const { link } = await invite("viewer", "Alan", ["gate"]);
  const { page, context, errors } = await openDevice(browser, "phone, light");
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await accept(page, link, "Alan");
  await page.getByText("AT-THE-GATE").waitFor();
  expect(await page.getByText("ELSEWHERE").count()).toBe(0);
  expect((await listMenu(page)).map((text) => text.trim())).toEqual([
    "Scans",
    "Inboxes",
    "Registers",
    "Settings",
  ]);
  for (const hash of ["inboxes", "inboxes/gate", "registers", "settings", "settings/tokens"]) {
    await page.goto(`${hub.base}/#/${hash}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Loading…").waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count(), hash).toBe(0);
  }
  for (const name of ["New inbox", "Rename", "Add a user", "Pair a phone", "New register"])
    expect(await button(page, name).count(), name).toBe(0);
  await page.goto(`${hub.base}/#/tags`);
  await page.getByText("Your account is limited to some inboxes").waitFor();
  expect(refused).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test("with an authenticator app, a log-in asks for a code, and takes a recovery code once", async () => {
  const { link } = await invite("manager", "Grace");
  const { page, context, errors } = await openDevice(browser, "phone, dark");
  await accept(page, link, "Grace");
  await page.goto(`${hub.base}/#/settings`);
  await button(page, "Set up").click();
  const dialog = page.getByRole("dialog");
  const secret = await dialog.getByText(/^[A-Z2-7]{16,}$/).textContent();
  await dialog.getByLabel("Code that the app shows").fill("000000");
  await dialog.getByLabel("Your password").fill(password);
  await button(page, "Turn on").click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Code that the app shows").fill(readAuthenticator(secret!));
  await button(page, "Turn on").click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const codes = await dialog.getByRole("listitem").allTextContents();
  expect(new Set(codes).size).toBe(10);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("scanhook-recovery-codes.txt");
  await button(page, "I have kept them").click();
  await page.getByText("10 recovery codes are left.").waitFor();

  for (const expected of ["in", "refused"] as const) {
    await button(page, "Log out").click();
    await page.getByLabel("Name").fill("grace");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Log in").click();
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
    await button(page, "Use a recovery code instead").click();
    await page.getByLabel("Recovery code").fill(codes[0]!);
    await tabTo(page, button(page, "Log in"));
    await page.keyboard.press("Enter");
    if (expected === "refused") {
      await page.getByRole("alert").waitFor();
      await page.getByLabel("Recovery code").fill(codes[1]!);
      await page.keyboard.press("Enter");
    }
    await page.getByText(expected === "in" ? "9 recovery" : "8 recovery").waitFor();
  }
  expect(errors).toEqual([]);
  await context.close();
});

test("a token with scopes may read and not manage, and the owner sees whose it is", async () => {
  const { link } = await invite("manager", "Barbara");
  const manager = await openDevice(browser, "desktop, light");
  await accept(manager.page, link, "Barbara");
  await manager.page.goto(`${hub.base}/#/settings/tokens`);
  await button(manager.page, "New token").click();
  const dialog = manager.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("night report");
  expect(await dialog.getByRole("checkbox", { name: "Read" }).isChecked()).toBe(true);
  await dialog.getByLabel("Ends on").fill("2099-12-24");
  await button(manager.page, "Create token").click();
  const token = await dialog.getByText(/^shk_/).textContent();
  const call = (method: string, path: string, body?: object) =>
    fetch(`${hub.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token!.trim()}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
  expect((await call("GET", "/api/scans")).status).toBe(200);
  expect((await call("POST", "/api/inboxes", { name: "made", open: true })).status).toBe(403);

  const { page, context } = await openDevice(browser, "phone, light");
  await openDashboard(page, "#/settings/tokens");
  const row = page.getByTestId("token").filter({ hasText: "night report" });
  await row.getByText("Read · of Barbara · ends Dec 24, 2099").waitFor();
  await row.getByRole("button").click();
  await button(page, "Remove token").click();
  await row.waitFor({ state: "detached" });
  expect((await call("GET", "/api/scans")).status).toBe(401);
  await context.close();
  await manager.context.close();
});

test("a user of an inbox belongs to a person, whose name the scans show", async () => {
  await invite("viewer", "Radia");
  await api("POST", "/api/inboxes", { name: "shop", open: false });
  const { page, context } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/inboxes/shop");
  await button(page, "Add a user").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill("phone-3");
  await dialog.getByRole("button", { name: "Add user" }).click();
  const secret = await dialog.getByRole("code").last().textContent();
  await button(page, "Done").click();
  await page.getByRole("button", { name: "Choose who uses it: phone-3" }).click();
  await dialog.getByLabel("Person").selectOption("Radia");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Used by Radia").waitFor();
  await fetch(`${hub.base}/in/shop`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${btoa(`phone-3:${secret!.trim()}`)}`,
    },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: new Date().toISOString(),
      content: "FROM-RADIA",
    }),
  });
  await page.goto(`${hub.base}/#/`);
  const row = page.getByTestId("scan-row").filter({ hasText: "FROM-RADIA" });
  await row.getByText("Radia", { exact: true }).waitFor();
  await row.getByRole("link").click();
  await page.getByText("phone-3", { exact: true }).waitFor();
  await context.close();
});

test("whoever is removed, or logged out elsewhere, is at the log-in within seconds", async () => {
  const { link, person } = await invite("viewer", "Edsger");
  const { page, context } = await openDevice(browser, "phone, light");
  await accept(page, link, "Edsger");
  await api("DELETE", `/api/people/${person.id}/sessions`);
  await page.getByText("Your session has ended").waitFor({ timeout: 8000 });
  await context.close();
});
