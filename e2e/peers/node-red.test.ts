import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { codeScan, type SendStep, send } from "@scanhook/webhook";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHubFor } from "./forwarding-hub.ts";
import { readCodeBlock } from "./page.ts";
import { installPeer, type RunningPeer, startPeer } from "./peer.ts";

const installed = installPeer("node-red", "5.0.7");
if (!installed.ok) console.warn(`Skipped: Node-RED. ${installed.reason}`);
const testWithNodeRed = test.skipIf(!installed.ok);

const user = "scanner";
const password = "only for flows";
let nodeRed: RunningPeer;

beforeAll(async () => {
  if (installed.ok) nodeRed = await startNodeRed(installed.folder);
}, 200_000);
afterAll(() => nodeRed?.stop());

testWithNodeRed("the flow of the docs takes scans straight from the scanner", async () => {
  const steps: SendStep["step"][] = [];
  const scan = codeScan({ content: "straight to Node-RED" });
  const receiver = { url: `${nodeRed.url}/scans`, user, password };
  const outcome = await send(scan, receiver, { onStep: ({ step }) => steps.push(step) });
  expect(outcome).toEqual({ kind: "accepted", status: 204 });
  expect(steps).toEqual(["request", "challenge", "retry", "answer"]);
  expect(await readReceivedScans()).toContainEqual(scan);

  const refused = await send(scan, { ...receiver, password: "wrong" });
  expect(refused).toMatchObject({ kind: "refused", status: 401 });
  for (const body of ["{}", '{"identifier":"a","date":7,"content":"c"}']) {
    const outcome = await send(body, receiver);
    expect(outcome).toMatchObject({ kind: "refused", status: 422, reply: { warning: true } });
  }
});

testWithNodeRed(
  "a page on another origin may post to Node-RED, but cannot read its 401",
  async () => {
    const headers = { origin: "https://scanner.example", "content-type": "application/json" };
    const url = `${nodeRed.url}/scans`;
    const preflight = await fetch(url, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const challenge = await fetch(url, { method: "POST", headers, body: "{}" });
    expect(challenge.headers.get("www-authenticate")).toMatch(/^Basic/);
    expect(challenge.headers.get("access-control-allow-origin")).toBeNull();
  },
);

testWithNodeRed(
  "the hub forwards a scan to the same node and reports a wrong password",
  async () => {
    const settings = { url: `${nodeRed.url}/scans`, auth: "basic", username: user };
    {
      await using hub = await startHubFor({ kind: "node-red", settings, secrets: { password } });
      const scan = codeScan({ content: "through the hub" });
      expect(await send(scan, { url: hub.receiver })).toMatchObject({ status: 204 });
      expect(await hub.attemptedDelivery()).toMatchObject({
        state: "delivered",
        lastAttempt: { status: 204 },
      });
      expect(await readReceivedScans()).toContainEqual(
        expect.objectContaining({ ...scan, inbox: "door" }),
      );
    }
    await using hub = await startHubFor({
      kind: "node-red",
      settings,
      secrets: { password: "wrong" },
    });
    await send(codeScan({ content: "not taken" }), { url: hub.receiver });
    expect(await hub.attemptedDelivery()).toMatchObject({
      state: "pending",
      lastAttempt: { status: 401 },
    });
  },
);

async function readReceivedScans(): Promise<unknown[]> {
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  const response = await fetch(`${nodeRed.url}/seen`, {
    headers: { authorization: `Basic ${basic}` },
  });
  return (await response.json()) as unknown[];
}

const keepMessages = {
  func: 'const seen = global.get("seen") || []; seen.push(msg.payload); global.set("seen", seen);',
  outputs: 0,
  wires: [],
};

/**
 * The flow of the docs, with its debug node replaced by one that keeps messages and shows them at
 * /seen.
 */
const flow = [
  ...JSON.parse(readCodeBlock("docs/receivers/node-red.md", "Node-RED flow")).map(
    (shown: { id: string; type: string }) =>
      shown.type === "debug"
        ? createNode(shown.id, "function", { ...keepMessages, z: "a1c0de0000000001" })
        : shown,
  ),
  { id: "flow", type: "tab", label: "Seen" },
  createNode("seen-in", "http in", { url: "/seen", method: "get", wires: [["show"]] }),
  createNode("show", "function", {
    func: 'msg.payload = global.get("seen") || []; return msg;',
    outputs: 1,
    wires: [["answer"]],
  }),
  createNode("answer", "http response", { statusCode: "200", wires: [] }),
];

function createNode(id: string, type: string, properties: object): object {
  return { id, type, z: "flow", name: "", x: 0, y: 0, ...properties };
}

async function startNodeRed(installedIn: string): Promise<RunningPeer> {
  const { hashSync } = createRequire(join(installedIn, "package.json"))("bcryptjs");
  return startPeer(
    ({ port, folder }) => {
      const settings = {
        uiHost: "127.0.0.1",
        uiPort: port,
        httpNodeAuth: { user, pass: hashSync(password, 8) },
        httpNodeCors: { origin: "*", methods: "POST" },
        telemetry: { enabled: false },
      };
      const settingsFile = join(folder, "settings.cjs");
      writeFileSync(settingsFile, `module.exports = ${JSON.stringify(settings)};\n`);
      writeFileSync(join(folder, "flows.json"), JSON.stringify(flow));
      const program = join(installedIn, "node_modules/node-red/red.js");
      return {
        file: process.execPath,
        args: [program, "--userDir", folder, "--settings", settingsFile, "flows.json"],
      };
    },
    async ({ url }) => (await fetch(`${url}/seen`)).status === 401,
  );
}
