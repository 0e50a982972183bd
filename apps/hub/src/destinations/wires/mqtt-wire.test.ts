import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Aedes } from "aedes";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EgressRefused } from "../../egress/egress.ts";
import type { Message, Settings } from "../kind.ts";
import { mqtt } from "../kinds/mqtt.ts";
import { createMqttWire } from "./mqtt-wire.ts";
import { createDisconnect, startScriptedBroker } from "./testing/scripted-broker.ts";
import { createContext, createLocalhostCertificate, dialAnywhere, listen } from "./testing/wire.ts";
import type { WireContext } from "./wire.ts";

let broker: Aedes;
let server: Server;
let port: number;
let sockets: Set<Socket>;
let wire: ReturnType<typeof createMqttWire>;
let published: { topic: string; payload: string; qos: number; retain: boolean }[];
let connectionCount: number;

beforeEach(async () => {
  broker = await Aedes.createBroker();
  sockets = new Set();
  published = [];
  connectionCount = 0;
  broker.on("publish", ({ topic, payload, qos, retain }, client) => {
    if (client) published.push({ topic, payload: payload.toString(), qos, retain });
  });
  server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  port = await listen(server);
  wire = createMqttWire({
    dial: (...args) => {
      connectionCount += 1;
      return dialAnywhere(...args);
    },
  });
});

afterEach(async () => {
  await wire.close();
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => broker.close(resolve));
  server.close();
});

test("messages go over one connection with the requested QoS and retain flag", async () => {
  expect(await sendMessage({ topic: "a", payload: "1" })).toEqual({ kind: "delivered" });
  expect(await sendMessage({ topic: "b", payload: "2", qos: 0, retain: true })).toEqual({
    kind: "delivered",
  });
  await expect.poll(() => published).toHaveLength(2);
  expect(published).toEqual([
    { topic: "a", payload: "1", qos: 1, retain: false },
    { topic: "b", payload: "2", qos: 0, retain: true },
  ]);
  expect(connectionCount).toBe(1);
});

test("a message with QoS 1 is delivered only when the broker acknowledges it", async () => {
  const publishRequested = Promise.withResolvers<() => void>();
  broker.authorizePublish = (_client, _packet, callback) =>
    publishRequested.resolve(() => callback(null));
  let outcome: unknown;
  const sending = sendMessage({ topic: "a", payload: "1" }).then((result) => {
    outcome = result;
  });
  const acknowledge = await publishRequested.promise;
  expect(outcome).toBeUndefined();
  acknowledge();
  await sending;
  expect(outcome).toEqual({ kind: "delivered" });
});

test("a connection that ends before the acknowledgment fails the message, and the next one opens a new connection", async () => {
  broker.authorizePublish = () => {
    for (const socket of sockets) socket.destroy();
  };
  expect(await sendMessage({ topic: "a", payload: "1" })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^The MQTT broker at localhost:\d+ .*closed the connection\.$/),
  });
  broker.authorizePublish = (_client, _packet, callback) => callback(null);
  const before = connectionCount;
  expect(await sendMessage({ topic: "a", payload: "2" })).toEqual({ kind: "delivered" });
  expect(connectionCount).toBe(before + 1);
});

test("messages go out over a new connection after the broker restarts", async () => {
  await sendMessage({ topic: "a", payload: "1" });
  const closed = [...sockets].map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  await expect
    .poll(async () => (await sendMessage({ topic: "a", payload: "2" })).kind)
    .toBe("delivered");
});

test("an announcement goes out once per connection, unless it changes", async () => {
  const announce = (payload: string) =>
    sendMessage({ topic: "config", payload, retain: true, once: true });
  for (const payload of ["1", "1", "2", "2"]) await announce(payload);
  expect(published.map(({ payload }) => payload)).toEqual(["1", "2"]);
  wire.forget(1);
  await announce("2");
  expect(published.map(({ payload }) => payload)).toEqual(["1", "2", "2"]);
});

test("a wrong password, a closed port and a silent broker are each reported with a sentence", async () => {
  broker.authenticate = (_client, user, password, done) =>
    done(null, user === "hub" && password?.toString() === "right");
  const settings = { user: "hub" };
  expect(await sendMessage({}, { settings, secrets: { password: "wrong" } })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^The MQTT broker at localhost:\d+ does not authorize this user/),
  });
  expect(await sendMessage({}, { settings, secrets: { password: "right" } })).toEqual({
    kind: "delivered",
  });
  expect(await sendMessage({}, { settings: { port: 1 } })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^localhost:\d+ refused the connection: nothing listens there/),
  });
  const silentServer = createServer((socket) => sockets.add(socket));
  const signal = AbortSignal.timeout(50);
  expect(await sendMessage({}, { settings: { port: await listen(silentServer) }, signal })).toEqual(
    {
      kind: "failed",
      fault: "destination",
      error: expect.stringMatching(/did not answer in time\.$/),
    },
  );
  silentServer.close();
});

test("a message over the Maximum Packet Size of the broker is not sent, and its scan is at fault", async () => {
  // MQTT 5, section 3.2.2.3.6: 39, then four bytes.
  const scripted = await startScriptedBroker({ properties: [39, 0, 0, 0, 100] });
  const settings = { port: scripted.port, version: "5" };
  // One byte for the type, one for the length, two and one for the topic, two for the ID, one for
  // the properties.
  const largest = "x".repeat(100 - 8);
  expect(await sendMessage({ topic: "a", payload: largest }, { settings })).toEqual({
    kind: "delivered",
  });
  expect(await sendMessage({ topic: "a", payload: `${largest}y` }, { settings })).toEqual({
    kind: "failed",
    fault: "scan",
    error: `The MQTT broker at localhost:${scripted.port} takes at most 100 bytes at once, and this message has 101 bytes.`,
  });
  expect(scripted.received).toHaveLength(1);
  expect(scripted.connectionCount()).toBe(1);
  scripted.stop();
});

test.each([
  [0x81, "scan"],
  [0x90, "scan"],
  [0x95, "scan"],
  [0x99, "scan"],
  [0x80, "destination"],
  [0x83, "destination"],
  [0x87, "destination"],
  [0x97, "destination"],
])(
  "a DISCONNECT with the reason %i after a message is the fault of the %s",
  async (code, fault) => {
    const scripted = await startScriptedBroker({ refuse: () => createDisconnect(code) });
    const settings = { port: scripted.port, version: "5" };
    expect(await sendMessage({}, { settings })).toMatchObject({ kind: "failed", fault });
    expect(scripted.received).toHaveLength(1);
    scripted.stop();
  },
);

test("of several messages on their way, only the one that the broker refuses by DISCONNECT fails", async () => {
  const scripted = await startScriptedBroker({
    refuse: ({ payload }) => (payload === "poison" ? createDisconnect(0x95) : undefined),
    hold: 4,
  });
  const settings = { port: scripted.port, version: "5" };
  const payloads = ["1", "poison", "3", "4"];
  const outcomes = await Promise.all(
    payloads.map((payload) => sendMessage({ payload }, { settings })),
  );
  expect(outcomes).toEqual([
    { kind: "delivered" },
    {
      kind: "failed",
      fault: "scan",
      error: `The MQTT broker at localhost:${scripted.port} refused the message: Packet too large.`,
    },
    { kind: "delivered" },
    { kind: "delivered" },
  ]);
  expect(scripted.acknowledged.map(({ payload }) => payload).sort()).toEqual(["1", "3", "4"]);
  expect(await sendMessage({ payload: "5" }, { settings })).toEqual({ kind: "delivered" });
  scripted.stop();
});

test("a message that a broker of MQTT 3.1.1 closes the connection for twice is at fault, if others arrive", async () => {
  broker.authorizePublish = (client, { payload }, callback) => {
    if (payload.toString() === "poison") client?.conn.destroy();
    else callback(null);
  };
  const payloads = ["1", "poison", "3", "4"];
  const outcomes = await Promise.all(payloads.map((payload) => sendMessage({ payload })));
  expect(outcomes.map((outcome) => outcome.kind === "failed" && outcome.fault)).toEqual([
    false,
    "scan",
    false,
    false,
  ]);
  expect(outcomes[1]).toMatchObject({
    error: expect.stringMatching(/closed the connection\. It did so twice at this message/),
  });
  expect(new Set(published.map(({ payload }) => payload))).toEqual(new Set(["1", "3", "4"]));
});

test("a large message that a broker closes the connection for is at fault, even if it is the first one", async () => {
  broker.authorizePublish = (client) => client?.conn.destroy();
  expect(await sendMessage({ payload: "x".repeat(5000) })).toMatchObject({ fault: "scan" });
  expect(await sendMessage({ payload: "x".repeat(500) })).toMatchObject({ fault: "destination" });
  expect(published).toEqual([]);
});

test.each([
  ["5", "MQTT 5", "MQTT 3.1.1"],
  ["3.1.1", "MQTT 3.1.1", "MQTT 5"],
])(
  "a broker without the version %s leads to the setting and the other version",
  async (version, chosen, other) => {
    const old = createServer((socket) => {
      sockets.add(socket);
      // CONNACK with return code 1 (MQTT 3.1.1, table 3.1), which a broker of that version sends to
      // any client.
      socket.once("data", () => socket.end(Buffer.from([0x20, 2, 0, 1])));
    });
    const settings = { port: await listen(old), version };
    const field = mqtt.fields.find(({ name }) => name === "version");
    expect(field?.choices?.map(({ label }) => label)).toEqual(["MQTT 5", "MQTT 3.1.1"]);
    expect(await sendMessage({}, { settings })).toEqual({
      kind: "failed",
      fault: "destination",
      error: `The MQTT broker at localhost:${settings.port} does not support ${chosen}. Choose “${other}” under “${field?.label}”.`,
    });
    old.close();
  },
);

test("a refusal of the egress guard is reported unchanged", async () => {
  const guarded = createMqttWire({
    dial: () => Promise.reject(new EgressRefused("10.0.0.1 is a private address.")),
  });
  const message = { via: "mqtt", topic: "a", payload: "", qos: 1, retain: false } as const;
  expect(await guarded.send(message, createContext({ host: "broker", port: 1883 }))).toEqual({
    kind: "failed",
    fault: "destination",
    error: "10.0.0.1 is a private address.",
  });
  await guarded.close();
});

test("only a TLS certificate of a known authority for that host is accepted", async () => {
  const { key, cert, ca } = await createLocalhostCertificate();
  const tlsServer = createTlsServer({ key, cert }, (socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  tlsServer.on("tlsClientError", () => undefined);
  const tlsSettings = { port: await listen(tlsServer), security: "tls" };
  expect(await sendMessage({}, { settings: tlsSettings })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(
      /put that authority's certificate \(PEM\) into “Own certificate authority”\.$/,
    ),
  });
  expect(await sendMessage({}, { settings: { ...tlsSettings, ca } })).toEqual({
    kind: "delivered",
  });
  expect(await sendMessage({}, { settings: { ...tlsSettings, ca, host: "127.0.0.1" } })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^The certificate of 127\.0\.0\.1 is for another name/),
  });
  expect(await sendMessage({}, { settings: { port, security: "tls", ca } })).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/^localhost:\d+ .*\.$/),
  });
  tlsServer.close();
});

function sendMessage(
  message: Partial<Extract<Message, { via: "mqtt" }>>,
  options: Omit<Partial<WireContext>, "settings"> & { settings?: Settings } = {},
) {
  const { settings, ...contextOverrides } = options;
  const allSettings = { host: "localhost", port, version: "3.1.1", ...settings };
  return wire.send(
    { via: "mqtt", topic: "scanhook", payload: "scan", qos: 1, retain: false, ...message },
    createContext(allSettings, contextOverrides),
  );
}
