import { createServer, type Server, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createEgress } from "../../egress/egress.ts";
import { counts, openTestForwarding, soon } from "../../forwarding/testing/forwarding.ts";
import type { NatsMessage, Secrets, Settings } from "../kind.ts";
import { logInToNats } from "./nats-client.ts";
import type { NatsLogin } from "./nats-server.ts";
import { openNatsStream } from "./nats-stream.ts";
import { createNatsWire } from "./nats-wire.ts";
import { createCredentials } from "./testing/nats-credentials.ts";
import { hasNatsServer, maxPayload, startNatsServer } from "./testing/nats-server.ts";
import { createContext, dialAnywhere, listen } from "./testing/wire.ts";

if (!hasNatsServer)
  console.warn("NATS is not tested: its server is not installed (package nats-server).");

let nats: Awaited<ReturnType<typeof startNatsServer>>;
let wire: ReturnType<typeof createNatsWire>;
let dialCount: number;
let fake: Server | undefined;

beforeAll(async () => {
  if (!hasNatsServer) return;
  nats = await startNatsServer();
  await addStream("scans", ["scans", "scanhook.>"]);
});
afterAll(() => nats?.[Symbol.asyncDispose]());

beforeEach(() => {
  dialCount = 0;
  wire = createNatsWire({
    dial: (...args) => {
      dialCount += 1;
      return dialAnywhere(...args);
    },
  });
});
afterEach(async () => {
  await wire.close();
  fake?.close();
});

test.skipIf(!hasNatsServer)(
  "JetStream acknowledges messages over one connection, and keeps a repeated one once",
  async () => {
    const before = await countMessages("scans");
    const second = { id: "scanhook-2", subject: "scanhook.door.nfc", payload: "ü" };
    for (const message of [{}, {}, second]) {
      expect(await send(message)).toEqual({ kind: "delivered" });
    }
    expect(dialCount).toBe(1);
    expect(await countMessages("scans")).toBe(before + 2);
    expect(await readMessage("scans", before + 1)).toEqual({
      subject: "scans",
      payload: '{"a":1}',
      headers: "NATS/1.0\r\nNats-Msg-Id: scanhook-1\r\nContent-Type: application/json\r\n\r\n",
    });
    expect(await readMessage("scans", before + 2)).toMatchObject({
      subject: "scanhook.door.nfc",
      payload: "ü",
    });
  },
);

test.skipIf(!hasNatsServer).each([
  ["a wrong password", {}, { password: "wrong" }, "did not accept the log-in."],
  ["no stream", { subject: "none" }, {}, "has no stream for the subject “none”. Create one there."],
  [
    "a subject of others",
    { subject: "closed.x" },
    {},
    "does not let this user publish to “closed.x”.",
  ],
])("with %s, the delivery waits with a reason", async (_, message, secrets, words) => {
  const failure = {
    kind: "failed",
    fault: "destination",
    error: `The NATS server at localhost:${nats.port} ${words}`,
  };
  expect(await send(message, { secrets })).toEqual(failure);
  expect(await send(message, { secrets })).toEqual(failure);
  expect(await send({ id: crypto.randomUUID() })).toEqual({ kind: "delivered" });
});

test.skipIf(!hasNatsServer)(
  "a message that the server or the stream finds too large is given up, and those beside it arrive",
  async () => {
    await addStream("small", ["small"], { max_msg_size: 100, max_msgs: 1, discard: "new" });
    const sizes = [10, maxPayload, 20];
    const outcomes = await Promise.all(
      sizes.map((size) => send({ payload: "x".repeat(size), id: `size-${size}` })),
    );
    const name = `The NATS server at localhost:${nats.port}`;
    const tooLarge = `${name} takes at most 20,000 bytes at once, headers included, and this message has 20,000 bytes.`;
    expect(outcomes).toEqual([
      { kind: "delivered" },
      { kind: "failed", fault: "scan", error: tooLarge },
      { kind: "delivered" },
    ]);
    expect(dialCount).toBe(1);
    expect(await send({ subject: "small", payload: "x".repeat(200) })).toEqual({
      kind: "failed",
      fault: "scan",
      error: `${name} did not keep the message (message size exceeds maximum allowed).`,
    });
    expect(await send({ subject: "small" })).toEqual({ kind: "delivered" });
    expect(await send({ subject: "small", id: "scanhook-3" })).toEqual({
      kind: "failed",
      fault: "destination",
      error: `${name} did not keep the message (maximum messages exceeded).`,
    });
  },
);

test.skipIf(!hasNatsServer)(
  "a service that responds to a subject does not count as a stream",
  async () => {
    const service = await connectReader();
    service.subscribe("service", { callback: (_, request) => void request.respond("thanks") });
    await service.flush();
    expect(await send({ subject: "service" })).toMatchObject({
      fault: "destination",
      error: expect.stringMatching(/gave the message on “service” to something that is no stream/),
    });
    await service.close();
  },
);

test.skipIf(!hasNatsServer)(
  "over TLS, with a token, a message arrives, and without TLS a sentence says what to enter",
  async () => {
    const authorization = 'authorization { token: "t0ken" }';
    await using server = await startNatsServer({ authorization, tls: true });
    const login = { kind: "token", token: "t0ken" } as const;
    await addStream("scans", ["scans"], {}, { ...server, tls: true, login });
    const settings = { url: `tls://localhost:${server.port}`, auth: "token", ca: server.ca };
    const secrets = { token: "t0ken" };
    expect(await send({}, { settings, secrets })).toEqual({ kind: "delivered" });
    expect(await send({}, { settings: { ...settings, ca: "" }, secrets })).toMatchObject({
      error: expect.stringMatching(/^The certificate of localhost:\d+ comes from an authority/),
    });
    const plain = { ...settings, url: `nats://localhost:${server.port}` };
    expect(await send({}, { settings: plain, secrets })).toMatchObject({
      fault: "destination",
      error: expect.stringMatching(/requires TLS\. Begin the address with tls:\/\//),
    });
    const encrypted = { url: `tls://localhost:${nats.port}`, auth: "none" };
    expect(await send({}, { settings: encrypted })).toMatchObject({
      error: expect.stringMatching(/offers no TLS\. Begin the address with nats:\/\//),
    });
  },
);

test.skipIf(!hasNatsServer)("a credentials file logs in to an account of its own", async () => {
  const { authorization, credentials } = createCredentials();
  await using server = await startNatsServer({ authorization });
  const login = { kind: "credentials", credentials } as const;
  await addStream("scans", ["scans"], {}, { ...server, login });
  const settings = { url: `nats://localhost:${server.port}`, auth: "credentials" };
  expect(await send({}, { settings, secrets: { credentials } })).toEqual({ kind: "delivered" });
  const others = { credentials: createCredentials().credentials };
  expect(await send({}, { settings, secrets: others })).toMatchObject({
    fault: "destination",
    error: expect.stringMatching(/did not accept the log-in\.$/),
  });
});

test.skipIf(!hasNatsServer)(
  "JetStream keeps what it acknowledged when the server restarts, and scans of that time arrive afterwards",
  async () => {
    const before = await countMessages("scans");
    await using hub = await openTestForwarding();
    await hub.addHttp("stream", `nats://localhost:${nats.port}`, {
      kind: "nats",
      settings: { auth: "password", user: "hub", subject: "scans" },
      secrets: { password: "s3cret ü" },
    });
    hub.start({ ...soon, nextWait: () => 100 });
    const acknowledged = await hub.scan("acknowledged");
    await expect.poll(() => hub.counts("stream")).toEqual(counts({ accepted: 1, delivered: 1 }));
    await nats.stop();
    const waiting = await hub.scan("waiting");
    await expect
      .poll(async () => (await hub.store.deliveries({ scan: waiting.id }, { limit: 1 }))[0])
      .toMatchObject({ state: "pending", lastAttempt: { error: expect.any(String) } });
    await nats.start();
    await expect.poll(() => hub.counts("stream")).toEqual(counts({ accepted: 2, delivered: 2 }));
    for (const [index, { identifier }] of [acknowledged, waiting].entries()) {
      const { payload } = await readMessage("scans", before + 1 + index);
      expect(JSON.parse(payload)).toMatchObject({ identifier });
    }
    expect(await countMessages("scans")).toBe(before + 2);
  },
);

test("nothing is dialed at a private address without permission, whatever the name is", async () => {
  let connectionCount = 0;
  const port = await serve(() => {
    connectionCount += 1;
  });
  wire = createNatsWire({ dial: createEgress().dial });
  for (const host of ["127.0.0.1", "localhost"]) {
    const settings = { url: `nats://${host}:${port}` };
    expect(await send({}, { settings, allowPrivate: false })).toMatchObject({
      fault: "destination",
      error: expect.stringMatching(/switch on “May be in your own network”/),
    });
  }
  expect(connectionCount).toBe(0);
});

test("a connection that ends before the acknowledgment fails the message, and the next one opens a new connection", async () => {
  const port = await serve((socket) => {
    socket.write('INFO {"version":"2.9.10","headers":true,"max_payload":1000}\r\n');
    socket.on("data", (bytes) => {
      if (bytes.includes("PING")) socket.write("PONG\r\n");
      if (bytes.includes("HPUB")) socket.destroy();
    });
  });
  const settings = { url: `nats://127.0.0.1:${port}` };
  for (const connectionCount of [1, 2]) {
    expect(await send({}, { settings })).toEqual({
      kind: "failed",
      fault: "destination",
      error: `The NATS server at 127.0.0.1:${port} closed the connection.`,
    });
    expect(dialCount).toBe(connectionCount);
  }
});

test("a server that does not respond costs the time of the destination, and no more", async () => {
  const port = await serve(() => undefined);
  for (const signal of [AbortSignal.timeout(50), AbortSignal.timeout(50)]) {
    expect(await send({}, { settings: { url: `nats://127.0.0.1:${port}` }, signal })).toEqual({
      kind: "failed",
      fault: "destination",
      error: `127.0.0.1:${port} did not answer in time.`,
    });
  }
});

test("whatever a server sends, the message fails with a sentence", async () => {
  const lines = fc.oneof(
    fc.constantFrom(
      'INFO {"version":"2.9.10"}\r\n',
      "INFO {}\r\n",
      "PONG\r\n",
      "PING\r\n",
      "+OK\r\n",
      "-ERR 'x'\r\n",
      "INFO null\r\n",
    ),
    fc.constantFrom("HTTP/1.1 400 Bad Request\r\n", "-ERR 'Authorization Violation'\r\n"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  let response = "";
  const port = await serve((socket) => socket.end(response));
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { maxLength: 5 }), async (sent) => {
      response = sent.join("");
      const settings = { url: `nats://127.0.0.1:${port}` };
      expect(await send({}, { settings })).toEqual({
        kind: "failed",
        fault: "destination",
        error: expect.stringMatching(/^The NATS server at 127\.0\.0\.1:\d+ .*\.$/s),
      });
    }),
    { numRuns: 20 },
  );
});

function send(
  message: Partial<NatsMessage>,
  options: {
    settings?: Settings;
    secrets?: Secrets;
    signal?: AbortSignal;
    allowPrivate?: boolean;
  } = {},
) {
  const password = { url: `nats://localhost:${nats?.port}`, auth: "password", user: "hub" };
  const { settings = password, secrets = {}, allowPrivate = true } = options;
  const { signal = AbortSignal.timeout(60_000) } = options;
  const sent = {
    via: "nats" as const,
    id: "scanhook-1",
    subject: "scans",
    contentType: "application/json",
    payload: '{"a":1}',
    ...message,
  };
  const context = { secrets: { password: "s3cret ü", ...secrets }, signal, allowPrivate };
  return wire.send(sent, createContext(settings, context));
}

async function serve(respond: (socket: Socket) => void): Promise<number> {
  fake = createServer((socket) => {
    socket.on("error", () => undefined);
    respond(socket);
  });
  return listen(fake);
}

type Reader = { port: number; ca: string; tls?: boolean; login?: NatsLogin };

function connectReader(server: Reader = nats) {
  const login = { kind: "password", user: "reader", password: "reader" } as const;
  const { port, ca, tls = false } = server;
  const address = { host: "localhost", port, ca, tls, login: server.login ?? login };
  const signal = AbortSignal.timeout(60_000);
  return logInToNats(() => openNatsStream(dialAnywhere, address, true, signal), address.login);
}

/** Sends a request to the API of JetStream. */
async function askJetStream(request: string, body: object, server?: Reader) {
  const reader = await connectReader(server);
  const response = await reader.request(`$JS.API.${request}`, JSON.stringify(body));
  await reader.close();
  const answer = response.json<Record<string, object>>();
  expect(answer.error).toBeUndefined();
  return answer;
}

function addStream(name: string, subjects: string[], limits: object = {}, server?: Reader) {
  const stream = { name, subjects, retention: "limits", storage: "file", num_replicas: 1 };
  return askJetStream(`STREAM.CREATE.${name}`, { ...stream, ...limits }, server);
}

async function countMessages(stream: string): Promise<number> {
  const { state } = await askJetStream(`STREAM.INFO.${stream}`, {});
  return (state as { messages: number }).messages;
}

async function readMessage(stream: string, seq: number) {
  const answer = await askJetStream(`STREAM.MSG.GET.${stream}`, { seq });
  const { subject, data, hdrs } = answer.message as Record<string, string>;
  const decode = (text = "") => Buffer.from(text, "base64").toString();
  return { subject, payload: decode(data), headers: decode(hdrs) };
}
