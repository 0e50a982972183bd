import { expect, test } from "vitest";
import {
  createDestinationWithRoute,
  deliveryCount,
  deliveryRow,
  openDashboard,
  postScan,
  receiver,
  sendScan,
  tabTo,
  useHubs,
} from "./routes-by-hand.ts";

// The forms of routes preview, explain mistakes and need no mouse.
useHubs();

test("the form of a route previews its template with the last scan and explains mistakes in it", async () => {
  await createDestinationWithRoute();
  await sendScan("4006381333931");
  await expect.poll(() => receiver.received.length).toBe(1);
  const { page, errors } = await openDashboard("desktop, light", "routes");
  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByLabel("Custom JSON").check();
  const template = page.getByLabel("Template", { exact: true });
  await template.fill('{"ean": {{ content | json }, "from": "door"}');
  await page.getByRole("alert").getByText("The template has an error").waitFor();
  expect(await template.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Correct the template").waitFor();
  await template.fill('{"ean": {{ content }}, "from": "door"}');
  const shown = page.getByTestId("message").locator("pre");
  await expect.poll(() => shown.textContent()).toBe('{"ean": 4006381333931, "from": "door"}');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Routes" }).waitFor();
  await sendScan("4006381333948");
  await expect
    .poll(() => receiver.received.at(-1)?.body)
    .toBe('{"ean": 4006381333948, "from": "door"}');

  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByLabel("The destination's response").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Scans from Front door, with the destination's response").waitFor();
  receiver.reply.body = '{"message":"already checked in"}';
  const response = await postScan("4006381333955");
  expect(await response.json()).toEqual({ message: "already checked in" });
  await deliveryCount(page, "delivered", 3).waitFor();

  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByRole("switch", { name: "The route is on" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByTestId("destination").getByText("off", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByRole("button", { name: "Remove this route" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove route" }).click();
  await page.getByText("No route leads here, so nothing is sent.").waitFor();
  expect(errors).toEqual([]);
});

test("a route gets times in its form, and the list of deliveries says why one was dropped", async () => {
  await createDestinationWithRoute();
  const { page, errors } = await openDashboard("desktop, light", "routes/door-to-stock");
  const oncePer = page.getByLabel("The same content at most once per");
  await oncePer.fill("often");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“often” is no span of time.").first().waitFor();
  expect(await oncePer.getAttribute("aria-invalid")).toBe("true");
  await oncePer.fill("5m");
  await page.getByLabel("Expires after").fill("30 s");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Scans from Front door, each content once per 5 min, for 30 s").waitFor();
  await sendScan("lights on");
  await sendScan("lights on");
  await deliveryCount(page, "dropped", 1).click();
  await deliveryRow(page, "lights on").getByText("repeated within 5 min").waitFor();
  await page.getByTestId("dropped-for").getByText("1 repeated a content").waitFor();
  expect(receiver.received).toHaveLength(1);
  await deliveryRow(page, "lights on").getByRole("button").first().click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(errors).toEqual([]);
});

test("an invalid field shows its error beside it, and no input is lost", async () => {
  const { page } = await openDashboard("phone, dark", "make-route?kind=http");
  await page.getByLabel("Address", { exact: true }).fill("ftp://example.com");
  await page.getByRole("button", { name: "Create route" }).click();
  const address = page.getByLabel("Address", { exact: true });
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe("ftp://example.com");
  await address.fill("https://example.com/hook");
  await page.getByRole("button", { name: "Create route" }).click();
  await page.getByTestId("destination").waitFor();
});

test("a route can be created with the keyboard alone", async () => {
  const { page } = await openDashboard("desktop, dark", "");
  const keys = page.keyboard;
  await tabTo(page, page.getByRole("link", { name: "Routes" }));
  await keys.press("Enter");
  await page.getByRole("heading", { name: "Forward scans to other systems" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "All kinds" }));
  await keys.press("Enter");
  await page.getByLabel("Search", { exact: true }).waitFor();
  await tabTo(page, page.getByLabel("Search", { exact: true }));
  await keys.type("any http server");
  await keys.press("Enter");
  await tabTo(page, page.getByTestId("kind-http"));
  await keys.press("Enter");
  await page.getByLabel("Address", { exact: true }).waitFor();
  await tabTo(page, page.getByLabel("Address", { exact: true }));
  await keys.type(receiver.url);
  await tabTo(page, page.getByRole("switch", { name: "May be in your own network" }));
  await keys.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Create route" }));
  await keys.press("Enter");
  await page.getByTestId("destination").waitFor();
  await sendScan("BIN-0815");
  await deliveryCount(page, "delivered", 1).waitFor();
  await tabTo(page, page.getByTestId("count-delivered"));
  await keys.press("Enter");
  await tabTo(page, deliveryRow(page, "BIN-0815").getByRole("button").first());
  await keys.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Send again", exact: true }));
  await keys.press("Enter");
  await expect.poll(() => receiver.received.length).toBe(2);
});
