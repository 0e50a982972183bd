import { shapeScan } from "../../shaping/shape.ts";
import { say } from "../../texts/exact-message.ts";
import type { AmqpMessage, Kind, Settings } from "../kind.ts";
import { mandatoryLabel, maxShortBytes, parseVirtualHost } from "../wires/amqp-broker.ts";
import { toAlertJson } from "./alert-request.ts";
import { checkDottedName, fillDottedName, toAlertName } from "./dotted-names.ts";
import { webhookTemplate } from "./webhook-request.ts";

const urlLabel = "Broker";
const exchangeLabel = "Exchange";
const routingKeyLabel = "Routing key";

/** AMQP 0-9-1 (https://www.rabbitmq.com/amqp-0-9-1-reference). */
export const amqp: Kind = {
  name: "amqp",
  title: "AMQP (RabbitMQ)",
  summary: "A message to RabbitMQ or another broker of AMQP 0-9-1, which confirms it.",
  group: "server",
  via: "amqp",
  fields: [
    {
      name: "url",
      label: urlLabel,
      help: "With amqps:// over TLS. A virtual host follows the host, as in amqps://example.org/shop, with / in its name as %2F.",
      type: "url",
      protocols: ["amqp:", "amqps:"],
      required: true,
      placeholder: "amqp://rabbitmq.local",
    },
    { name: "user", label: "User", type: "text", placeholder: "guest" },
    { name: "password", label: "Password", type: "text", secret: true },
    {
      name: "exchange",
      label: exchangeLabel,
      help: "Leave empty for the default exchange, whose routing keys are the names of queues.",
      type: "text",
      placeholder: "amq.topic",
    },
    {
      name: "routingKey",
      label: routingKeyLabel,
      help: "In values from a scan, dots, wildcards and spaces become -.",
      type: "text",
      required: true,
      template: true,
      placeholder: "scanhook.{{ inbox }}.{{ source }}",
    },
    {
      name: "mandatory",
      label: mandatoryLabel,
      help: "Otherwise the broker drops such a message.",
      type: "switch",
      default: true,
    },
  ],
  shapes: ["scan", "json", "text"],
  template: webhookTemplate,

  checkFields({ settings }) {
    const url = URL.parse(String(settings.url));
    if (!url || parseVirtualHost(url) === undefined)
      return { field: "url", reason: say("amqp-virtual-host", { label: urlLabel }) };
    if (isTooLong(String(settings.exchange ?? "")))
      return { field: "exchange", reason: explainLength(exchangeLabel) };
    return checkDottedName("routingKey", String(settings.routingKey), findKeyProblem);
  },

  createMessages({ settings, shape, scan, messageId }) {
    const key = fillDottedName(String(settings.routingKey), scan, findKeyProblem);
    if (!key.ok) return key;
    const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
    if (!shaped.ok) return shaped;
    const message = {
      ...toEnvelope(settings, messageId),
      routingKey: key.text,
      contentType: shaped.contentType,
      at: scan.receivedAt,
      payload: shaped.body,
    };
    return { ok: true, messages: [message] };
  },

  createAlert({ settings, alert, messageId }) {
    const message = {
      ...toEnvelope(settings, messageId),
      routingKey: toAlertName(String(settings.routingKey)),
      contentType: "application/json",
      at: alert.at,
      payload: JSON.stringify(toAlertJson(alert)),
    };
    return { ok: true, messages: [message] };
  },
};

type Envelope = Pick<AmqpMessage, "via" | "id" | "exchange" | "mandatory">;

function toEnvelope({ exchange = "", mandatory }: Settings, id: string): Envelope {
  return { via: "amqp", id, exchange: String(exchange), mandatory: mandatory !== false };
}

const isTooLong = (text: string) => Buffer.byteLength(text) > maxShortBytes;
const findKeyProblem = (key: string) =>
  isTooLong(key) ? explainLength(routingKeyLabel) : undefined;
const explainLength = (label: string) => say("field-bytes", { label, count: `${maxShortBytes}` });
