import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ask } from "./api.ts";
import { texts } from "./texts/en.ts";

test("the data of an answer comes back, and nothing for an answer without a body", async () => {
  const answers = await withServer(
    (request, response) => {
      if (request.method === "DELETE") response.writeHead(204).end();
      else response.end('{"tokens":[]}');
    },
    async (base) => [await ask("GET", `${base}/api/tokens`), await ask("DELETE", `${base}/x`)],
  );
  expect(answers).toEqual([
    { ok: true, data: { tokens: [] } },
    { ok: true, data: undefined },
  ]);
});

test("an error of the hub keeps its own sentence", async () => {
  const error = { code: "inbox-exists", message: "An inbox with this name is there already." };
  const answer = await withServer(
    (_, response) => void response.writeHead(409).end(JSON.stringify({ error })),
    (base) => ask("POST", base, { name: "scans" }),
  );
  expect(answer).toEqual({ ok: false, status: 409, ...error });
});

test("an error page of something in between becomes a sentence with its status", async () => {
  for (const body of ["<h1>Bad gateway</h1>", "", "null", '{"error":"no"}']) {
    const answer = await withServer(
      (_, response) => void response.writeHead(502).end(body),
      (base) => ask("GET", base),
    );
    expect(answer).toMatchObject({ ok: false, status: 502, message: texts.errors.status(502) });
  }
});

test("a hub that is not there is a failure, not an exception", async () => {
  const base = await withServer(
    () => undefined,
    async (address) => address,
  );
  expect(await ask("GET", base)).toMatchObject({ ok: false, status: 0, code: "unreachable" });
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
