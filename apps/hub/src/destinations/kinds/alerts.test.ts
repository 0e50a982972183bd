import { describe, expect, test } from "vitest";
import { completeSettings } from "../fields.ts";
import type { Alert, Message, Secrets } from "../kind.ts";
import { findKind, kinds } from "../kinds.ts";

const alert: Alert = {
  event: "destination-failing",
  title: "The destination <ERP> is failing",
  message: "The destination <ERP> is failing. It has failed since\u202e noon.",
  destinationName: "erp",
  at: "2026-05-12T14:23:01.000Z",
};
const json = {
  message: alert.message,
  event: "destination-failing",
  destination: "erp",
  at: alert.at,
};

function createAlert(
  kindName: string,
  settings: Record<string, unknown> = {},
  secrets: Secrets = {},
) {
  const kind = findKind(kindName)!;
  return kind.createAlert!({
    settings: completeSettings(kind, settings),
    secrets,
    messageId: "msg_1",
    now: new Date("2026-05-12T14:23:03Z"),
    alert,
  });
}

function createOne(...args: Parameters<typeof createAlert>): Message {
  const result = createAlert(...args);
  if (!result.ok) throw new Error(result.reason);
  expect(result.messages).toHaveLength(1);
  return result.messages[0]!;
}

function createRequest(...args: Parameters<typeof createAlert>) {
  const message = createOne(...args);
  if (message.via !== "http") throw new Error("This is no request.");
  return { ...message, body: JSON.parse(message.body) };
}

test("every kind takes alerts, except for those that keep records of scans", () => {
  const without = kinds.filter(({ createAlert }) => !createAlert).map(({ name }) => name);
  expect(without).toEqual(["spoolman", "influxdb", "file"]);
});

describe("programs get an alert as JSON with message, event, destination and at", () => {
  test.each<[string, Record<string, unknown>, Secrets, string]>([
    ["http", { url: "https://example.org/a" }, {}, "https://example.org/a"],
    ["n8n", { url: "https://example.org/a" }, {}, "https://example.org/a"],
    ["node-red", { url: "https://example.org/a" }, {}, "https://example.org/a"],
    ["zapier", {}, { url: "https://hooks.zapier.com/1" }, "https://hooks.zapier.com/1"],
    ["make", {}, { url: "https://hook.make.com/1" }, "https://hook.make.com/1"],
    [
      "ifttt",
      { event: "hub", how: "json" },
      { key: "k" },
      "https://maker.ifttt.com/trigger/hub/json/with/key/k",
    ],
    [
      "home-assistant",
      { server: "http://ha:8123", how: "webhook" },
      { webhook: "id" },
      "http://ha:8123/api/webhook/id",
    ],
    [
      "home-assistant",
      { server: "http://ha:8123" },
      { token: "t" },
      "http://ha:8123/api/events/scanhook_alert",
    ],
  ])("%s %j", (kind, settings, secrets, url) => {
    const request = createRequest(kind, settings, secrets);
    expect(request).toMatchObject({ method: "POST", url, body: json });
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "msg_1",
    });
  });

  test("with the authentication of the destination", () => {
    const bearer = { url: "https://example.org/a", auth: "bearer" };
    expect(createRequest("http", bearer, { token: "t" }).headers.authorization).toBe("Bearer t");
    const basic = { url: "https://example.org/a", auth: "basic", username: "u" };
    expect(createRequest("n8n", basic, { password: "p" }).headers.authorization).toBe("Basic dTpw");
    expect(createRequest("make", {}, { url: "https://a/", apiKey: "k" }).headers).toMatchObject({
      "x-make-apikey": "k",
    });
    const headers = { "X-Team": "night" };
    expect(createRequest("http", { url: "https://a/", headers }).headers["x-team"]).toBe("night");
  });
});

test.each([
  { url: "https://example.org/{{ content }}" },
  { url: "https://example.org/", headers: { "x-code": "{{ content }}" } },
  { url: "https://example.org/", method: "GET" },
])("an HTTP request that is made for scans takes no alerts: %j", (settings) => {
  expect(createAlert("http", settings)).toEqual({
    ok: false,
    fault: "destination",
    reason: expect.stringContaining("Add a destination of its own for alerts."),
  });
});

test.each([
  ["hub/scans", "hub/scans"],
  ["scanhook/{{ inbox }}/{{ source }}", "scanhook/alerts"],
  ["home-{{ inbox }}/x", "alerts"],
])("MQTT publishes an alert for the topic %s to %s, not retained", (topic, alertTopic) => {
  const message = createOne("mqtt", { topic, retain: true });
  expect(message).toMatchObject({ via: "mqtt", topic: alertTopic, qos: 1, retain: false });
  expect(JSON.parse(message.via === "mqtt" ? message.payload : "")).toEqual(json);
});

test.each([
  ["scans", "scans"],
  ["scanhook.{{ inbox }}.{{ source }}", "scanhook.alerts"],
  ["home-{{ inbox }}.x", "alerts"],
])("AMQP and NATS publish an alert for %s to %s", (name, alertName) => {
  const queued = createOne("amqp", { routingKey: name, exchange: "ops" });
  expect(queued).toMatchObject({ via: "amqp", exchange: "ops", routingKey: alertName });
  expect(JSON.parse(queued.via === "amqp" ? queued.payload : "")).toEqual(json);
  const streamed = createOne("nats", { subject: name });
  expect(streamed).toMatchObject({ via: "nats", subject: alertName });
  expect(JSON.parse(streamed.via === "nats" ? streamed.payload : "")).toEqual(json);
});

test("people get the sentences of an alert as plain text, escaped as the system needs", () => {
  const plain = "The destination <ERP> is failing. It has failed since noon.";
  const slack = createRequest("slack", {}, { url: "https://hooks.slack.com/1" });
  expect(slack.body.text).toBe(plain.replace("<", "&lt;").replace(">", "&gt;"));
  const telegram = createRequest("telegram", { chat: "1" }, { token: "1:a" });
  expect(telegram.body.text).toBe(plain);
  const discord = createRequest("discord", {}, { url: "https://discord.com/api/webhooks/1" });
  expect(discord.body.content).toBe(plain.replace("<", "\\<").replace(">", "\\>"));
  const matrix = createRequest("matrix", { room: "!a:b", server: "https://m" }, { token: "t" });
  expect(matrix).toMatchObject({ method: "PUT", body: { body: plain } });
  expect(matrix.url).toMatch(/\/msg_1$/);
  const teams = createRequest("teams", {}, { url: "https://teams" });
  expect(JSON.stringify(teams.body)).toContain(plain);
  const chat = createRequest("google-chat", {}, { url: "https://chat" });
  expect(chat.body.text.replaceAll("\u2060", "")).toBe(plain);
  const ifttt = createRequest("ifttt", { event: "hub", how: "values" }, { key: "k" });
  expect(ifttt.body).toEqual({ value1: alert.message, value2: alert.event, value3: "erp" });
});

test("a mail and a notification have the title, whatever their own titles say about scans", () => {
  const mail = createOne("mail", { from: "a@b", to: ["c@d"], subject: "Scan: {{ content }}" });
  expect(mail).toMatchObject({ subject: `Scanhook: ${alert.title}`, to: ["c@d"] });
  const ntfy = createRequest("ntfy", { topic: "hub", title: "{{ content }}", tags: "package" });
  expect(ntfy.body).toMatchObject({ topic: "hub", title: alert.title });
  expect(ntfy.body).not.toHaveProperty("tags");
});
