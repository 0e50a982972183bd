import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFields } from "../fields.ts";
import { findKind } from "../kinds.ts";
import { parseVirtualHost, toAmqpBroker } from "../wires/amqp-broker.ts";
import {
  createCodeScan,
  createMessages,
  createMessagesVia,
  hostileScan,
  nfcScan,
} from "./testing/messages.ts";

const url = "amqp://rabbitmq.local";

test("AMQP sends one message with the id of its delivery and the time of its scan", () => {
  const settings = { url, exchange: "amq.topic", routingKey: "scans.{{ inbox }}.{{ content }}" };
  const shape = { format: "text", template: "{{ content }}" } as const;
  expect(createMessagesVia("amqp", "amqp", { settings, shape })).toEqual([
    {
      via: "amqp",
      id: "msg_1",
      exchange: "amq.topic",
      routingKey: "scans.door.https://example-org/spools/12",
      mandatory: true,
      contentType: "text/plain; charset=utf-8",
      at: nfcScan.receivedAt,
      payload: nfcScan.content,
    },
  ]);
  const [message] = createMessagesVia("amqp", "amqp", {
    settings: { url, routingKey: "scans", mandatory: false },
  });
  expect(message).toMatchObject({ exchange: "", routingKey: "scans", mandatory: false });
  expect(JSON.parse(message!.payload)).toMatchObject({ content: nfcScan.content, id: 7 });
});

test("scanned values in a routing key can be neither another part nor a wildcard", () => {
  const settings = { url, routingKey: "codes.{{ content }}.{{ user }}" };
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const result = createMessages("amqp", { settings, scan });
      if (!result.ok) return;
      const [message] = result.messages;
      const key = message?.via === "amqp" ? message.routingKey : "";
      expect(key.split(".")).toHaveLength(3);
      expect(key).not.toMatch(/[*#\s\p{Cc}]/u);
      expect(Buffer.byteLength(key)).toBeLessThanOrEqual(255);
    }),
  );
  expect(createMessages("amqp", { settings, scan: createCodeScan("ü".repeat(125)) })).toEqual({
    ok: false,
    reason: "With the values of this scan: “Routing key” can have at most 255 bytes.",
  });
});

test.each([
  ["url", { url: "http://rabbitmq.local" }, "an address such as amqps://example.org/path."],
  ["url", { url: "amqp://hub:secret@rabbitmq.local" }, "user and password"],
  ["url", { url: "amqp://b/shop/a" }, "only the name of a virtual host may follow the host"],
  ["url", { url: "amqp://b/shop?heartbeat=10" }, "only the name of a virtual host"],
  ["url", { url: "amqp://b/%zz" }, "only the name of a virtual host"],
  ["exchange", { exchange: "x".repeat(256) }, "“Exchange” can have at most 255 bytes."],
  ["routingKey", { routingKey: "ü".repeat(128) }, "“Routing key” can have at most 255 bytes."],
  ["routingKey", { routingKey: "{{ contnet }}" }, "contnet"],
  ["routingKey", { routingKey: "" }, "“Routing key” is missing."],
])("AMQP refuses the %s of %j", (field, input, reason) => {
  const parsed = parseFields(findKind("amqp")!, { url, routingKey: "scans", ...input });
  expect(parsed).toEqual({ ok: false, field, reason: expect.stringContaining(reason) });
});

// https://www.rabbitmq.com/docs/uri-spec, appendix A; without a name, the default virtual host.
test.each([
  ["amqp://host:10000/vhost", { host: "host", port: 10_000, virtualHost: "vhost" }],
  ["amqp://ho%61st:10000/v%2fhost", { port: 10_000, virtualHost: "v/host" }],
  ["amqp://host", { host: "host", port: 5672, tls: false, virtualHost: "/" }],
  ["amqps://host/", { host: "host", port: 5671, tls: true, virtualHost: "/" }],
  ["amqp://host/%2f", { virtualHost: "/" }],
  ["amqp://[::1]:5673", { host: "::1", port: 5673, virtualHost: "/" }],
])("the AMQP address %s is %j", (address, broker) => {
  expect(toAmqpBroker({ url: address }, {})).toMatchObject(broker);
});

test("every name of a virtual host is what its address was made from", () => {
  const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(names, (name) => {
      const isTooLong = Buffer.byteLength(name) > 255;
      const address = new URL(`amqp://host/${encodeURIComponent(name)}`);
      // The URL Standard drops these segments, encoded or not.
      if (name === "." || name === "..") return;
      expect(parseVirtualHost(address)).toBe(isTooLong ? undefined : name);
    }),
  );
});

test("NATS sends one message with the id of its delivery to the subject of the scan", () => {
  const server = "nats://nats.local";
  const settings = { url: server, subject: "scans.{{ user }}.{{ tag }}" };
  const shape = { format: "text", template: "{{ content }}" } as const;
  expect(createMessagesVia("nats", "nats", { settings, shape })).toEqual([
    {
      via: "nats",
      id: "msg_1",
      subject: "scans.anna.04:A2:24:52:9C:11:90",
      contentType: "text/plain; charset=utf-8",
      payload: nfcScan.content,
    },
  ]);
  const [message] = createMessagesVia("nats", "nats", { settings: { url: server } });
  expect(message).toMatchObject({ subject: "scanhook.door.nfc", contentType: "application/json" });
  expect(JSON.parse(message!.payload)).toMatchObject({ content: nfcScan.content, id: 7 });
});

// https://docs.nats.io/nats-concepts/subjects
test("whatever is scanned, a subject has the parts that it was given, without spaces and wildcards", () => {
  const settings = { url: "nats://nats.local", subject: "codes.{{ content }}.{{ user }}" };
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const result = createMessages("nats", { settings, scan });
      if (!result.ok) {
        expect(result.reason).toMatch(/^With the values of this scan: .*\.$/);
        return;
      }
      const [message] = result.messages;
      const subject = message?.via === "nats" ? message.subject : "";
      expect(subject).toMatch(/^codes\.[^.*>\s\p{Cc}]+\.[^.*>\s\p{Cc}]+$/u);
    }),
  );
  expect(createMessages("nats", { settings, scan: createCodeScan("") })).toEqual({
    ok: false,
    reason:
      "With the values of this scan: A subject needs something before, between and after its dots.",
  });
});

test.each([
  ["url", { url: "https://nats.local" }, "an address such as tls://example.org/path."],
  ["url", { url: "nats://hub:secret@nats.local" }, "user and password"],
  ["url", { url: "nats://nats.local/stream" }, "only a port may follow the host"],
  ["subject", { subject: "scans.*" }, "must not contain spaces, control characters, * or >"],
  ["subject", { subject: "scans.>" }, "must not contain spaces, control characters, * or >"],
  ["subject", { subject: "my scans" }, "must not contain spaces, control characters, * or >"],
  ["subject", { subject: "scans..{{ inbox }}" }, "before, between and after its dots"],
  ["subject", { subject: ".scans" }, "before, between and after its dots"],
  ["subject", { subject: "$JS.API.STREAM.DELETE.x" }, "begin with $ belong to the server"],
  ["subject", { subject: "ü".repeat(1001) }, "“Subject” can have at most 2000 bytes."],
  ["password", { auth: "password", user: "hub" }, "“Password” is missing."],
  ["credentials", { auth: "credentials", credentials: "SUABC" }, "the whole text of a .creds file"],
])("NATS refuses the %s of %j", (field, input, reason) => {
  const parsed = parseFields(findKind("nats")!, { url: "nats://nats.local", ...input });
  expect(parsed).toEqual({ ok: false, field, reason: expect.stringContaining(reason) });
});

test("without a user, AMQP logs in as guest, and with one never with the password of guest", () => {
  expect(toAmqpBroker({ url }, {})).toMatchObject({ user: "guest", password: "guest" });
  expect(toAmqpBroker({ url, user: "hub" }, {})).toMatchObject({ user: "hub", password: "" });
});
