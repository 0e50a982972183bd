import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFields } from "../fields.ts";
import { findKind } from "../kinds.ts";
import { toScannerId } from "./mqtt-discovery.ts";
import {
  createCodeScan,
  createMessages,
  createMessagesVia,
  createRequest,
  hostileScan,
  nfcScan,
} from "./testing/messages.ts";

const server = "http://homeassistant.local:8123/";

// https://developers.home-assistant.io/docs/api/rest/: POST /api/events/<event_type>,
// Authorization: Bearer TOKEN
test("Home Assistant gets the event tag_scanned with the UID as its tag", () => {
  const result = createRequest("home-assistant", { settings: { server }, secrets: { token: "t" } });
  expect(result).toMatchObject({
    method: "POST",
    url: "http://homeassistant.local:8123/api/events/tag_scanned",
    headers: { authorization: "Bearer t", "content-type": "application/json" },
  });
  expect(result.json).toEqual({
    tag_id: "04:A2:24:52:9C:11:90",
    device_id: "door anna",
    content: nfcScan.content,
    date: nfcScan.date,
  });
});

// https://www.home-assistant.io/integrations/tag/: written tags hold
// https://www.home-assistant.io/tag/<id>
test("a tag or code written by Home Assistant is known by the id in it", () => {
  const id = "5f0ba733-172f-430d-a7f8-e4ad940c88d7";
  const content = `https://www.home-assistant.io/tag/${id}`;
  const createEvent = (scan: typeof nfcScan) =>
    createRequest("home-assistant", { settings: { server }, scan }).json as { tag_id: string };
  expect(createEvent({ ...nfcScan, content }).tag_id).toBe(id);
  expect(createEvent(createCodeScan(content)).tag_id).toBe(id);
  expect(createEvent(createCodeScan("4711")).tag_id).toBe("4711");
  expect(createEvent(createCodeScan(`${content}/more`)).tag_id).toBe(`${content}/more`);
});

// https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger: /api/webhook/<webhook_id>
test("a webhook trigger of Home Assistant gets the scan in any shape", () => {
  const settings = { server, how: "webhook" };
  const secrets = { webhook: "some hook/id" };
  const result = createRequest("home-assistant", { settings, secrets });
  expect(result.url).toBe("http://homeassistant.local:8123/api/webhook/some%20hook%2Fid");
  expect(result.json).toMatchObject({ content: nfcScan.content, tagName: "PLA black" });
  const shape = { format: "form", template: "code: {{ content }}" } as const;
  expect(createRequest("home-assistant", { settings, secrets, shape }).body).toBe(
    "code=https%3A%2F%2Fexample.org%2Fspools%2F12",
  );
});

test("MQTT sends one message to the topic, as the fields say", () => {
  const [message, ...otherMessages] = createMessagesVia("mqtt", "mqtt", {
    settings: { host: "b" },
  });
  expect(otherMessages).toEqual([]);
  expect(message).toMatchObject({ topic: "scanhook/door/nfc", qos: 1, retain: false });
  expect(JSON.parse(message!.payload)).toMatchObject({ content: nfcScan.content, id: 7 });
  const settings = { host: "b", topic: "x/{{ user }}", qos: "0", retain: true };
  const shape = { format: "text", template: "{{ content }}" } as const;
  expect(createMessagesVia("mqtt", "mqtt", { settings, shape })).toEqual([
    { via: "mqtt", topic: "x/anna", payload: nfcScan.content, qos: 0, retain: true },
  ]);
});

test("scanned values in an MQTT topic can be neither another level nor a wildcard", () => {
  const settings = { host: "b", topic: "codes/{{ content }}/{{ user }}" };
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const result = createMessages("mqtt", { settings, scan });
      if (!result.ok) return;
      const [message] = result.messages;
      const topic = message?.via === "mqtt" ? message.topic : "";
      expect(topic.split("/")).toHaveLength(3);
      expect(topic).not.toMatch(/[+#\p{Cc}]/u);
    }),
  );
  const result = createMessages("mqtt", { settings, scan: createCodeScan("x".repeat(70_000)) });
  expect(result).toEqual({
    ok: false,
    reason: "With the values of this scan: A topic can have at most 65,535 bytes.",
  });
});

test.each([
  ["scans/#", "A topic must not contain + or #."],
  ["$SYS/scans", "Topics that begin with $ belong to the broker."],
])("the MQTT topic %s is refused", (topic, reason) => {
  const parsed = parseFields(findKind("mqtt")!, { host: "b", topic });
  expect(parsed).toEqual({ ok: false, field: "topic", reason });
});

// https://www.home-assistant.io/integrations/tag.mqtt/ and
// https://www.home-assistant.io/integrations/sensor.mqtt/
test("MQTT discovery announces a tag scanner and a sensor of one device once, and then sends the scan", () => {
  const settings = { host: "b", discovery: true };
  const [, tag, sensor, last, scanned] = createMessagesVia("mqtt", "mqtt", { settings });
  const id = toScannerId(nfcScan);
  const device = {
    identifiers: [`scanhook_${id}`],
    name: "door · anna",
    manufacturer: "Scanhook",
    model: "Scanner",
  };
  expect(tag).toMatchObject({
    topic: `homeassistant/tag/scanhook_${id}/config`,
    retain: true,
    once: true,
  });
  expect(JSON.parse(tag!.payload)).toEqual({ topic: `scanhook/scanners/${id}/tag`, device });
  expect(sensor).toMatchObject({
    topic: `homeassistant/sensor/scanhook_${id}/last_scan/config`,
    retain: true,
    once: true,
  });
  expect(JSON.parse(sensor!.payload)).toMatchObject({
    name: "Last scan",
    unique_id: `scanhook_${id}_last_scan`,
    state_topic: `scanhook/scanners/${id}/last`,
    json_attributes_topic: `scanhook/scanners/${id}/last`,
    value_template: "{{ value_json.state }}",
    device,
  });
  expect(last).toMatchObject({ topic: `scanhook/scanners/${id}/last`, retain: true });
  expect(JSON.parse(last!.payload)).toEqual({
    state: "PLA black",
    identifier: nfcScan.identifier,
    content: nfcScan.content,
    date: nfcScan.date,
    source: "nfc",
    tag: nfcScan.tag,
    tag_name: "PLA black",
  });
  expect(scanned).toEqual({
    via: "mqtt",
    topic: `scanhook/scanners/${id}/tag`,
    payload: nfcScan.tag,
    qos: 1,
    retain: false,
  });
});

test("MQTT discovery uses valid ids, different for each scanner, and states within the limit", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("a", "a_b", "a-b", "b", "_"),
  );
  const inbox = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
  const scanner = fc.record({ inbox, user: fc.option(name, { nil: undefined }) }).map((input) => ({
    inbox: input.inbox,
    ...(input.user === undefined ? {} : { user: input.user }),
  }));
  fc.assert(
    fc.property(scanner, scanner, (first, second) => {
      expect(toScannerId(first)).toMatch(/^[a-zA-Z0-9_-]+$/);
      const isSame = first.inbox === second.inbox && first.user === second.user;
      expect(toScannerId(first) === toScannerId(second)).toBe(isSame);
    }),
  );
  fc.assert(
    fc.property(hostileScan, (scan) => {
      const settings = { host: "b", discovery: true, topic: "t" };
      for (const { topic, payload } of createMessagesVia("mqtt", "mqtt", { settings, scan })) {
        if (topic.endsWith("/last")) expect(JSON.parse(payload).state.length).toBeLessThan(256);
      }
    }),
  );
});
