import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendRequest } from "./api.ts";
import { texts } from "./texts/page.ts";

test("returns the data of a response, and undefined for a response without a body", async () => {
  const results = await withServer(
    (request, response) => {
      if (request.method === "DELETE") response.writeHead(204).end();
      else response.end('{"tokens":[]}');
    },
    async (base) => [
      await sendRequest("GET", `${base}/api/tokens`),
      await sendRequest("DELETE", `${base}/x`),
    ],
  );
  expect(results).toEqual([
    { ok: true, data: { tokens: [] } },
    { ok: true, data: undefined },
  ]);
});

test("returns the code and the message of an error", async () => {
  const error = { code: "inbox-exists", message: "An inbox with this name exists already." };
  const result = await withServer(
    (_, response) => void response.writeHead(409).end(JSON.stringify({ error })),
    (base) => sendRequest("POST", base, { name: "scans" }),
  );
  expect(result).toEqual({ ok: false, status: 409, ...error });
});

test("returns a message with the status for an error page of a proxy", async () => {
  for (const body of ["<h1>Bad gateway</h1>", "", "null", '{"error":"no"}']) {
    const result = await withServer(
      (_, response) => void response.writeHead(502).end(body),
      (base) => sendRequest("GET", base),
    );
    expect(result).toMatchObject({
      ok: false,
      status: 502,
      message: texts.errors.status({ status: 502 }),
    });
  }
});

test("returns a failure and throws nothing when the hub is unreachable", async () => {
  const base = await withServer(
    () => undefined,
    async (address) => address,
  );
  expect(await sendRequest("GET", base)).toMatchObject({
    ok: false,
    status: 0,
    code: "unreachable",
  });
});

async function withServer<T>(listener: RequestListener, use: (base: string) => Promise<T>) {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
