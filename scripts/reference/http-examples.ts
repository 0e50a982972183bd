import { Ajv2020 } from "ajv/dist/2020.js";
import type { Endpoint } from "./http-endpoints.ts";

/** The bodies of the examples. `exampleCall` checks each against the schema of its endpoint. */
const bodies: Record<string, object> = {
  "POST /api/session": { password: "correct horse battery staple" },
  "POST /api/session/password": {
    current: "correct horse battery staple",
    next: "another four word sentence",
  },
  "POST /api/session/link": { code: "the-code-of-the-link" },
  "POST /api/people": { name: "Ada", role: "desk", inboxes: ["door"] },
  "PATCH /api/people/{id}": { role: "manager" },
  "POST /api/session/passkey": {
    response: {
      id: "9SZ7yOx1R4mYl2oQ0cTq5A",
      rawId: "9SZ7yOx1R4mYl2oQ0cTq5A",
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: "eyJ0eXA", authenticatorData: "SZYN5Y", signature: "MEUCIQ" },
    },
  },
  "PUT /api/account/totp": {
    password: "correct horse battery staple",
    secret: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ",
    code: "492039",
  },
  "DELETE /api/account/totp": { password: "correct horse battery staple" },
  "POST /api/account/recovery-codes": { password: "correct horse battery staple" },
  "POST /api/account/passkeys/options": { password: "correct horse battery staple" },
  "POST /api/account/passkeys": {
    name: "Phone",
    response: {
      id: "9SZ7yOx1R4mYl2oQ0cTq5A",
      rawId: "9SZ7yOx1R4mYl2oQ0cTq5A",
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: "eyJ0eXA", attestationObject: "o2NmbXQ" },
    },
  },
  "POST /api/scans/delete": { match: { inbox: "door", to: "2026-05-01" }, upTo: 42 },
  "POST /api/scans/send/count": { match: { inbox: "door" }, upTo: 42, route: "door-to-shop" },
  "POST /api/scans/send": {
    match: { inbox: "door" },
    upTo: 42,
    route: "door-to-shop",
    again: "failed",
    asOf: "2026-05-12T14:23:01.000Z",
  },
  "POST /api/scans/restore": { deletion: "5f0c7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01" },
  "PUT /api/tags/{identifier}/name": { name: "Drill 7" },
  "POST /api/inboxes": { name: "door", title: "Front door", user: "phone" },
  "PATCH /api/inboxes/{name}": { keepDays: 365 },
  "POST /api/inboxes/{name}/credentials": { user: "anna-phone" },
  "PATCH /api/inboxes/{name}/credentials/{user}": { supervisor: true },
  "POST /api/inboxes/{name}/pair": { device: "anna-phone" },
  "POST /api/registers": { name: "gala", kind: "check-in", rules: { capacity: 900 } },
  "PATCH /api/registers/{name}": { rules: { capacity: 1200, reentry: "never" } },
  "PUT /api/inboxes/{name}/register": { register: "gala", action: "in" },
  "POST /api/registers/{name}/entries": { label: "Grace Hopper", keys: ["t:T-0003"] },
  "PATCH /api/registers/{name}/entries/{id}": { blocked: true },
  "POST /api/registers/{name}/entries/{id}/keys": { add: ["t:T-0002"] },
  "POST /api/registers/{name}/entries/{id}/act": { action: "in" },
  "PUT /api/registers/{name}/entries/{id}/due": { due: "2026-12-06" },
  "POST /api/registers/{name}/movements/{id}/answers": { answers: { seal: "pass" } },
  "POST /api/registers/{name}/try": { content: "T-0001" },
  "POST /api/registers/{name}/import/preview": { text: "ticket,name\nT-0001,Ada Lovelace\n" },
  "POST /api/registers/{name}/import": {
    text: "ticket,name\nT-0001,Ada Lovelace\n",
    key: "ticket",
    label: "name",
    dry: true,
  },
  "POST /api/registers/{name}/displays": { door: "north" },
  "POST /api/registers/{name}/rounds": { blind: true },
  "POST /scan/pair": { code: "the-code-of-the-link" },
  "POST /api/destinations": {
    name: "my-server",
    kind: "http",
    settings: { url: "https://example.org/scans", auth: "bearer" },
    secrets: { token: "abc123" },
  },
  "PATCH /api/destinations/{name}": { state: "held" },
  "POST /api/routes": {
    name: "to-my-server",
    inbox: "door",
    destination: "my-server",
    filter: { source: "nfc" },
  },
  "PATCH /api/routes/{name}": { on: false },
  "POST /api/preview": { destination: "my-server", filter: { content: "https://*" } },
  "POST /api/test": { destination: "my-server" },
  "POST /api/destinations/{name}/test": { inbox: "door" },
  "POST /api/deliveries/replay": { destination: "my-server", state: "dead" },
  "POST /api/deliveries/drop": { destination: "my-server", state: "pending" },
  "POST /api/config/diff": { yaml: "inboxes: { door: { title: Front door } }" },
  "PATCH /api/changes": { keepDays: 730 },
  "PATCH /api/alerts": { destinations: ["phone", "office-mail"], backupDays: 3 },
  "POST /api/backup": { password: "correct horse battery" },
  "POST /api/tokens": { name: "nightly export", scopes: ["read"] },
};

const queries: Record<string, string> = {
  "GET /api/scans": "?inbox=door&limit=10",
  "GET /api/scans/export": "?format=csv&from=2026-05-01",
  "GET /api/scans/stream": "?after=42",
  "GET /api/tags": "?text=drill",
  "GET /api/inboxes/{name}/expiring": "?keepDays=30",
  "GET /api/changes": "?subject=person&limit=10",
  "GET /api/changes/export": "?format=jsonl&from=2026-05-01",
  "GET /api/deliveries": "?state=dead",
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * Returns a call of the endpoint with curl. Throws when an example is missing or no longer fits the
 * endpoint.
 */
export function exampleCall({ method, path, name, operation }: Endpoint): string {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = bodies[name];
  if (schema && !body) throw new Error(`${name} has no example; add one to http-examples.ts.`);
  if (body && !schema)
    throw new Error(`${name} takes no body; remove its example from http-examples.ts.`);
  if (body && !ajv.validate(schema!, body)) {
    throw new Error(`The example of ${name} does not fit: ${ajv.errorsText()}.`);
  }
  const query = queries[name] ?? "";
  for (const parameter of new URLSearchParams(query).keys()) {
    if (!operation.parameters?.some((one) => one.in === "query" && one.name === parameter)) {
      throw new Error(
        `The example of ${name} has the parameter ${parameter}, which does not exist.`,
      );
    }
  }
  const curl = name === "GET /api/scans/stream" ? "curl -N" : "curl";
  const lines = [
    method === "GET" ? curl : `curl -X ${method}`,
    ...(operation.security?.length ? ['-H "Authorization: Bearer $SCANHOOK_TOKEN"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${formatBody(body)}'`] : []),
    `"$HUB${fillPath(path)}${query}"`,
  ];
  return lines.join(body ? " \\\n  " : " ");
}

/** Formats a body as JSON, on one line if it has at most 70 characters. */
function formatBody(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= 70 ? line : JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
}

function fillPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (path.includes("/sessions/")) return "Fq3cR0ZpYwzHkT5mJ1uVb8xN2sLdEoAi9gQ7yX4tWfM";
    if (parameter === "id") return "42";
    if (parameter === "identifier") return "04A27F1B5E8000";
    if (parameter === "user") return "anna-phone";
    if (path.startsWith("/api/destinations/")) return "my-server";
    if (path.includes("/rounds")) return "parts";
    if (path.startsWith("/api/registers/")) return "gala";
    return path.startsWith("/api/routes/") ? "to-my-server" : "door";
  });
}
