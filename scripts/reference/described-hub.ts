import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { startHub } from "../../apps/hub/src/hub.ts";
import { parseSettings } from "../../apps/hub/src/settings/settings.ts";
import type { JsonSchema } from "./json-schema.ts";

export type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema }> }
  >;
};

export type OpenApi = {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
};

/**
 * Starts a temporary hub and returns its OpenAPI document and its metrics in the text format of
 * Prometheus.
 */
export async function describeTemporaryHub(): Promise<{ api: OpenApi; metrics: string }> {
  const data = await mkdtemp(join(tmpdir(), "scanhook-reference-"));
  const args = ["--data", data, "--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"];
  const parsed = parseSettings({ args, env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  const log = new Writable({ write: (_chunk, _encoding, done) => done() });
  const hub = await startHub(parsed.settings, { log, print: () => {} });
  try {
    const base = `http://127.0.0.1:${hub.httpPort}`;
    const session = await fetch(`${base}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body: JSON.stringify({
        password: "a password for a temporary hub",
        code: hub.loginLink?.split("code=")[1],
      }),
    });
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const get = (path: string) => fetch(`${base}${path}`, { headers: { cookie } });
    const api = (await (await get("/api/openapi.json")).json()) as OpenApi;
    const metrics = await (await get("/metrics")).text();
    return { api, metrics };
  } finally {
    await hub.close();
    await rm(data, { recursive: true, force: true });
  }
}
