import type { lookup as lookupInSystem } from "node:dns";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import hubPackage from "../../../package.json" with { type: "json" };
import { createEgress } from "../../egress/egress.ts";
import type { HttpMessage } from "../kind.ts";
import { makeCom } from "../kinds/make-com.ts";
import { createHttpWire, type HttpContext } from "./http-wire.ts";
import { createLocalhostCertificate } from "./testing/wire.ts";

type ReceivedRequest = { request: IncomingMessage; body: string };

/** Starts an HTTP server that records its requests. */
async function startServer(respond: RequestListener, tls?: { key: string; cert: string }) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = async (request, response) => {
    const chunks = await request.toArray();
    requests.push({ request, body: Buffer.concat(chunks).toString("utf8") });
    respond(request, response);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http${tls ? "s" : ""}://localhost:${port}`, requests, sockets };
}

function createTestWire(egress = createEgress(), now?: () => Date) {
  const wire = createHttpWire(egress, now);
  onTestFinished(() => wire.close());
  return wire;
}

const createMessage = (url: string, overrides: Partial<HttpMessage> = {}): HttpMessage => ({
  via: "http",
  method: "POST",
  url,
  headers: { "content-type": "application/json" },
  body: "{}",
  ...overrides,
});

function createContext(overrides: Partial<HttpContext> = {}): HttpContext {
  const timeoutMs = overrides.timeoutMs ?? 60_000;
  return {
    destination: 1,
    settings: {},
    secrets: {},
    allowPrivate: true,
    signal: AbortSignal.timeout(timeoutMs),
    timeoutMs,
    answerBytes: 2048,
    concurrency: 4,
    ...overrides,
  };
}

test("a request goes out unchanged, and its response comes back", async () => {
  const server = await startServer((_request, response) =>
    response.writeHead(201, { "content-type": "text/plain; charset=utf-8" }).end("danke schön"),
  );
  const message = createMessage(`${server.url}/a%20b?q=1`, {
    method: "PUT",
    headers: { "x-name": "Grüße 🎫" },
    body: '{"a":"ü"}',
  });
  expect(await createTestWire().send(message, createContext())).toEqual({
    kind: "delivered",
    status: 201,
    answer: "danke schön",
    contentType: "text/plain; charset=utf-8",
  });
  const [{ request, body }] = server.requests as [ReceivedRequest];
  expect([request.method, request.url, body]).toEqual(["PUT", "/a%20b?q=1", '{"a":"ü"}']);
  expect(request.headers).toMatchObject({
    "user-agent": `Scanhook/${hubPackage.version}`,
    host: `localhost:${server.port}`,
    "content-length": "10",
  });
  const headerValue = request.headers["x-name"] as string;
  expect(Buffer.from(headerValue, "latin1").toString("utf8")).toBe("Grüße 🎫");
});

test("connections are kept for the next requests", async () => {
  const server = await startServer((_request, response) => response.end("x".repeat(100_000)));
  const wire = createTestWire();
  for (let count = 0; count < 20; count += 1) {
    const outcome = await wire.send(createMessage(server.url), createContext());
    expect(outcome).toMatchObject({ kind: "delivered", answer: "x".repeat(2048) });
  }
  expect(server.requests).toHaveLength(20);
  // A request may start before undici notices a free connection, but no more connections than concurrent requests are needed.
  expect(server.sockets.size).toBeLessThanOrEqual(4);
});

test.each([
  ["iso-8859-1", (text: string) => Buffer.from(text, "latin1")],
  ["utf-16le", (text: string) => Buffer.from(text, "utf16le")],
  ["klingon", (text: string) => Buffer.from(text)],
])("a response in the charset %s is read by it", async (charset, encode) => {
  const server = await startServer((_request, response) =>
    response
      .writeHead(200, { "content-type": `text/plain; charset=${charset}` })
      .end(encode("schön")),
  );
  expect(await createTestWire().send(createMessage(server.url), createContext())).toMatchObject({
    answer: "schön",
  });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["gzip, br", (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
])(
  "a response that is sent in %s all the same is read, up to the limit",
  async (coding, encode) => {
    const server = await startServer((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      const text = request.url === "/bomb" ? "x".repeat(20_000_000) : "schön ".repeat(50);
      response.writeHead(200, { "content-encoding": coding }).end(encode(Buffer.from(text)));
    });
    const wire = createTestWire();
    expect(await wire.send(createMessage(server.url), createContext())).toMatchObject({
      answer: "schön ".repeat(50),
    });
    expect(await wire.send(createMessage(`${server.url}/bomb`), createContext())).toMatchObject({
      answer: "x".repeat(2048),
    });
  },
);

test("a response in an unknown or damaged coding still counts", async () => {
  const server = await startServer((request, response) =>
    response
      .writeHead(201, { "content-encoding": request.url === "/unknown" ? "rot13" : "gzip" })
      .end("abc"),
  );
  const wire = createTestWire();
  expect(await wire.send(createMessage(`${server.url}/unknown`), createContext())).toMatchObject({
    kind: "delivered",
    status: 201,
    answer: "abc",
  });
  expect(await wire.send(createMessage(server.url), createContext())).toMatchObject({
    kind: "delivered",
    status: 201,
  });
});

/** Starts a server that answers each request on a connection, counted from 1, in its own words. */
async function startRawServer(answer: (socket: Socket, request: number) => void) {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    let onSocket = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (!chunk.includes("HTTP/1.1")) return;
      requests += 1;
      onSocket += 1;
      answer(socket, onSocket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, sockets, requestCount: () => requests };
}

const okResponse = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

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
    expect(await wire.send(createMessage(server.url), createContext())).toEqual({
      kind: "delivered",
      status: 200,
      answer: "ok",
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
  expect(await createTestWire().send(createMessage(server.url), createContext())).toMatchObject({
    answer: body,
  });
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
    const context = () => createContext({ concurrency: 1 });
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
    const context = () => createContext({ concurrency: 1 });
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

test.each([
  [301, "destination"],
  [307, "destination"],
  [400, "scan"],
  [401, "destination"],
  [403, "destination"],
  [404, "destination"],
  [408, "destination"],
  [410, "gone"],
  [413, "scan"],
  [414, "scan"],
  [431, "scan"],
  [415, "scan"],
  [418, "destination"],
  [422, "scan"],
  [429, "destination"],
  [500, "destination"],
  [503, "destination"],
])("the status %i is the fault of the %s and explained with a sentence", async (status, fault) => {
  const server = await startServer((_request, response) =>
    response.writeHead(status, { "retry-after": "7" }).end("why"),
  );
  expect(await createTestWire().send(createMessage(server.url), createContext())).toEqual({
    kind: "failed",
    fault,
    status,
    answer: "why",
    retryAfterMs: 7000,
    error: expect.stringMatching(new RegExp(`^The destination answered ${status}\\b.*\\.$`)),
  });
});

test("a redirect is not followed, and the error names its target", async () => {
  const elsewhere = await startServer((_request, response) => response.end());
  const server = await startServer((_request, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/new` }).end(),
  );
  expect(await createTestWire().send(createMessage(server.url), createContext())).toMatchObject({
    kind: "failed",
    error: `The destination answered 302, a redirect to ${elsewhere.url}/new. The hub follows no redirects; enter the final address.`,
  });
  expect(elsewhere.requests).toEqual([]);
});

test("a kind can refuse a response although its status is 200", async () => {
  const server = await startServer((_request, response) => response.end('{"ok":false}'));
  const checkResponse = ({ body }: { body: string }) =>
    body.includes("false") ? "It said no." : undefined;
  expect(
    await createTestWire().send(createMessage(server.url), createContext({ checkResponse })),
  ).toMatchObject({
    kind: "failed",
    fault: "destination",
    status: 200,
    error: "It said no.",
  });
});

test("a kind can keep a message for a later attempt although the status blames it", async () => {
  const server = await startServer((request, response) =>
    response.writeHead(400).end(request.url === "/full" ? "Queue is full." : "Bad."),
  );
  const { findOwnFault } = makeCom;
  const context = () => createContext(findOwnFault && { findOwnFault });
  const wire = createTestWire();
  expect(await wire.send(createMessage(`${server.url}/full`), context())).toMatchObject({
    kind: "failed",
    fault: "destination",
    status: 400,
    error: "The queue of this webhook is full. Make takes more when its scenario has run.",
  });
  expect(await wire.send(createMessage(server.url), context())).toMatchObject({ fault: "scan" });
});

test("a response without an end is read only as far as needed", async () => {
  const server = await startServer((_request, response) => {
    const fill = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", fill);
    fill();
  });
  expect(
    await createTestWire().send(createMessage(server.url), createContext({ answerBytes: 10 })),
  ).toEqual({
    kind: "delivered",
    status: 200,
    answer: "xxxxxxxxxx",
  });
});

test("a response that is cut off within a character, or is not text, is kept as valid text", async () => {
  const server = await startServer((request, response) =>
    response.end(request.url === "/cut" ? "aü" : Buffer.from([0, 255, 65])),
  );
  const wire = createTestWire();
  expect(
    await wire.send(createMessage(`${server.url}/cut`), createContext({ answerBytes: 2 })),
  ).toMatchObject({ answer: "a" });
  expect(await wire.send(createMessage(server.url), createContext())).toMatchObject({
    answer: "\ufffd\ufffdA",
  });
});

test("a response with endless headers or an endless body times out", async () => {
  const endlessHeaders = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    const timer = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  endlessHeaders.listen(0, "127.0.0.1");
  await once(endlessHeaders, "listening");
  onTestFinished(() => void endlessHeaders.close());
  const { port } = endlessHeaders.address() as AddressInfo;
  const endlessBody = await startServer((_request, response) => void response.write("a"));
  const createShortContext = () => createContext({ timeoutMs: 300 });
  const wire = createTestWire();
  for (const place of [port, endlessBody.port]) {
    expect(
      await wire.send(createMessage(`http://localhost:${place}`), createShortContext()),
    ).toEqual({
      kind: "failed",
      fault: "destination",
      error: `localhost:${place} did not answer within 0.3 seconds.`,
    });
  }
});

test("a silent DNS server or a closing hub ends a request", async () => {
  const neverAnswer = (() => {}) as unknown as typeof lookupInSystem;
  const wire = createTestWire(createEgress({ lookup: neverAnswer }));
  expect(
    await wire.send(createMessage("http://silent.example"), createContext({ timeoutMs: 50 })),
  ).toMatchObject({ error: "silent.example:80 did not answer within 0.05 seconds." });
  const stop = new AbortController();
  const sending = wire.send(
    createMessage("https://silent.example"),
    createContext({ signal: stop.signal }),
  );
  stop.abort();
  expect(await sending).toMatchObject({ error: "The request to silent.example:443 was canceled." });
});

test.each([
  ["http://no-such-host.invalid", /no host named no-such-host\.invalid|could not be looked up/],
  ["http://localhost:1", /^localhost:1 refused the connection: nothing listens there;/],
  ["http://127.0.0.1:1", /^127\.0\.0\.1:1 refused the connection/],
  ["http://[::1]:1", /^\[::1\]:1 refused the connection|no way to/],
  ["http://169.254.169.254/latest", /^169\.254\.169\.254 is the metadata service of a cloud/],
  ["http://[fe80::1]/", /^fe80::1 is a link-local address\. The hub never sends anything there\.$/],
  ["http://0.0.0.0:1", /^0\.0\.0\.0 is not the address of a host/],
])("a request to %s fails with a sentence", async (url, sentence) => {
  expect(await createTestWire().send(createMessage(url), createContext())).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(sentence),
  });
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
    expect(await createTestWire().send(createMessage(url), createContext())).toMatchObject({
      error: expect.stringMatching(sentence),
    });
  }
});

test("nothing reaches this machine without a grant, however its address is written", async () => {
  const server = await startServer((_request, response) => response.end());
  const wire = createTestWire();
  const names = ["localhost", "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1"];
  for (const name of [...names, "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "127。0。0。1"]) {
    const url = `http://${name}:${server.port}/`;
    expect(
      await wire.send(createMessage(url), createContext({ allowPrivate: false })),
    ).toMatchObject({
      kind: "failed",
      error: expect.stringMatching(/this machine itself; switch on “May be in your own network”/),
    });
  }
  expect(server.sockets.size).toBe(0);
});

test("revoking a grant also ends open connections", async () => {
  const server = await startServer((_request, response) => response.end());
  const wire = createTestWire();
  expect(await wire.send(createMessage(server.url), createContext())).toMatchObject({
    kind: "delivered",
  });
  expect(
    await wire.send(createMessage(server.url), createContext({ allowPrivate: false })),
  ).toMatchObject({
    kind: "failed",
  });
  expect(server.requests).toHaveLength(1);
});

test("a destination's own authority is trusted only for that destination and for the names in the certificate", async () => {
  const { ca, ...tls } = await createLocalhostCertificate();
  const server = await startServer((_request, response) => response.end(), tls);
  const wire = createTestWire();
  expect(await wire.send(createMessage(server.url), createContext())).toMatchObject({
    error: expect.stringMatching(
      /^The certificate of localhost:\d+ (is self-signed|comes from an authority).+“Own certificate authority”\.$/,
    ),
  });
  const settings = { ca };
  expect(await wire.send(createMessage(server.url), createContext({ settings }))).toMatchObject({
    kind: "delivered",
  });
  const resolveToLoopback = ((
    _name: string,
    _options: object,
    done: (...args: unknown[]) => void,
  ) => done(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookupInSystem;
  const wireWithOtherName = createTestWire(createEgress({ lookup: resolveToLoopback }));
  const url = `https://other.example:${server.port}`;
  expect(
    await wireWithOtherName.send(createMessage(url), createContext({ settings })),
  ).toMatchObject({
    error: "The certificate of other.example is for another name. Use the name in the certificate.",
  });
});

test("https to a server that speaks plain HTTP is reported as such", async () => {
  const server = await startServer((_request, response) => response.end());
  const url = server.url.replace("http:", "https:");
  expect(await createTestWire().send(createMessage(url), createContext())).toMatchObject({
    error: expect.stringMatching(
      /does not speak TLS\. Try http instead of https, or another port\.$/,
    ),
  });
});

test("closing the wire ends requests under way", async () => {
  const server = await startServer(() => {});
  const wire = createTestWire();
  const sending = wire.send(createMessage(server.url), createContext());
  await expect.poll(() => server.requests.length).toBe(1);
  await wire.close();
  expect(await sending).toMatchObject({ kind: "failed", error: expect.stringMatching(/\.$/) });
});
