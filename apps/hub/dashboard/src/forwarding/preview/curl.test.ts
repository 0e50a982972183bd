import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatCurl } from "./curl.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The curl commands are not run, because curl is not installed.");

type ReceivedRequest = {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
};
const receivedRequests: ReceivedRequest[] = [];
const server = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  const { method = "", url = "", headers } = request;
  receivedRequests.push({
    method,
    url,
    headers,
    body: Buffer.concat(chunks as Buffer[]).toString(),
  });
  response.writeHead(204).end();
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function runFormattedCommand(request: {
  method: string;
  headers: Record<string, string>;
  body: string;
}) {
  const path = "/items/%22a%22?q=[1-3]{a,b}&r='$HOME'";
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  await promisify(execFile)("sh", ["-c", formatCurl({ via: "http", url, ...request })]);
  return { path, request: receivedRequests.pop()! };
}

test.skipIf(!hasCurl).for(["POST", "PUT", "PATCH", "DELETE", "REPORT"])(
  "formats a command that sends exactly the %s shown, whatever it contains",
  async (method) => {
    const body = `@etc {"it's": "\`id\` $(id) \\\\ \\" é 😀",\n"b": "!"}`;
    const headers = {
      "content-type": "application/json",
      "x-quote": `it's "so" $HOME`,
      "x-no": "",
    };
    const { path, request } = await runFormattedCommand({ method, headers, body });
    expect(request).toMatchObject({ method, url: path, body, headers });
  },
);

test.skipIf(!hasCurl).for(["GET", "HEAD"])(
  "formats a command that sends a %s without a body",
  async (method) => {
    const { path, request } = await runFormattedCommand({
      method,
      headers: { "x-a": "1" },
      body: "",
    });
    expect(request).toMatchObject({ method, url: path, body: "", headers: { "x-a": "1" } });
    expect(request.headers["content-type"]).toBeUndefined();
  },
);

test("formats a placeholder for an OAuth 2 token", () => {
  const grant = {
    tokenUrl: "https://id.example/token",
    clientId: "hub",
    clientSecret: "‹clientSecret›",
    credentialsIn: "header",
  } as const;
  const request = { via: "http", method: "POST", url: "https://a.example/", body: "x" } as const;
  expect(formatCurl({ ...request, headers: {}, oauth2: grant })).toBe(
    "curl --globoff --request 'POST' --header 'authorization: Bearer ‹token›' --data-raw 'x' 'https://a.example/'",
  );
});
