import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  clientId,
  clientSecret,
  type RunningProvider,
  runProvider,
} from "../apps/hub/src/login/sso/testing/run-provider.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubWith } from "./hub.ts";
import { inspect } from "./inspect.ts";

// Single sign-on at a real provider, with its own pages.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let provider: RunningProvider;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  folder = await makeDataFolder();
  const port = String(await freePort());
  const publicUrl = `http://localhost:${port}`;
  provider = await runProvider({
    // Its own pages ask whether to log out.
    features: {},
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/sso/callback`],
      },
    ],
  });
  provider.accounts.set("ada", { name: "Ada Lovelace", groups: ["staff"] });
  provider.accounts.set("eve", { name: "Eve", groups: [] });
  hub = await startHubWith(
    { SCANHOOK_SSO_CLIENT_SECRET: clientSecret },
    folder.data,
    ...["--http-port", port, "--https-port", "0", "--public-url", publicUrl],
    ...["--sso-issuer", provider.issuer, "--sso-client-id", clientId, "--sso-name", "Acme ID"],
    ...["--sso-roles", "staff=desk"],
  );
  await logIn(hub);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await provider?.[Symbol.asyncDispose]();
  await folder?.remove();
});

/** Logs in on the pages of the provider, which accept any password, and consents. */
async function logInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByRole("link", { name: "Log in with Acme ID" }).click();
  await page.locator("[name=login]").fill(subject);
  await page.locator("[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("somebody logs in at the provider with the role of their group, and logs out there too", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await page.goto(hub.base);
  await page.getByRole("link", { name: "Log in with Acme ID" }).waitFor();
  await inspect(page, "phone, light", "log in with a provider");
  await logInAtProvider(page, "ada");
  await page.getByRole("heading", { name: "Scans" }).waitFor();
  await page.goto(`${hub.base}/#/settings`);
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await page.getByText(`You log in at ${provider.issuer}`).waitFor();
  await page.getByText(/by single sign-on/).waitFor();
  expect(await page.getByRole("button", { name: "Change password" }).count()).toBe(0);
  await inspect(page, "phone, light", "account of a provider");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.getByText("Sign-out Success").first().waitFor();
  await page.goto(hub.base);
  await page.getByLabel("Password", { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("somebody without a role is told so, and the owner gets in with the password while the provider is down", async () => {
  const { page, context } = await openDevice(browser, "desktop, dark");
  await page.goto(hub.base);
  await logInAtProvider(page, "eve");
  await page.getByRole("alert").getByText("has no role in this hub").waitFor();
  expect(page.url()).toContain("#/login?problem=sso-no-role");
  await inspect(page, "desktop, dark", "refused by the provider");
  await page.goto(`${hub.base}/#/login?problem=__proto__`);
  await page.reload();
  await page.getByText("The log-in did not succeed.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { name: "Scans" }).waitFor();
  expect(page.url()).not.toContain("problem");
  await page.goto(`${hub.base}/#/settings/sign-on`);
  await page.getByText("The log-in offers “Acme ID”.").waitFor();
  await page.getByText("1 person logs in this way.").waitFor();
  await inspect(page, "desktop, dark", "single sign-on is offered");
  await context.close();
});
