import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, Socket } from "node:net";
import { queryObjects } from "node:v8";
import { expect, onTestFinished, test } from "vitest";
import {
  createHttpContext,
  createMessage,
  createTestWire,
  okResponse,
  startRawServer,
  startServer,
} from "./testing/http-wire.ts";

test("connections are kept for the next requests", async () => {
  const server = await startServer((_request, response) => response.end("x".repeat(100_000)));
  const wire = createTestWire();
  for (let count = 0; count < 20; count += 1) {
    const outcome = await wire.send(createMessage(server.url), createHttpContext());
    expect(outcome).toMatchObject({ kind: "delivered", response: "x".repeat(2048) });
  }
  expect(server.requests).toHaveLength(20);
  // A request may start before undici notices a free connection, but no more connections than
  // concurrent requests are needed.
  expect(server.sockets.size).toBeLessThanOrEqual(4);
});

test.each([
  ["100", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["100 in bits and with fields", "HTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\n"],
  ["100 without a reason", "HTTP/1.1 100\r\n\r\n"],
  ["100 of HTTP/1.0", "HTTP/1.0 100 Continue\r\n\r\n"],
  ["102", "HTTP/1.1 102 Processing\r\n\r\n"],
  ["103", "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n"],
  [
    "several",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n",
  ],
])("an unasked interim response (%s) does not hide the response", async (name, interim) => {
  const isInBits = name.includes("bits");
  const server = await startRawServer(async (socket) => {
    const response = interim + okResponse;
    if (!isInBits) return void socket.write(response);
    socket.setNoDelay();
    for (const character of response) {
      await new Promise((resolve) => socket.write(character, resolve));
      await new Promise(setImmediate);
    }
  });
  const wire = createTestWire();
  for (let count = 1; count <= 3; count += 1) {
    expect(await wire.send(createMessage(server.url), createHttpContext())).toEqual({
      kind: "delivered",
      status: 200,
      response: "ok",
    });
    expect(server.requestCount()).toBe(count);
  }
});

test("a body that looks like an interim response arrives whole", async () => {
  const body = "HTTP/1.1 100 Continue\r\n\r\n";
  const server = await startServer((_request, response) => {
    response.flushHeaders();
    response.end(body);
  });
  expect(await createTestWire().send(createMessage(server.url), createHttpContext())).toMatchObject(
    {
      response: body,
    },
  );
});

test.each([
  ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ["closes", (socket: Socket) => socket.end()],
])(
  "a server that %s a kept connection gets the request once more over a new one",
  async (_name, close) => {
    const server = await startRawServer((socket, request) =>
      request === 1 ? socket.write(okResponse) : close(socket),
    );
    const wire = createTestWire();
    const context = () => createHttpContext({ concurrency: 1 });
    for (let count = 0; count < 2; count += 1)
      expect(await wire.send(createMessage(server.url), context())).toMatchObject({
        kind: "delivered",
      });
  },
);

test("a request whose response has begun, or that went over a new connection, is not sent again", async () => {
  for (const [closing, kept] of [
    ["HTTP/1.1 2", true],
    ["", false],
  ] as const) {
    const server = await startRawServer((socket, request) =>
      kept && request === 1 ? socket.write(okResponse) : socket.end(closing),
    );
    const wire = createTestWire();
    const message = createMessage(server.url);
    const context = () => createHttpContext({ concurrency: 1 });
    if (kept) expect(await wire.send(message, context())).toMatchObject({ kind: "delivered" });
    // The agent may open its second connection instead, where the first request is answered.
    const outcomes = [await wire.send(message, context())];
    while (kept && outcomes.at(-1)?.kind === "delivered") {
      outcomes.push(await wire.send(message, context()));
    }
    expect(outcomes.at(-1)).toMatchObject({
      kind: "failed",
      error: expect.stringMatching(/closed the connection before it responded\.$/),
    });
    expect(server.requestCount()).toBe(outcomes.length + (kept ? 1 : 0));
  }
});

test("a closed connection and a server that does not speak HTTP are reported", async () => {
  const behaviors: [(socket: Socket) => void, RegExp][] = [
    [(socket) => socket.resetAndDestroy(), /closed the connection before it responded\.$/],
    [(socket) => socket.end(), /closed the connection before it responded\.$/],
    [
      (socket) => socket.end("220 mail.example ESMTP\r\n"),
      /does not speak HTTP\. Check the port\.$/,
    ],
  ];
  for (const [behave, sentence] of behaviors) {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => behave(socket));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    expect(await createTestWire().send(createMessage(url), createHttpContext())).toMatchObject({
      error: expect.stringMatching(sentence),
    });
  }
});

test("connections that the server closed leave nothing in memory", async () => {
  const server = await startServer((_request, response) =>
    response.writeHead(204, { connection: "close" }).end(),
  );
  const wire = createTestWire();
  const sendSeveral = async () => {
    for (let count = 0; count < 20; count += 1)
      await wire.send(createMessage(server.url), createHttpContext());
    server.sockets.clear();
    server.requests.length = 0;
  };
  const countSockets = () => queryObjects(Socket, { format: "count" });
  await sendSeveral();
  const before = countSockets();
  await sendSeveral();
  await expect.poll(countSockets).toBeLessThan(before + 10);
});

test("closing the wire ends connections that are being opened", async () => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const wire = createTestWire();
  const sending = wire.send(createMessage(`https://localhost:${port}`), createHttpContext());
  const [socket] = (await once(server, "connection")) as [Socket];
  const ended = once(socket, "close");
  await wire.close();
  expect(await sending).toMatchObject({ kind: "failed", error: expect.stringMatching(/\.$/) });
  await ended;
});
