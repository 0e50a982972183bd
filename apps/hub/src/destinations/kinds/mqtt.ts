import { shapeScan } from "../../forwarding/shape.ts";
import { checkTemplate, fillTemplate } from "../../forwarding/template.ts";
import type { Kind } from "../kind.ts";
import { hookTemplate } from "./hook.ts";
import { announcements } from "./mqtt-discovery.ts";

const longestTopicBytes = 65_535;
const onlyWithDiscovery = { field: "discovery", is: ["true"] };

/**
 * MQTT 3.1.1 (https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html) and 5
 * (https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html).
 */
export const mqtt: Kind = {
  name: "mqtt",
  title: "MQTT",
  summary: "A message to a broker; Home Assistant finds the scanners there by itself.",
  group: "home",
  via: "mqtt",
  fields: [
    {
      name: "host",
      label: "Broker",
      type: "text",
      place: true,
      required: true,
      placeholder: "mqtt.local",
    },
    {
      name: "security",
      label: "Security",
      type: "choice",
      place: true,
      default: "none",
      choices: [
        { value: "none", label: "None (mqtt, port 1883)" },
        { value: "tls", label: "TLS (mqtts, port 8883)" },
      ],
    },
    {
      name: "port",
      label: "Port",
      help: "Empty: the usual one.",
      type: "number",
      place: true,
      min: 1,
      max: 65_535,
    },
    {
      name: "version",
      label: "Version",
      type: "choice",
      default: "5",
      choices: [
        { value: "5", label: "MQTT 5" },
        { value: "3.1.1", label: "MQTT 3.1.1" },
      ],
    },
    { name: "user", label: "User", type: "text" },
    { name: "password", label: "Password", type: "text", secret: true },
    {
      name: "clientId",
      label: "Client ID",
      help: "Empty: a new one for each connection. With several hubs it has to be empty: a broker keeps one connection for each.",
      type: "text",
    },
    {
      name: "topic",
      label: "Topic",
      help: "In what a scan puts in, / + and # become -.",
      type: "text",
      required: true,
      template: true,
      default: "scanhook/{{ inbox }}/{{ source }}",
    },
    {
      name: "qos",
      label: "Quality of service",
      type: "choice",
      default: "1",
      choices: [
        { value: "1", label: "1: delivered once the broker confirmed it" },
        { value: "0", label: "0: delivered once it was sent" },
      ],
    },
    {
      name: "retain",
      label: "The broker keeps the last message of each topic",
      type: "switch",
      default: false,
    },
    {
      name: "discovery",
      label: "Home Assistant discovery",
      help: "Each scanner (inbox and user) becomes a device with its last scan as a sensor, and what it scans a tag.",
      type: "switch",
      default: false,
    },
    {
      name: "discoveryPrefix",
      label: "Discovery prefix",
      type: "text",
      default: "homeassistant",
      when: onlyWithDiscovery,
    },
    {
      name: "discoveryTopic",
      label: "Topic of the devices",
      type: "text",
      default: "scanhook/scanners",
      when: onlyWithDiscovery,
    },
  ],
  shapes: ["scan", "json", "text"],
  template: hookTemplate,

  check({ settings }) {
    for (const field of ["topic", "discoveryPrefix", "discoveryTopic"]) {
      const given = settings[field];
      if (given === undefined || (field === "topic" && checkTemplate(String(given)))) continue;
      const fixed = String(given).replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "x");
      const fault = findTopicFault(fixed);
      if (fault) return { field, reason: fault };
    }
    return undefined;
  },

  make({ settings, shape, scan }) {
    const topic = fillTemplate(String(settings.topic), scan, "topic");
    if (!topic.ok) return topic;
    const fault = findTopicFault(topic.text);
    if (fault) return { ok: false, reason: `With this scan filled in: ${fault}` };
    const shaped = shapeScan(shape, scan, { format: "json", template: hookTemplate });
    if (!shaped.ok) return shaped;
    const qos = settings.qos === "0" ? 0 : 1;
    return {
      ok: true,
      messages: [
        {
          via: "mqtt",
          topic: topic.text,
          payload: shaped.body,
          qos,
          retain: settings.retain === true,
        },
        ...(settings.discovery === true ? announcements(settings, scan) : []),
      ],
    };
  },
};

/** MQTT 5, 4.7: names to publish to hold no wildcards; those with $ belong to the broker. */
function findTopicFault(topic: string): string | undefined {
  if (topic.trim() === "") return "A topic may not be empty.";
  if (/[+#]/.test(topic)) return "A topic to publish to holds no + and no #.";
  if (topic.startsWith("$")) return "Topics that begin with $ belong to the broker.";
  if (/\p{Cc}/u.test(topic)) return "A topic holds no control characters.";
  if (Buffer.byteLength(topic) > longestTopicBytes) return "A topic has 65,535 bytes at most.";
  return undefined;
}
