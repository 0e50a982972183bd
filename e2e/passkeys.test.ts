import type { BrowserContext, CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

// Passkeys on a hub whose address is a name, with an authenticator that Chromium simulates.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  folder = await makeDataFolder();
  const port = String(await freePort());
  const publicUrl = ["--public-url", `http://localhost:${port}`];
  hub = await startHubProcess(folder.data, "--http-port", port, "--https-port", "0", ...publicUrl);
  await logIn(hub);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

/** Gives the browser a security key in the device, whose owner is always there. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const client: CDPSession = await context.newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

test("a passkey is added in the account, logs in without the password, and is removed", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const { client, authenticatorId } = await addAuthenticator(context, page);
  await page.goto(`${hub.base}/#/settings`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  expect(await button("Log in with a passkey").count()).toBe(0);
  await button("Log in").click();
  await button("Add a passkey").click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Name").inputValue()).toMatch(/^Chrome on /);
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByRole("alert").getByText("The password is wrong; try again.").waitFor();
  await dialog.getByLabel("Your password").fill(ownerPassword);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Laptop", { exact: true }).waitFor();

  // The authenticator has one passkey of this account already.
  await button("Add a passkey").click();
  await dialog.getByLabel("Your password").fill(ownerPassword);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByText("This device has a passkey of your account already.").waitFor();
  await button("Cancel").click();

  // Nobody confirms at first, so that the browser logs in only when the button is pressed.
  await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await button("Log out").click();
  await button("Log in with a passkey").click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();
  await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await button("Log in with a passkey").click();
  await page.getByText(/by passkey/).waitFor();

  await page.getByRole("button", { name: "Remove the passkey “Laptop”" }).click();
  await button("Remove passkey").click();
  await page.getByText("No passkeys yet.").waitFor();
  await button("Log out").click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  expect(await button("Log in with a passkey").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});
