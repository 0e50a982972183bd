import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import {
  api,
  count,
  hub,
  open,
  type Received,
  receiver,
  secret,
  send,
  useHubs,
} from "./routes-by-hand.ts";

// What a destination may know and the dashboard never shows.
useHubs();

test("a secret is never shown again; it is replaced without having been seen", async () => {
  await api("POST", "/api/destinations", {
    name: "stock",
    kind: "http",
    settings: { url: receiver.url, auth: "bearer" },
    secrets: { token: secret },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "all-to-stock", destination: "stock" });
  const { page } = await open("desktop, light", "routes");
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) answers.push(response.text().catch(() => ""));
  });
  await send("4006381333931");
  await count(page, "delivered", 1).waitFor();
  await page.goto(`${hub.base}/#/edit-destination/stock`);
  await page.getByText("Set. It is never shown again.").waitFor();
  await page.getByTestId("message").getByText("Bearer ‹token›").waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByTestId("test-answer").getByText("Delivered").waitFor();
  expect(receiver.received.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  await page.getByRole("button", { name: "Replace Token" }).click();
  await page.getByLabel("Token", { exact: true }).fill("another-token-by-now");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  await send("4006381333948");
  await count(page, "delivered", 2).waitFor();
  expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer another-token-by-now");
  // Elsewhere it does not go along: the form asks for it again.
  await page.goto(`${hub.base}/#/edit-destination/stock`);
  await page.getByText("Set. It is never shown again.").waitFor();
  const elsewhere = receiver.url.replace("127.0.0.1", "localhost");
  await page.getByLabel("Address", { exact: true }).fill(elsewhere);
  await page.getByText("The destination is somewhere else now").waitFor();
  expect(await page.getByRole("button", { name: "Send a test" }).count()).toBe(0);
  await page.getByLabel("Token", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByTestId("test-answer").getByText("Delivered").waitFor();
  expect(receiver.received.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  const said = (await Promise.all(answers)).join("\n");
  expect(said).toContain('"secrets"');
  expect(said).not.toContain(secret);
  expect(said).not.toContain("another-token-by-now");
});

test("a signing secret is made in the form, shown there once, and signs what arrives", async () => {
  const { page, errors } = await open("phone, light", "make-route?kind=http");
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByLabel("How the hub shows who it is").selectOption("hmac-standard");
  await page.getByLabel("Signing secrets").fill(`whsec_${btoa("the one until today")}`);
  await page.getByRole("button", { name: "Make one" }).click();
  const made = await page.getByText(/^whsec_/).textContent();
  expect(await page.getByLabel("Signing secrets").inputValue()).toMatch(/^whsec_.+\nwhsec_.+$/);
  await page.getByRole("button", { name: "Make the route" }).click();
  await page.getByTestId("destination").waitFor();
  expect(await page.content()).not.toContain(made);
  await send("BIN-0815");
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ body, headers }] = receiver.received as [Received];
  const signed = headers as Record<string, string>;
  expect(new Webhook(made ?? "").verify(body, signed)).toMatchObject({ content: "BIN-0815" });
  expect(errors).toEqual([]);
});
