import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, atHub, browser, hub, openDashboard, useOwner } from "./owner.ts";

// The screens of the account, people, tokens and changes in every look.
useOwner();

type Invited = { person: { id: number }; link: string };
const invite = (name: string, role: string, inboxes?: string[]) =>
  api<Invited>("POST", "/api/people", { name, role, inboxes });

test("the account, people, tokens and changes are accessible and fit the window in every look", async () => {
  await api("POST", "/api/inboxes", {
    name: "gate",
    title: "Gate at the parking garage",
    open: false,
  });
  await api("POST", "/api/inboxes/gate/credentials", { user: "gate-phone" });
  await invite("Grace Hopper, the admiral of the compilers", "manager");
  await invite("Alan", "viewer", ["gate", "scans"]);
  await api("POST", "/api/tokens", { name: "stock list" });
  await api("POST", "/api/tokens", {
    name: "night report of all gates",
    scopes: ["read", "registers"],
    inboxes: ["gate"],
    expiresAt: "2099-12-24T00:00:00Z",
  });
  await api("PATCH", "/api/inboxes/gate", { title: "Gate", keepDays: 30 });
  for (const look of sizes) {
    const { page, context, errors } = await openDevice(browser, look);
    const show = (name: string) => inspect(page, look, `people ${name}`);
    const dialog = page.getByRole("dialog");
    const open = (name: string) => page.getByRole("link", { name, exact: true }).click();
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    const desk = await invite(`Ada ${look}`, "desk", ["gate"]);
    await page.goto(atHub(desk.link));
    await page.getByRole("heading", { name: `Welcome, Ada ${look}` }).waitFor();
    await show("invitation");
    await page.goto(`${hub.base}/#/login?code=not-a-code`);
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await show("wrong link");

    await openDashboard(page, "#/settings");
    await page.getByRole("heading", { name: "Where you are logged in" }).waitFor();
    await show("account");
    await showAuthenticator(page, show);
    await open("API tokens");
    await page.getByText("May do everything that you may").waitFor();
    await show("tokens");
    await button("New token").click();
    await dialog.getByLabel("Only these inboxes").check();
    await show("new token");
    await button("Cancel").click();
    await open("People");
    await page.getByText("invited, has not logged in yet").first().waitFor();
    await show("list");
    await button("Invite somebody").click();
    await dialog.getByLabel("Only these inboxes").check();
    await dialog.getByLabel("Gate", { exact: true }).check();
    await show("invite");
    await button("Cancel").click();
    await button("Change Alan").click();
    await show("change");
    await dialog.getByRole("button", { name: "New link" }).click();
    await show("ask for a link");
    await dialog.getByRole("button", { name: "Create a link" }).click();
    await dialog.getByRole("img").waitFor();
    await show("link");
    await button("Done").click();
    await open("Single sign-on");
    await page.getByText("Single sign-on is not set up").waitFor();
    await show("sign-on");
    await open("Changes");
    await page.getByTestId("change").first().waitFor();
    await show("changes");
    await button("Export").click();
    await show("export of changes");
    await page.keyboard.press("Escape");
    await page.goto(`${hub.base}/#/inboxes/gate`);
    await page.getByRole("button", { name: "Choose who uses it: gate-phone" }).click();
    await dialog.getByLabel("Person").waitFor();
    await show("person of a user");
    await dialog.getByLabel("Person").selectOption("Alan");
    await dialog.getByRole("button", { name: "Save" }).click();
    const chosen = page.getByRole("button", { name: "Used by Alan: gate-phone" });
    await chosen.scrollIntoViewIfNeeded();
    await show("users of an inbox");
    await chosen.click();
    await dialog.getByLabel("Person").selectOption("Nobody in particular");
    await dialog.getByRole("button", { name: "Save" }).click();
    await chosen.waitFor({ state: "detached" });
    expect(errors).toEqual([]);
    await context.close();
  }
});

async function showAuthenticator(page: Page, show: (name: string) => Promise<void>) {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await dialog.getByLabel("Code that the app shows").waitFor();
  await show("authenticator");
  await page.getByRole("button", { name: "Cancel" }).click();
}
