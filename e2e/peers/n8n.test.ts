import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeScan, type SendStep, send } from "@scanhook/webhook";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHubFor } from "./forwarding-hub.ts";
import { readCodeBlock } from "./page.ts";
import { installPeer, type RunningPeer, startPeer, withThisNode } from "./peer.ts";

// n8n takes xlsx from another server; the version on npm is enough here.
const installed = installPeer("n8n", "1.123.81", { xlsx: "0.18.5" });
if (!installed.ok) console.warn(`Skipped: n8n. ${installed.reason}`);
const testWithN8n = test.skipIf(!installed.ok);

const user = "scanner";
const password = "only for workflows";
let n8n: RunningPeer;

beforeAll(async () => {
  if (installed.ok) n8n = await startN8n(installed.folder);
}, 400_000);
afterAll(() => n8n?.stop());

testWithN8n("the workflow of the docs takes scans straight from the scanner", async () => {
  const steps: SendStep["step"][] = [];
  const receiver = { url: `${n8n.url}/webhook/scans`, user, password };
  const outcome = await send(codeScan({ content: "straight to n8n" }), receiver, {
    onStep: ({ step }) => steps.push(step),
  });
  const reply = { text: "Got straight to n8n", warning: false };
  expect(outcome).toEqual({ kind: "accepted", status: 200, reply });
  expect(steps).toEqual(["request", "challenge", "retry", "answer"]);

  for (const body of ["{}", '{"identifier":"a","date":7,"content":"c"}']) {
    const refused = await send(body, receiver);
    expect(refused).toMatchObject({ kind: "refused", status: 422, reply: { warning: true } });
  }
  const wrong = await send(codeScan({ content: "no" }), { ...receiver, password: "wrong" });
  expect(wrong).toMatchObject({ kind: "refused" });
});

testWithN8n("a page on another origin may post to n8n but cannot read its challenge", async () => {
  const headers = { origin: "https://scanner.example", "content-type": "application/json" };
  const preflightHeaders = {
    ...headers,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,authorization",
  };
  const url = `${n8n.url}/webhook/scans`;
  const preflight = await fetch(url, { method: "OPTIONS", headers: preflightHeaders });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(headers.origin);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type,authorization");
  const challenge = await fetch(url, { method: "POST", headers, body: "{}" });
  expect(challenge.headers.get("www-authenticate")).toMatch(/^Basic/);
  expect(challenge.headers.get("access-control-allow-origin")).toBe(headers.origin);
  expect(challenge.headers.get("access-control-expose-headers")).toBeNull();
});

testWithN8n("the hub forwards a scan to a Webhook node, which receives every field", async () => {
  const settings = { url: `${n8n.url}/webhook/echo`, auth: "basic", username: user };
  await using hub = await startHubFor({ kind: "n8n", settings, secrets: { password } });
  const scan = codeScan({ content: 'through the hub: "ü" 😀' });
  expect(await send(scan, { url: hub.receiver })).toMatchObject({ status: 204 });
  const { state, lastAttempt } = await hub.attemptedDelivery();
  expect([state, lastAttempt?.status]).toEqual(["delivered", 200]);
  expect(JSON.parse(lastAttempt!.answer!)).toMatchObject({ ...scan, inbox: "door" });
});

testWithN8n(
  "the hub authenticates with a JWT, and a delivery with the wrong passphrase stays pending",
  async () => {
    const settings = { url: `${n8n.url}/webhook/signed`, auth: "jwt", algorithm: "HS256" };
    for (const [key, state] of [
      ["a passphrase", "delivered"],
      ["another", "pending"],
    ] as const) {
      await using hub = await startHubFor({ kind: "n8n", settings, secrets: { key } });
      await send(codeScan({ content: state }), { url: hub.receiver });
      expect((await hub.attemptedDelivery()).state).toBe(state);
    }
  },
);

const basic = { id: "basic", name: "Basic", type: "httpBasicAuth", data: { user, password } };
const jwt = {
  id: "jwt",
  name: "JWT",
  type: "jwtAuth",
  data: { keyType: "passphrase", secret: "a passphrase", algorithm: "HS256" },
};

/** A workflow that returns the body of the request. */
function createWorkflow(
  id: string,
  path: string,
  authentication: string,
  credential: typeof basic | typeof jwt,
) {
  const webhook = {
    id: `${id}-webhook`,
    name: "Webhook",
    type: "n8n-nodes-base.webhook",
    typeVersion: 2,
    position: [0, 0],
    webhookId: id,
    parameters: { httpMethod: "POST", path, authentication, responseMode: "lastNode", options: {} },
    credentials: { [credential.type]: { id: credential.id, name: credential.name } },
  };
  const answer = {
    id: `${id}-answer`,
    name: "Answer",
    type: "n8n-nodes-base.set",
    typeVersion: 3.4,
    position: [200, 0],
    parameters: { mode: "raw", jsonOutput: "={{ $json.body }}", options: {} },
  };
  return {
    id,
    name: id,
    active: false,
    nodes: [webhook, answer],
    connections: { Webhook: { main: [[{ node: "Answer", type: "main", index: 0 }]] } },
    settings: {},
  };
}

/** Adds the credential that a user chooses by hand after importing a workflow. */
function readWorkflowOfDocs() {
  const documented = JSON.parse(readCodeBlock("docs/receivers/n8n.md", "n8n workflow"));
  const nodes = documented.nodes.map((node: { name: string }) =>
    node.name === "Scan"
      ? { ...node, credentials: { httpBasicAuth: { id: basic.id, name: basic.name } } }
      : node,
  );
  return { ...documented, id: "shown", active: false, nodes, settings: {} };
}

async function startN8n(installedIn: string): Promise<RunningPeer> {
  const program = join(installedIn, "node_modules/n8n/bin/n8n");
  return startPeer(
    ({ port, folder }) => {
      const env = {
        N8N_USER_FOLDER: folder,
        N8N_PORT: String(port),
        N8N_LISTEN_ADDRESS: "127.0.0.1",
        N8N_ENCRYPTION_KEY: "only for these tests",
        N8N_DIAGNOSTICS_ENABLED: "false",
        N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
        N8N_TEMPLATES_ENABLED: "false",
        N8N_RUNNERS_ENABLED: "false",
        DB_SQLITE_POOL_SIZE: "2",
      };
      const run = (...args: string[]) => {
        const options = {
          cwd: folder,
          env: { ...withThisNode(), ...env },
          encoding: "utf8",
        } as const;
        const result = spawnSync(process.execPath, [program, ...args], options);
        if (result.status !== 0)
          throw new Error(`n8n ${args[0]} failed:\n${result.stdout}${result.stderr}`);
      };
      const writeInput = (name: string, value: unknown) => {
        writeFileSync(join(folder, name), JSON.stringify(value));
        return `--input=${join(folder, name)}`;
      };
      run("import:credentials", writeInput("credentials.json", [basic, jwt]));
      const workflows = [
        readWorkflowOfDocs(),
        createWorkflow("echo", "echo", "basicAuth", basic),
        createWorkflow("signed", "signed", "jwtAuth", jwt),
      ];
      run("import:workflow", writeInput("workflows.json", workflows));
      run("update:workflow", "--all", "--active=true");
      return { file: process.execPath, args: [program, "start"], env };
    },
    async ({ url }) => {
      const paths = ["scans", "echo", "signed"].map((path) => `${url}/webhook/${path}`);
      const responses = await Promise.all(paths.map((path) => fetch(path, { method: "POST" })));
      return responses.every(({ status }) => status === 401 || status === 403);
    },
  );
}
