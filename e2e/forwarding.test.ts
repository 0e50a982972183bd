import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

// The owner passes scans on, from the dashboard alone.
const secret = "horse-battery-token";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
  await api("PATCH", "/api/inboxes/scans", { open: true, title: "Front door" });
  receiver = await startReceiver();
});
afterEach(async () => {
  await hub?.stop();
  await receiver?.close();
  await folder?.remove();
});

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A destination that answers as it is told and remembers what came. */
async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: '{"said":"thank you"}' };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function send(content: string): Promise<void> {
  expect((await post(content)).status).toBe(204);
}

function post(content: string): Promise<Response> {
  return fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content,
    }),
  });
}

async function open(look: Look, place: string) {
  const device = await openDevice(browser, look);
  const { page } = device;
  await page.goto(`${hub.base}/#/${place}`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return device;
}

/** By the API, where a story is about something else. */
async function makeRoute(more: { settings?: object; allowPrivate?: boolean } = {}): Promise<void> {
  await api("POST", "/api/destinations", {
    name: "stock",
    title: "Stock list",
    kind: "http",
    settings: { url: receiver.url, ...more.settings },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "door-to-stock", inbox: "scans", destination: "stock" });
}

const row = (page: Page, content: string) =>
  page.getByTestId("delivery-row").filter({ hasText: content });
const count = (page: Page, state: string, number: number) =>
  page.getByTestId(`count-${state}`).getByText(String(number), { exact: true });

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

test("a destination that breaks is tried again; once it is mended, one is replayed, then all that were given up", async () => {
  await makeRoute();
  receiver.answer.status = 503;
  receiver.answer.body = "being mended";
  const { page, errors } = await open("phone, light", "destinations/stock");
  await send("BIN-0815");
  const delivery = row(page, "BIN-0815");
  await delivery.getByText("Waiting").waitFor();
  await delivery.getByText(/next try/).waitFor();
  await page.getByTestId("destination-state").getByText("Trying again").waitFor();
  await delivery.getByRole("button").first().click();
  await page.getByTestId("attempt").first().getByText("503").first().waitFor();
  await page.getByTestId("attempt").first().getByText("being mended").waitFor();
  await delivery.getByText("What it sends").click();
  const request = page.getByTestId("request");
  await request.getByText(`POST ${receiver.url}`).waitFor();
  await request.getByText("BIN-0815").waitFor();
  await request.getByRole("button", { name: "Copy as curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl .*BIN-0815.*\/hook'$/s);

  receiver.answer.status = 200;
  receiver.answer.body = "";
  await delivery.getByRole("button", { name: "Send again" }).click();
  await delivery.getByText("Delivered").waitFor();
  await page.getByTestId("attempt").last().getByText("200").waitFor();
  await page.getByTestId("destination-state").getByText("On", { exact: true }).waitFor();

  receiver.answer.status = 422;
  await send("BIN-0816");
  await send("BIN-0817");
  await count(page, "dead", 2).waitFor();
  receiver.answer.status = 200;
  await page.getByTestId("filter-dead").click();
  await row(page, "BIN-0816").waitFor();
  await row(page, "BIN-0815").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send all 2 given up again" }).click();
  await page.getByText("Nothing was given up.").waitFor();
  await count(page, "delivered", 3).waitFor();

  const before = receiver.received.length;
  await page.getByRole("button", { name: "Send a time range again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").fill("2026-01-01T00:00");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => receiver.received.length).toBe(before + 3);
  expect(errors).toEqual([]);
});

test("chosen deliveries are sent again or dropped together, with the keyboard too", async () => {
  await makeRoute();
  receiver.answer.status = 422;
  const { page, errors } = await open("phone, dark", "destinations/stock");
  for (const content of ["BIN-1", "BIN-2", "BIN-3", "BIN-4"]) await send(content);
  await count(page, "dead", 4).waitFor();
  receiver.answer.status = 200;
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const box = (content: string) => page.getByRole("checkbox", { name: `Select ${content},` });
  await box("BIN-1").check();
  await box("BIN-3").focus();
  await page.keyboard.press("Space");
  expect(await page.getByRole("button", { name: "Drop", exact: true }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Send again (2)" }).click();
  await count(page, "delivered", 2).waitFor();
  const again = receiver.received.slice(before).map(({ body }) => JSON.parse(body).content);
  expect(again.sort()).toEqual(["BIN-1", "BIN-3"]);
  expect(await page.getByRole("checkbox").count()).toBe(0);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  for (const content of ["BIN-5", "BIN-6", "BIN-7"]) await send(content);
  await row(page, "BIN-7").waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("All shown").check();
  await page.getByRole("button", { name: "Send again (7)" }).waitFor();
  await box("BIN-6").uncheck();
  await page.getByRole("button", { name: "Drop (2)" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await count(page, "dropped", 2).waitFor();
  await count(page, "pending", 1).waitFor();
  await row(page, "BIN-6").getByText("Waiting").waitFor();
  expect(errors).toEqual([]);
});

test("a destination is paused, keeping or dropping what comes; what waits is dropped only after a question", async () => {
  await makeRoute();
  const { page, errors } = await open("desktop, dark", "destinations/stock");
  const pause = async (how: string) => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(how).check();
    await dialog.getByRole("button", { name: "Pause", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await pause("Keep what comes");
  await page.getByTestId("destination-state").getByText("Paused, keeping").waitFor();
  await send("KEPT-1");
  await count(page, "pending", 1).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await count(page, "delivered", 1).waitFor();

  await pause("Keep what comes");
  await send("KEPT-2");
  await send("KEPT-3");
  await page.getByRole("button", { name: "Drop all 2 waiting" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Drop 2 deliveries?" }).waitFor();
  await dialog.getByRole("button", { name: "Drop 2" }).click();
  await count(page, "dropped", 2).waitFor();

  await page.getByRole("button", { name: "Resume" }).click();
  await pause("Drop what comes");
  await send("DROPPED-1");
  await count(page, "dropped", 3).waitFor();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Remove this destination" }).click();
  await page.getByRole("dialog").getByText("Its route goes with it").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove destination" }).click();
  await page.getByRole("heading", { name: "Pass scans on to other systems" }).waitFor();
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
    const before = await shown.textContent();
    await page.clock.runFor(60_000);
    await change();
    await page.clock.runFor(60_000);
    await expect.poll(() => shown.textContent()).not.toBe(before);
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
  expect(await address.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe("ftp://example.com");
  await address.fill("https://example.com/hook");
  await page.getByRole("button", { name: "Make the route" }).click();
  await page.getByTestId("destination").waitFor();
});

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

/** Goes there with the tab key, as far as a page of ours may take. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The tab key does not lead to ${target}`);
}

describe("in every look", () => {
  test("every screen of passing on is accessible and fits", async () => {
    await api("POST", "/api/inboxes", { name: "spools", title: "Filament", open: true });
    await makeRoute();
    await api("POST", "/api/destinations", {
      name: "away",
      title: "The office that is closed, with a title that is rather long",
      kind: "http",
      settings: { url: "http://127.0.0.1:9/hook", auth: "bearer" },
      secrets: { token: secret },
      allowPrivate: true,
    });
    await api("POST", "/api/routes", {
      name: "spools-to-away",
      title: "Only black PLA",
      inbox: "scans",
      destination: "away",
      filter: { content: "BIN-* | TICKET-*", structured: {} },
    });
    await send("https://example.com/tools/drill-7");
    for (let at = 0; at < 6; at += 1) await send(`BIN-081${at}`);
    await expect.poll(() => receiver.received.length).toBe(7);
    receiver.answer.status = 422;
    receiver.answer.body = "a very long answer ".repeat(40);
    await send("TICKET-0001");
    for (const look of Object.keys(looks) as Look[]) {
      const { page, context, errors } = await open(look, "routes");
      await page.getByText("Failing").waitFor();
      await page.getByTestId("count-dead").getByText("1", { exact: true }).waitFor();
      await inspect(page, look, "routes");
      await page.goto(`${hub.base}/#/make-route`);
      await page.getByTestId("kind-http").waitFor();
      await inspect(page, look, "kinds");
      await page.getByTestId("kind-http").click();
      await page.getByLabel("Address", { exact: true }).fill(receiver.url);
      await page.getByLabel("How the hub shows who it is").selectOption("hmac-standard");
      await page
        .getByLabel("Signing secrets")
        .fill("whsec_aG9yc2UgYmF0dGVyeSBzdGFwbGUgY29ycmVjdA==");
      await page.getByRole("button", { name: "Add a line to headers" }).click();
      await page.getByTestId("message").waitFor();
      await inspect(page, look, "new route");
      await page.getByLabel("Own JSON").check();
      await page.getByText("What a template can use").click();
      await page.getByTestId("message").scrollIntoViewIfNeeded();
      await inspect(page, look, "new route, preview");
      await page.goto(`${hub.base}/#/destinations/stock`);
      await row(page, "TICKET-0001").getByRole("button").first().click();
      await page.getByTestId("attempt").first().waitFor();
      await inspect(page, look, "destination");
      await page.getByTestId("attempt").first().scrollIntoViewIfNeeded();
      await inspect(page, look, "attempts");
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.getByRole("checkbox", { name: /^Select BIN-0813/ }).check();
      await inspect(page, look, "deliveries selected");
      await page.getByRole("button", { name: "Send a time range again" }).click();
      await inspect(page, look, "time range");
      await page.goto(`${hub.base}/#/edit-destination/away`);
      await page.getByText("Set. It is never shown again.").waitFor();
      await inspect(page, look, "edit destination");
      await page.goto(`${hub.base}/#/routes/spools-to-away`);
      await page.getByTestId("message").waitFor();
      await inspect(page, look, "route");
      await page.goto(`${hub.base}/#/`);
      await page.getByTestId("scan-row").first().click();
      await page.getByRole("heading", { name: "Passed on" }).waitFor();
      await page.getByRole("heading", { name: "Passed on" }).scrollIntoViewIfNeeded();
      await inspect(page, look, "scan passed on");
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test("the first look at passing on is accessible and fits", async () => {
    for (const look of Object.keys(looks) as Look[]) {
      const { page, context } = await open(look, "routes");
      await page.getByTestId("kind-http").waitFor();
      await inspect(page, look, "no routes yet");
      await context.close();
    }
  });
});
