import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { nodeFetch } from "./node-fetch.ts";
import { codeScan } from "./scan.ts";
import { type SendOptions, send } from "./send.ts";

const scan = codeScan({ content: "42" });

const sendTo = (port: number, options: SendOptions = {}) =>
  send(
    scan,
    { url: `http://127.0.0.1:${port}/`, user: "a", password: "b" },
    { fetch: nodeFetch, ...options },
  );

async function startServer(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets = new Set<Socket>();
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    respond(request, response);
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets, bodies };
}

async function startRawServer(answer: (socket: Socket) => void) {
  let requests = 0;
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      requests += 1;
      answer(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, requestCount: () => requests };
}

test("each scan has a connection of its own, also after a challenge", async () => {
  const server = await startServer((request, response) => {
    if (request.headers.authorization) return void response.end("done");
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
  });
  for (let count = 1; count <= 2; count += 1) {
    expect(await sendTo(server.port)).toEqual({
      kind: "accepted",
      status: 200,
      reply: { text: "done", warning: false },
    });
    expect(server.sockets.size).toBe(2 * count);
  }
  expect(server.bodies.map((body) => JSON.parse(body))).toEqual([scan, scan, scan, scan]);
});

test.each(["100 Continue", "102 Processing", "103 Early Hints"])(
  "a scan that an unasked %s answers first is accepted after one POST",
  async (interim) => {
    const server = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`),
    );
    expect(await sendTo(server.port)).toEqual({ kind: "accepted", status: 204 });
    expect(server.requestCount()).toBe(1);
  },
);

test("the fetch of Node loses the response behind 100 Continue, and the reason says so", async () => {
  const server = await startRawServer((socket) =>
    socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"),
  );
  expect(await sendTo(server.port, { fetch })).toEqual({
    kind: "unreachable",
    cause: "reset",
    reason: expect.stringMatching(/may have the scan/),
  });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["identity", (bytes: Buffer) => bytes],
])("a message in the content coding %s can be read", async (coding, encode) => {
  const server = await startServer((request, response) => {
    expect(request.headers["accept-encoding"]).toBe("identity");
    const headers = {
      "content-encoding": coding,
      "content-type": "text/plain; charset=iso-8859-1",
    };
    response.writeHead(200, headers).end(encode(Buffer.from("schön", "latin1")));
  });
  expect(await sendTo(server.port)).toMatchObject({ reply: { text: "schön" } });
});

test("the proxy of the environment is used where Node uses it", async () => {
  const proxy = await startServer((request, response) => response.end(request.url));
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  vi.stubEnv("http_proxy", `http://127.0.0.1:${proxy.port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const response = await nodeFetch("http://receiver.example/in", { method: "POST" });
  expect(await response.text()).toBe("http://receiver.example/in");
});

test("failures have the same causes as with the fetch of Node", async () => {
  const closing = await startRawServer((socket) => socket.resetAndDestroy());
  const silent = await startRawServer(() => undefined);
  const redirecting = await startServer((_request, response) =>
    response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  );
  const cancel = new AbortController();
  for (const options of [{ fetch: nodeFetch }, { fetch }]) {
    expect(await sendTo(1, options)).toMatchObject({ kind: "unreachable" });
    expect(await sendTo(closing.port, options)).toMatchObject({ cause: "reset" });
    expect(await sendTo(silent.port, { ...options, timeoutMs: 50 })).toMatchObject({
      cause: "timeout",
    });
    expect(await sendTo(redirecting.port, options)).toMatchObject({
      kind: "refused",
      status: 302,
      location: "http://127.0.0.1:1/",
    });
    const sending = sendTo(silent.port, { ...options, signal: cancel.signal });
    cancel.abort();
    expect(await sending).toMatchObject({ cause: "cancelled" });
  }
  expect(closing.requestCount()).toBe(2);
});
