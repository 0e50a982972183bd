import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { curlOf } from "./curl.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The line for curl is not run: curl is not installed.");

type Received = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
const server = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  const { method = "", url = "", headers } = request;
  received.push({ method, url, headers, body: Buffer.concat(chunks as Buffer[]).toString() });
  response.writeHead(204).end();
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function run(request: { method: string; headers: Record<string, string>; body: string }) {
  const path = "/items/%22a%22?q=[1-3]{a,b}&r='$HOME'";
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  await promisify(execFile)("sh", ["-c", curlOf({ via: "http", url, ...request })]);
  return { path, got: received.pop()! };
}

test.skipIf(!hasCurl).for(["POST", "PUT", "PATCH", "DELETE", "REPORT"])(
  "a shell and curl send the %s that was shown, whatever is in it",
  async (method) => {
    const body = `@etc {"it's": "\`id\` $(id) \\\\ \\" é 😀",\n"b": "!"}`;
    const headers = {
      "content-type": "application/json",
      "x-quote": `it's "so" $HOME`,
      "x-no": "",
    };
    const { path, got } = await run({ method, headers, body });
    expect(got).toMatchObject({ method, url: path, body, headers });
  },
);

test.skipIf(!hasCurl).for(["GET", "HEAD"])("and a %s without a body", async (method) => {
  const { path, got } = await run({ method, headers: { "x-a": "1" }, body: "" });
  expect(got).toMatchObject({ method, url: path, body: "", headers: { "x-a": "1" } });
  expect(got.headers["content-type"]).toBeUndefined();
});

test("a token that is asked for first has its place in the line", () => {
  const grant = {
    tokenUrl: "https://id.example/token",
    clientId: "hub",
    clientSecret: "‹clientSecret›",
    credentialsIn: "header",
  } as const;
  const request = { via: "http", method: "POST", url: "https://a.example/", body: "x" } as const;
  expect(curlOf({ ...request, headers: {}, oauth2: grant })).toBe(
    "curl --globoff --request 'POST' --header 'authorization: Bearer ‹token›' --data-raw 'x' 'https://a.example/'",
  );
});
