import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import {
  api,
  deliveryCount,
  hub,
  openDashboard,
  type Received,
  receiver,
  secret,
  sendScan,
  useHubs,
} from "./routes-by-hand.ts";

// A destination uses secrets that the dashboard never shows again.
useHubs();

test("a secret is never shown again and can be replaced without being shown", async () => {
  await api("POST", "/api/destinations", {
    name: "stock",
    kind: "http",
    settings: { url: receiver.url, auth: "bearer" },
    secrets: { token: secret },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "all-to-stock", destination: "stock" });
  const { page } = await openDashboard("desktop, light", "routes");
  const responseBodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) responseBodies.push(response.text().catch(() => ""));
  });
  await sendScan("4006381333931");
  await deliveryCount(page, "delivered", 1).waitFor();
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
  await sendScan("4006381333948");
  await deliveryCount(page, "delivered", 2).waitFor();
  expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer another-token-by-now");
  // A new address does not get the stored secret, so the form asks for it again.
  await page.goto(`${hub.base}/#/edit-destination/stock`);
  await page.getByText("Set. It is never shown again.").waitFor();
  const movedUrl = receiver.url.replace("127.0.0.1", "localhost");
  await page.getByLabel("Address", { exact: true }).fill(movedUrl);
  await page.getByText("The destination has moved").waitFor();
  expect(await page.getByRole("button", { name: "Send a test" }).count()).toBe(0);
  await page.getByLabel("Token", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByTestId("test-answer").getByText("Delivered").waitFor();
  expect(receiver.received.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  const allResponses = (await Promise.all(responseBodies)).join("\n");
  expect(allResponses).toContain('"secrets"');
  expect(allResponses).not.toContain(secret);
  expect(allResponses).not.toContain("another-token-by-now");
});

test("a header with a secret value is entered once, kept by later changes, and never shown", async () => {
  const { page, errors } = await openDashboard("phone, dark", "make-route?kind=http");
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByRole("switch", { name: "Send a header with a secret value" }).click();
  await page.getByLabel("Name of the secret header").fill("X-Access-Token");
  await page.getByLabel("Value of the secret header").fill(secret);
  await page.getByTestId("message").getByText("‹secretHeader›").waitFor();
  await page.getByRole("button", { name: "Create route" }).click();
  await page.getByTestId("destination").waitFor();
  await sendScan("4006381333931");
  await expect.poll(() => receiver.received.at(-1)?.headers["x-access-token"]).toBe(secret);
  const { destinations } = await api<{ destinations: { name: string }[] }>(
    "GET",
    "/api/destinations",
  );
  await page.goto(`${hub.base}/#/edit-destination/${destinations[0]!.name}`);
  await page.getByText("Set. It is never shown again.").waitFor();
  await page.getByLabel("Title").fill("Web shop");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await sendScan("4006381333948");
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.headers["x-access-token"]).toBe(secret);
  expect(errors).toEqual([]);
});

test("a signing secret is generated in the form, shown there once, and signs the messages", async () => {
  const { page, errors } = await openDashboard("phone, light", "make-route?kind=http");
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByLabel("Authentication").selectOption("hmac-standard");
  await page.getByLabel("Signing secrets").fill(`whsec_${btoa("the one until today")}`);
  await page.getByRole("button", { name: "Generate" }).click();
  const generated = await page.getByText(/^whsec_/).textContent();
  expect(await page.getByLabel("Signing secrets").inputValue()).toMatch(/^whsec_.+\nwhsec_.+$/);
  await page.getByRole("button", { name: "Create route" }).click();
  await page.getByTestId("destination").waitFor();
  expect(await page.content()).not.toContain(generated);
  await sendScan("BIN-0815");
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ body, headers }] = receiver.received as [Received];
  const signed = headers as Record<string, string>;
  expect(new Webhook(generated ?? "").verify(body, signed)).toMatchObject({ content: "BIN-0815" });
  expect(errors).toEqual([]);
});
