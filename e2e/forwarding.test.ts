import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  count,
  folder,
  hub,
  makeRoute,
  open,
  post,
  reach,
  receiver,
  row,
  secret,
  send,
  useHubs,
} from "./routes-by-hand.ts";

// Routes are made and changed.
useHubs();

test("the owner makes a route; the next scan goes there and is seen as delivered, everywhere", async () => {
  await send("https://example.com/tools/drill-7");
  const { page, errors } = await open("desktop, light", "");
  await page.getByRole("link", { name: "Routes" }).click();
  await page.getByRole("heading", { name: "Pass scans on to other systems" }).waitFor();
  await page.getByTestId("kind-http").click();
  await page.getByLabel("Title").fill("Stock list");
  await page.getByText("Fill in what is needed above").waitFor();
  await page.getByLabel("Address", { exact: true }).fill(receiver.url);
  await page.getByText("This address seems to be in your own network.").waitFor();
  await page.getByRole("switch", { name: "May be in your own network" }).click();
  await page.getByLabel("How the hub shows who it is").selectOption("bearer");
  await page.getByLabel("Token", { exact: true }).fill(secret);
  await page.getByLabel("Inbox").selectOption("scans");
  await page.getByLabel("Content", { exact: true }).fill("https://*");
  await page.getByTestId("passing").getByText("The last scan passes.").waitFor();

  const preview = page.getByTestId("message");
  await preview.getByText(`POST ${receiver.url}`).waitFor();
  await preview.getByText("https://example.com/tools/drill-7").waitFor();
  expect(await preview.textContent()).not.toContain(secret);

  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByTestId("test-answer").getByText("Delivered · status 200").waitFor();
  await page.getByTestId("test-answer").getByText("thank you").waitFor();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Make the route" }).click();
  const card = page.getByTestId("destination").filter({ hasText: "Stock list" });
  await card.getByText("Scans of Front door whose content matches https://*").waitFor();
  await send("TICKET-0001");
  await send("https://example.com/tools/saw-2");
  await count(page, "delivered", 1).waitFor();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]).toMatchObject({ method: "POST", path: "/hook" });
  expect(receiver.received[1]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(JSON.parse(receiver.received[1]?.body ?? "")).toMatchObject({
    content: "https://example.com/tools/saw-2",
    inbox: "scans",
  });

  await card.getByRole("link", { name: "Stock list", exact: true }).click();
  await row(page, "saw-2").getByText("Delivered").waitFor();
  await row(page, "saw-2").getByRole("button").first().click();
  await page.getByTestId("attempt").getByText("thank you").waitFor();
  await page.getByRole("link", { name: "Show the scan" }).click();
  await page.getByRole("heading", { name: "Passed on" }).waitFor();
  await row(page, "Stock list").getByText("Delivered").waitFor();
  expect(errors).toEqual([]);
});

test("a route is changed: its template is previewed with the last real scan, and says what is wrong with it", async () => {
  await makeRoute();
  await send("4006381333931");
  await expect.poll(() => receiver.received.length).toBe(1);
  const { page, errors } = await open("desktop, light", "routes");
  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByLabel("Own JSON").check();
  const template = page.getByLabel("Template", { exact: true });
  await template.fill('{"ean": {{ content | json }, "from": "door"}');
  await page.getByRole("alert").getByText("The template has a mistake").waitFor();
  expect(await template.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Mend the template").waitFor();
  await template.fill('{"ean": {{ content }}, "from": "door"}');
  const shown = page.getByTestId("message").locator("pre");
  await expect.poll(() => shown.textContent()).toBe('{"ean": 4006381333931, "from": "door"}');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Routes" }).waitFor();
  await send("4006381333948");
  await expect
    .poll(() => receiver.received.at(-1)?.body)
    .toBe('{"ean": 4006381333948, "from": "door"}');

  await page.getByRole("link", { name: "Change the route door-to-stock" }).click();
  await page.getByLabel("What the destination answers").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Scans of Front door, answered through").waitFor();
  receiver.answer.body = '{"message":"already checked in"}';
  const heard = await post("4006381333955");
  expect(await heard.json()).toEqual({ message: "already checked in" });
  await count(page, "delivered", 3).waitFor();

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

test("a form asks for its preview once, and again only for something else", async () => {
  await makeRoute();
  const { page, errors } = await open("desktop, light", "routes");
  await page.clock.install();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/preview")) asked += 1;
  });
  const shown = page.getByTestId("message");
  const changes = {
    "edit-destination/stock": () => page.getByLabel("Method").fill("PUT"),
    "routes/door-to-stock": () => page.getByLabel("As received").check(),
  };
  for (const [place, change] of Object.entries(changes)) {
    asked = 0;
    await page.goto(`${hub.base}/#/${place}`);
    // Until then it may be the form before that is shown.
    await expect.poll(() => asked).toBe(1);
    const before = await shown.textContent();
    await page.clock.runFor(60_000);
    expect([place, asked]).toEqual([place, 1]);
    await change();
    await page.clock.runFor(60_000);
    await expect.poll(() => shown.textContent()).not.toBe(before);
    await page.clock.runFor(60_000);
    expect([place, asked]).toEqual([place, 2]);
  }
  expect(errors).toEqual([]);
});

test("a field that is wrong says so where it stands, and nothing that was typed is lost", async () => {
  const { page } = await open("phone, dark", "make-route?kind=http");
  await page.getByLabel("Address", { exact: true }).fill("ftp://example.com");
  await page.getByRole("button", { name: "Make the route" }).click();
  const address = page.getByLabel("Address", { exact: true });
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe("ftp://example.com");
  await address.fill("https://example.com/hook");
  await page.getByRole("button", { name: "Make the route" }).click();
  await page.getByTestId("destination").waitFor();
});

test("what the settings file holds is shown, and only there changed", async () => {
  await writeFile(
    join(folder.data, "scanhook.yaml"),
    `destinations:
  stock:
    title: Stock list
    kind: http
    settings: { url: "${receiver.url}" }
    allowPrivate: true
routes:
  all-to-stock: { destination: stock }
`,
  );
  const { page } = await open("desktop, light", "routes");
  await page.getByText("from the settings file").waitFor();
  await page.goto(`${hub.base}/#/routes/all-to-stock`);
  await page.getByText("Kept in the hub's settings file; change it there.").waitFor();
  expect(await page.getByLabel("Content", { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  await writeFile(join(folder.data, "scanhook.yaml"), "destinations:\n  stock: 7\n");
  await page.goto(`${hub.base}/#/routes`);
  await page.getByText("The settings file was not taken over").waitFor();
  await page.getByText("Stock list").waitFor();
});

test("all of it can be done with the keyboard alone", async () => {
  const { page } = await open("desktop, dark", "");
  const keys = page.keyboard;
  await reach(page, page.getByRole("link", { name: "Routes" }));
  await keys.press("Enter");
  await page.getByRole("heading", { name: "Pass scans on to other systems" }).waitFor();
  await reach(page, page.getByRole("link", { name: "All kinds" }));
  await keys.press("Enter");
  await page.getByLabel("Search", { exact: true }).waitFor();
  await reach(page, page.getByLabel("Search", { exact: true }));
  await keys.type("any address");
  await keys.press("Enter");
  await reach(page, page.getByTestId("kind-http"));
  await keys.press("Enter");
  await page.getByLabel("Address", { exact: true }).waitFor();
  await reach(page, page.getByLabel("Address", { exact: true }));
  await keys.type(receiver.url);
  await reach(page, page.getByRole("switch", { name: "May be in your own network" }));
  await keys.press("Space");
  await reach(page, page.getByRole("button", { name: "Make the route" }));
  await keys.press("Enter");
  await page.getByTestId("destination").waitFor();
  await send("BIN-0815");
  await count(page, "delivered", 1).waitFor();
  await reach(page, page.getByTestId("count-delivered"));
  await keys.press("Enter");
  await reach(page, row(page, "BIN-0815").getByRole("button").first());
  await keys.press("Enter");
  await reach(page, page.getByRole("button", { name: "Send again", exact: true }));
  await keys.press("Enter");
  await expect.poll(() => receiver.received.length).toBe(2);
});
