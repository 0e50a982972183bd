import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { counts, openTestForwarding, soon } from "../../forwarding/testing/forwarding.ts";
import type { AmqpMessage } from "../kind.ts";
import { createAmqpWire } from "./amqp-wire.ts";
import { hasRabbitMq, maxMessageSize, type RabbitMq, startRabbitMq } from "./testing/rabbitmq.ts";
import { createContext, dialAnywhere } from "./testing/wire.ts";
import type { WireContext } from "./wire.ts";

if (!hasRabbitMq)
  console.warn("AMQP is not tested: RabbitMQ is not installed (package rabbitmq-server).");

let rabbitMq: RabbitMq;
let wire: ReturnType<typeof createAmqpWire>;
let dialCount: number;

beforeAll(async () => {
  if (hasRabbitMq) rabbitMq = await startRabbitMq();
}, 120_000);
afterAll(() => rabbitMq?.[Symbol.asyncDispose](), 60_000);

beforeEach(() => {
  dialCount = 0;
  wire = createAmqpWire({
    dial: (...args) => {
      dialCount += 1;
      return dialAnywhere(...args);
    },
  });
});
afterEach(() => wire.close());

test.skipIf(!hasRabbitMq)(
  "RabbitMQ confirms messages over one connection, and their consumers get all properties",
  async () => {
    const toTopic = { exchange: "amq.topic", routingKey: "scanhook.door.nfc", id: "scanhook-2" };
    const sent = [{}, { ...toTopic, payload: "ü".repeat(20_000) }, { payload: "" }];
    for (const message of sent) expect(await send(message)).toEqual({ kind: "delivered" });
    expect(dialCount).toBe(1);
    const taken = await rabbitMq.takeAll("scans");
    expect(taken.map(({ body }) => body)).toEqual(['{"a":1}', "ü".repeat(20_000), ""]);
    expect(taken[0]).toEqual({
      body: '{"a":1}',
      contentType: "application/json",
      deliveryMode: 2,
      messageId: "scanhook-1",
      timestamp: new Date("2026-05-12T14:23:02Z"),
      appId: "scanhook",
    });
    expect(taken[1]).toMatchObject({ messageId: "scanhook-2" });
  },
);

test.skipIf(!hasRabbitMq)(
  "RabbitMQ over TLS takes messages for another virtual host, and an unknown certificate is refused",
  async () => {
    const url = `amqps://localhost:${rabbitMq.tlsPort}/shop%2Fa`;
    const settings = { url, ca: rabbitMq.ca };
    expect(await send({}, { settings })).toEqual({ kind: "delivered" });
    expect(await send({}, { settings: { url } })).toEqual({
      kind: "failed",
      fault: "destination",
      error: expect.stringMatching(/^The certificate of localhost:\d+ comes from an authority/),
    });
  },
);

test.skipIf(!hasRabbitMq).each([
  ["a wrong password", {}, { password: "wrong" }, "did not accept the user and password."],
  [
    "no virtual host of this name",
    {},
    { virtualHost: "nowhere" },
    "did not open the virtual host (vhost nowhere not found).",
  ],
  [
    "a virtual host of others",
    {},
    { virtualHost: "closed" },
    "did not open the virtual host (access to vhost 'closed' refused for user 'hub').",
  ],
  [
    "no exchange of this name",
    { exchange: "gone" },
    {},
    "has no exchange “gone”. Create it there, or correct the name.",
  ],
  [
    "an exchange of others",
    { exchange: "amq.fanout" },
    {},
    "does not let this user publish (access to exchange 'amq.fanout' in vhost '/' refused for user 'hub').",
  ],
  [
    "no queue of this name",
    { routingKey: "none" },
    {},
    "has no queue named “none”. Create it there, or name an exchange.",
  ],
  [
    "no queue for a routing key",
    { exchange: "amq.topic", routingKey: "none" },
    {},
    "has no queue for the routing key “none” of the exchange “amq.topic”. Bind a queue there, or switch off “Fail when no queue takes the message”.",
  ],
])("with %s, the delivery waits with a reason", async (_, message, login, words) => {
  const failure = {
    kind: "failed",
    fault: "destination",
    error: `The AMQP broker at localhost:${rabbitMq.port} ${words}`,
  };
  expect(await send(message, login)).toEqual(failure);
  expect(await send(message, login)).toEqual(failure);
  expect(await send({})).toEqual({ kind: "delivered" });
});

test.skipIf(!hasRabbitMq)(
  "RabbitMQ drops a message without a queue if that is no failure, and a full queue is one",
  async () => {
    expect(await send({ routingKey: "none", mandatory: false })).toEqual({ kind: "delivered" });
    expect(await send({ routingKey: "full" })).toEqual({ kind: "delivered" });
    expect(await send({ routingKey: "full" })).toMatchObject({
      fault: "destination",
      error: expect.stringMatching(/did not keep the message\. Check whether its queue is full\.$/),
    });
    await rabbitMq.takeAll("full");
    expect(await send({ routingKey: "full" })).toEqual({ kind: "delivered" });
  },
);

test.skipIf(!hasRabbitMq)(
  "RabbitMQ refuses only the messages that are too large, and those beside them arrive",
  async () => {
    await rabbitMq.takeAll("scans");
    const sizes = [10, maxMessageSize + 1, 20, maxMessageSize + 2, maxMessageSize];
    const outcomes = await Promise.all(
      sizes.map((size) => send({ payload: "x".repeat(size), id: `size-${size}` })),
    );
    const refuse = (size: number) => ({
      kind: "failed",
      fault: "scan",
      error: `The AMQP broker at localhost:${rabbitMq.port} takes at most 100,000 bytes at once, and this message has ${size.toLocaleString("en")} bytes.`,
    });
    const delivered = { kind: "delivered" };
    expect(outcomes).toEqual([delivered, refuse(100_001), delivered, refuse(100_002), delivered]);
    const ids = (await rabbitMq.takeAll("scans")).map(({ messageId }) => messageId);
    expect([...new Set(ids)].sort()).toEqual(["size-10", "size-100000", "size-20"]);
    expect(dialCount).toBe(1);
  },
);

test.skipIf(!hasRabbitMq)(
  "while RabbitMQ lacks memory, a message waits until its time is up, and arrives once the alarm ends",
  async () => {
    await rabbitMq.takeAll("scans");
    const sendBriefly = (id: string) => send({ id }, { signal: AbortSignal.timeout(500) });
    rabbitMq.setMemoryAlarm(true);
    const failure = {
      kind: "failed",
      fault: "destination",
      error: `The AMQP broker at localhost:${rabbitMq.port} takes no messages at the moment (low on memory).`,
    };
    // RabbitMQ tells only those about the alarm who publish.
    await expect.poll(() => sendBriefly("first")).toEqual(failure);
    expect(await sendBriefly("second")).toEqual(failure);
    const third = send({ id: "third" });
    rabbitMq.setMemoryAlarm(false);
    expect(await third).toEqual({ kind: "delivered" });
    const ids = (await rabbitMq.takeAll("scans")).map(({ messageId }) => messageId);
    expect(ids).toContain("third");
    expect(ids).not.toContain("second");
  },
);

test.skipIf(!hasRabbitMq)(
  "RabbitMQ keeps what it confirmed when it restarts, and scans of that time arrive afterwards",
  async () => {
    await rabbitMq.takeAll("scans");
    await using hub = await openTestForwarding();
    await hub.addHttp("queue", `amqp://localhost:${rabbitMq.port}`, {
      kind: "amqp",
      settings: { user: "hub", routingKey: "scans" },
      secrets: { password: "s3cret ü" },
    });
    hub.start({ ...soon, nextWait: () => 200 });
    const confirmed = await hub.scan("confirmed");
    await expect.poll(() => hub.counts("queue")).toEqual(counts({ accepted: 1, delivered: 1 }));
    await rabbitMq.stop();
    const waiting = await hub.scan("waiting");
    await expect
      .poll(async () => (await hub.store.deliveries({ scan: waiting.id }, { limit: 1 }))[0])
      .toMatchObject({ state: "pending", lastAttempt: { error: expect.any(String) } });
    await rabbitMq.start();
    await expect.poll(() => hub.counts("queue")).toEqual(counts({ accepted: 2, delivered: 2 }));
    const bodies = (await rabbitMq.takeAll("scans")).map(({ body }) => JSON.parse(body ?? ""));
    expect(bodies.map(({ identifier }) => identifier)).toEqual([
      confirmed.identifier,
      waiting.identifier,
    ]);
  },
  120_000,
);

function send(
  message: Partial<AmqpMessage>,
  {
    password = "s3cret ü",
    virtualHost = "",
    settings,
    signal = AbortSignal.timeout(60_000),
  }: {
    password?: string;
    virtualHost?: string;
    settings?: Record<string, string>;
    signal?: WireContext["signal"];
  } = {},
) {
  const url = `amqp://localhost:${rabbitMq.port}/${virtualHost}`;
  return wire.send(
    {
      via: "amqp",
      id: "scanhook-1",
      exchange: "",
      routingKey: "scans",
      mandatory: true,
      contentType: "application/json",
      at: "2026-05-12T14:23:02.500Z",
      payload: '{"a":1}',
      ...message,
    },
    createContext({ url, user: "hub", ...settings }, { secrets: { password }, signal }),
  );
}
