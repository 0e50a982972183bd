// The story of the pictures: a hub with a day's scans, named tags, and routes to three other
// systems.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { logIn, RunningHub } from "../e2e/hub.ts";

type Api = Awaited<ReturnType<typeof logIn>>;

/** Starts the server that receives everything the hub forwards. */
export async function startDestination(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const spool = {
  identifier: "E0:04:01:50:9A:3B:7C:11",
  content: "PETG Jet Black",
  tagType: "openPrintTag",
  structured: { material: "PETG", color: "#24292A", manufacturer: "Prusament" },
};

const scans = [
  { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.com/tools/drill-7" },
  { content: "TICKET-2026-0417" },
  { content: "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nEND:VCARD" },
  spool,
  { content: "WIFI:T:WPA;S:Workshop;P:secret;;" },
  { content: "BIN-0815" },
];

const destinations = [
  {
    name: "stock",
    title: "Stock keeping",
    kind: "http",
    settings: { auth: "bearer" },
    secrets: { token: "stock-keeping-token" },
  },
  { name: "workflows", title: "Workflows", kind: "n8n", settings: {}, secrets: {} },
  {
    name: "home",
    title: "Workshop",
    kind: "home-assistant",
    settings: {},
    secrets: { token: "home-assistant-token" },
  },
];

const routes = [
  {
    name: "stock",
    title: "Every bin to the stock",
    destination: "stock",
    filter: { content: "BIN-*" },
  },
  { name: "tickets", title: "Tickets", destination: "workflows", filter: { content: "TICKET-*" } },
  { name: "tags", title: "Tags of the workshop", destination: "home", filter: { source: "nfc" } },
];

/** Fills the hub with the inboxes, destinations, routes and scans of the story. */
export async function fillHub(hub: RunningHub, api: Api, destination: string): Promise<void> {
  await api("PATCH", "/api/inboxes/scans", { title: "Storeroom" });
  await api("POST", "/api/inboxes", { name: "check-in", title: "Check-in, main gate", open: true });
  for (const { settings, ...destinationFields } of destinations) {
    const address =
      destinationFields.kind === "home-assistant"
        ? { server: destination }
        : { url: `${destination}/scans` };
    const body = {
      ...destinationFields,
      settings: { ...settings, ...address },
      allowPrivate: true,
    };
    await api("POST", "/api/destinations", body);
  }
  for (const route of routes) await api("POST", "/api/routes", { ...route, inbox: "check-in" });
  for (const scan of scans) await post(hub, scan);
  await api("PUT", "/api/tags/04:A2:7F:1B:5E:80:00/name", { name: "Drill 7" });
}

async function post(hub: RunningHub, scan: { identifier?: string; content: string }) {
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const response = await fetch(`${hub.base}/in/check-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier: crypto.randomUUID(), date, ...scan }),
  });
  if (!response.ok)
    throw new Error(`The hub returned ${response.status}: ${await response.text()}`);
}
