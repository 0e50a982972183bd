import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { connectPhone, setReceiver, startScanning, waitForResult } from "./phone.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let ports: string[];
let api: Awaited<ReturnType<typeof logIn>>;
let browser: Browser;
let device: Awaited<ReturnType<typeof openDevice>>;
let phone: Page;

beforeAll(async () => {
  folder = await makeDataFolder();
  // The restarted hub has to be at the address that the phone knows.
  ports = ["--http-port", String(await freePort()), "--https-port", "0"];
  hub = await startHubProcess(folder.data, ...ports);
  api = await logIn(hub);
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "ean13", text: "4006381333931", size: 0.7, turn: -6 }], frames: 30 },
  ]);
  browser = await startBrowser(camera);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});
beforeEach(async () => {
  device = await openDevice(browser, "phone, light", { serviceWorker: true });
  phone = device.page;
});
afterEach(() => device.context.close());

const listScans = async () =>
  (await api<{ scans: { repeats: number }[] }>("GET", "/api/scans")).scans;

test("a scan without a receiver stays on the phone, and the page says where to set one up", async () => {
  await startScanning(phone, hub);
  const card = await waitForResult(phone, "not-configured");
  await card.getByRole("link", { name: "Set up a receiver" }).click();
  await phone.getByTestId("receiver-url").waitFor();
});

test("a wrong password is reported over the picture, and the scan is not stored", async () => {
  const scansBefore = await listScans();
  await setReceiver(phone, hub, { url: `${hub.base}/in/scans`, user: "desk", password: "wrong" });
  await startScanning(phone, hub);
  const card = await waitForResult(phone, "refused");
  expect(await card.textContent()).toContain("did not accept the username and password");
  expect(await listScans()).toEqual(scansBefore);
});

test.each([
  ["refuses it", "Refused", "Already checked in"],
  [
    "is down",
    "Not confirmed",
    "The scan is kept, but “Gate” could not be reached; the hub keeps trying.",
  ],
])(
  "a scan on a through route to a destination that %s is not shown as unsent, because the hub has it",
  async (failure, title, sentence) => {
    const gate = createServer((request, response) => {
      if (failure === "is down") request.socket.destroy();
      else response.writeHead(409, { "content-type": "text/plain" }).end("Already checked in");
    }).listen(0, "127.0.0.1");
    await once(gate, "listening");
    const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/`;
    const kind = { kind: "http", settings: { url }, allowPrivate: true };
    await api("POST", "/api/destinations", { name: "gate", title: "Gate", ...kind });
    try {
      await api("POST", "/api/routes", { name: "gate", destination: "gate", mode: "through" });
      const scansBefore = await listScans();
      await connectPhone(phone, hub, api, "steward");
      await startScanning(phone, hub);
      const card = await (await waitForResult(phone, "refused")).textContent();
      expect(card).toContain(title);
      expect(card).toContain(sentence);
      expect(card).not.toContain("Not sent");
      expect((await listScans()).length).toBeGreaterThan(scansBefore.length);
      await phone.goto(`${hub.base}/scan/#/more/history`);
      await phone.getByTestId("history-row").filter({ hasText: title }).first().waitFor();
    } finally {
      await api("DELETE", "/api/destinations/gate");
      gate.close();
      gate.closeAllConnections();
    }
  },
);

test("a scan fails visibly while the hub is down, and can be sent again by hand exactly once", async () => {
  const scansBefore = await listScans();
  await connectPhone(phone, hub, api, "kiosk");
  // From here on the app can open without its hub.
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await hub.stop();
  await phone.goto(`${hub.base}/scan/#/scan-code`);
  const card = await waitForResult(phone, "unreachable");
  const words = await card.textContent();
  expect(words).toContain("Not sent");
  expect(words).toMatch(/Nothing answered\. Check that the hub is on/);
  // Terms of the web are folded away.
  expect(await card.innerText()).not.toContain("CORS");

  hub = await startHubProcess(folder.data, ...ports);
  api = await logIn(hub);
  expect(await listScans()).toEqual(scansBefore);
  await card.getByRole("button", { name: "Send again" }).click();
  await waitForResult(phone, "accepted");
  expect(await listScans()).toHaveLength(scansBefore.length + 1);
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").first().click();
  await phone.getByText(/^Sent\./).waitFor();
  await phone.getByRole("button", { name: "Send again" }).click();
  await phone.getByText("Sent again 2 times").waitFor();
  await expect.poll(async () => (await listScans()).map(({ repeats }) => repeats)[0]).toBe(1);
  expect(await listScans()).toHaveLength(scansBefore.length + 1);
});

test("no scan leaves the phone while the switch is off", async () => {
  const requests: string[] = [];
  await connectPhone(phone, hub, api, "silent");
  await phone.getByRole("switch", { name: "QR and barcode scans" }).click();
  phone.on("request", (request) => requests.push(request.method()));
  await startScanning(phone, hub);
  await waitForResult(phone, "off");
  expect(requests).not.toContain("POST");
});

test("the connection test recognizes a receiver without CORS and names the headers it needs", async () => {
  const server = createServer((_, response) => response.writeHead(204).end()).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await phone.goto(`${hub.base}/scan/#/more/webhook`);
    await phone.getByTestId("receiver-url").fill(url);
    await phone.getByTestId("test-connection").click();
    const steps = phone.getByTestId("test-steps");
    await steps.getByText(/CORS/).first().waitFor();
    await steps
      .getByText(/Access-Control-Allow-Origin/i)
      .first()
      .waitFor();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("the connection test shows each step from the challenge to the response", async () => {
  const { user, password } = (await api("POST", "/api/inboxes/scans/credentials", {
    user: "tester",
  })) as { user: string; password: string };
  await phone.goto(`${hub.base}/scan/#/more/webhook`);
  await phone.getByTestId("receiver-url").fill(`${hub.base}/in/scans`);
  await phone.getByTestId("user").fill(user);
  await phone.getByTestId("password").fill(password);
  await phone.getByTestId("test-connection").click();
  const steps = phone.getByTestId("test-steps");
  await steps.getByText(/^Accepted \(204\)/).waitFor();
  await steps.getByText(/^It asks for a username and password/).waitFor();
  await steps.getByText("Sent the password of “tester”").waitFor();
});

test("a receiver URL that starts with http:// is refused while it is typed", async () => {
  await phone.goto(`${hub.base}/scan/#/more/webhook`);
  await phone.getByTestId("receiver-url").fill("http://192.168.1.20/in/scans");
  await phone.getByTestId("save").click();
  await phone
    .getByText(/use https/)
    .first()
    .waitFor();
});
