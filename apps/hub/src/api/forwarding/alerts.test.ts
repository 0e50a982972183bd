import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invite } from "../../testing/people.ts";
import { startReceiver } from "../../testing/receiver.ts";
import { asOwner, readJson, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
});
afterAll(() => hub[Symbol.asyncDispose]());

async function addDestination(name: string, url: string) {
  const body = { name, kind: "http", settings: { url }, allowPrivate: true };
  expect(await call("POST", "/api/destinations", { body })).toMatchObject({ status: 201 });
}

test("alerts have defaults and no destination at first", async () => {
  expect(await call("GET", "/api/alerts")).toMatchObject({
    status: 200,
    body: {
      settings: {
        destinations: [],
        failingMinutes: 1,
        diskPercent: 5,
        diskGiB: 1,
        backupDays: 7,
      },
      origin: "dashboard",
      destinations: [],
      possible: [],
      current: [],
    },
  });
  expect(await call("POST", "/api/alerts/test")).toMatchObject({ body: { results: [] } });
});

test("settings name destinations that can take alerts; others are refused with the reason", async () => {
  await using receiver = await startReceiver();
  await addDestination("team", receiver.url);
  await addDestination("by-code", `${receiver.url}/{{ content }}`);
  const refuse = async (body: object) => (await call("PATCH", "/api/alerts", { body })).body;
  expect(await refuse({ destinations: ["nowhere"] })).toMatchObject({
    error: {
      code: "not-alert-settings",
      field: "destinations",
      message: "nowhere: There is no destination with this name. Correct it.",
    },
  });
  expect(await refuse({ destinations: ["by-code"] })).toMatchObject({
    error: { message: expect.stringContaining("Add a destination of its own for alerts.") },
  });
  expect(await refuse({ backupDays: -1 })).toMatchObject({ error: { code: "invalid-request" } });
  const changed = await call("PATCH", "/api/alerts", {
    body: { destinations: ["team", "team"], backupDays: 2 },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      settings: { destinations: ["team"], backupDays: 2, diskPercent: 5 },
      destinations: [{ name: "team" }],
      possible: ["team"],
    },
  });
});

test("a test goes to every destination and says what each responded, and problems are listed", async () => {
  await using receiver = await startReceiver(() => 204);
  await using broken = await startReceiver(() => 500);
  await addDestination("night", receiver.url);
  await addDestination("broken", broken.url);
  await call("PATCH", "/api/alerts", { body: { destinations: ["night", "broken"] } });
  expect(await call("POST", "/api/alerts/test")).toMatchObject({
    status: 200,
    body: {
      results: [
        { destination: "night", ok: true },
        { destination: "broken", ok: false, error: expect.stringContaining("500") },
      ],
    },
  });
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: "test" });
  await call("PATCH", "/api/destinations/broken", { body: { state: "held" } });
  const fetchAlerts = async () => (await call<object>("GET", "/api/alerts")).body;
  await expect.poll(fetchAlerts).toMatchObject({
    destinations: [{ name: "night" }, { name: "broken", obstacle: "It is paused." }],
    current: [{ event: "destination-off", destination: "broken", told: true }],
  });
  const headers = { "accept-language": "de-AT, en;q=0.5" };
  expect(await call("GET", "/api/alerts", { headers })).toMatchObject({
    body: {
      destinations: [{ name: "night" }, { name: "broken", obstacle: "Es ist angehalten." }],
      current: [{ message: expect.stringContaining("ist angehalten") }],
    },
  });
  await call("DELETE", "/api/destinations/broken");
  await expect.poll(fetchAlerts).toMatchObject({ destinations: [{ name: "night" }], current: [] });
});

test("settings in the settings file are changed there, and stay when they are gone from it", async () => {
  const path = join(hub.settings.data, "scanhook.yaml");
  await writeFile(path, "alerts: { destinations: [night], backupDays: 30 }\n");
  const fetchOrigin = async () => (await call<{ origin: string }>("GET", "/api/alerts")).body;
  await expect.poll(fetchOrigin).toMatchObject({ origin: "file", settings: { backupDays: 30 } });
  expect(await call("PATCH", "/api/alerts", { body: { backupDays: 3 } })).toMatchObject({
    status: 409,
    body: { error: { code: "kept-in-file" } },
  });
  const { yaml } = (await call<{ yaml: string }>("GET", "/api/config")).body;
  expect(yaml).toContain("alerts:\n  destinations:\n    - night\n  backupDays: 30\n");
  const manager = await invite(hub, await asOwner({ ...hub, loginCode: "" }), {
    name: "Max",
    role: "manager",
  });
  const ofManager = await readJson<{ yaml: string }>(await manager.call("GET", "/api/config"));
  expect(ofManager.yaml).toContain("night");
  expect(ofManager.yaml).not.toContain("alerts:");
  await writeFile(path, "routes: {}\n");
  await expect.poll(fetchOrigin).toMatchObject({
    origin: "dashboard",
    settings: { destinations: ["night"], backupDays: 30 },
  });
  await rm(path);
});
