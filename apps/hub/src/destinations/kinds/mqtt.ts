import { checkScanTemplate, fillScanTemplate } from "../../shaping/scan-template.ts";
import { shapeScan } from "../../shaping/shape.ts";
import { say } from "../../texts/exact-message.ts";
import type { Kind } from "../kind.ts";
import { versionLabel, versions } from "../wires/mqtt-broker.ts";
import { toAlertJson } from "./alert-request.ts";
import { createDiscoveryMessages } from "./mqtt-discovery.ts";
import { webhookTemplate } from "./webhook-request.ts";

const maxTopicBytes = 65_535;
const onlyWithDiscovery = { field: "discovery", is: ["true"] };

/**
 * MQTT 3.1.1 (https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html) and 5
 * (https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html).
 */
export const mqtt: Kind = {
  name: "mqtt",
  title: "MQTT",
  summary: "A message to a broker, where Home Assistant can discover the scanners.",
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
      help: "Leave empty for the default port.",
      type: "number",
      place: true,
      min: 1,
      max: 65_535,
    },
    {
      name: "version",
      label: versionLabel,
      type: "choice",
      default: versions[0].value,
      choices: versions,
    },
    { name: "user", label: "User", type: "text" },
    { name: "password", label: "Password", type: "text", secret: true },
    {
      name: "clientId",
      label: "Client ID",
      help: "Leave empty for a new ID on each connection, which several hubs need: a broker keeps one connection per ID.",
      type: "text",
    },
    {
      name: "topic",
      label: "Topic",
      help: "In values from a scan, /, + and # become -.",
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
        { value: "1", label: "1: delivered once the broker confirms it" },
        { value: "0", label: "0: delivered once it is sent" },
      ],
    },
    {
      name: "retain",
      label: "Retain the last message of each topic",
      type: "switch",
      default: false,
    },
    {
      name: "discovery",
      label: "Home Assistant discovery",
      help: "Each scanner (inbox and user) becomes a device with a sensor for its last scan, and each scan becomes a tag.",
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
      label: "Device topic",
      type: "text",
      default: "scanhook/scanners",
      when: onlyWithDiscovery,
    },
  ],
  shapes: ["scan", "json", "text"],
  template: webhookTemplate,

  checkFields({ settings }) {
    for (const field of ["topic", "discoveryPrefix", "discoveryTopic"]) {
      const value = settings[field];
      if (value === undefined || (field === "topic" && checkScanTemplate(String(value)))) continue;
      const withoutPlaceholders = String(value).replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "x");
      const problem = findTopicProblem(withoutPlaceholders);
      if (problem) return { field, reason: problem };
    }
    return undefined;
  },

  createMessages({ settings, shape, scan }) {
    const topic = fillScanTemplate(String(settings.topic), scan, "topic");
    if (!topic.ok) return topic;
    const problem = findTopicProblem(topic.text);
    if (problem) return { ok: false, reason: say("topic-of-scan", { problem }) };
    const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
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
        ...(settings.discovery === true ? createDiscoveryMessages(settings, scan) : []),
      ],
    };
  },

  createAlert({ settings, alert }) {
    const [fixedPart = ""] = String(settings.topic).split(/\{[{%]/, 1);
    const isFixed = fixedPart === settings.topic;
    const topic = isFixed ? fixedPart : `${fixedPart.replace(/[^/]*$/, "")}alerts`;
    const payload = JSON.stringify(toAlertJson(alert));
    const qos = settings.qos === "0" ? 0 : 1;
    return { ok: true, messages: [{ via: "mqtt", topic, payload, qos, retain: false }] };
  },
};

/**
 * Returns why nothing can be published to a topic: wildcards and names with $ are reserved (MQTT 5,
 * section 4.7), and a broker may close the connection for control characters and noncharacters
 * (section 1.5.4).
 */
function findTopicProblem(topic: string): string | undefined {
  if (topic.trim() === "") return say("topic-empty");
  if (/[+#]/.test(topic)) return say("topic-wildcard");
  if (topic.startsWith("$")) return say("topic-of-broker");
  if (/\p{Cc}/u.test(topic)) return say("topic-control");
  if (/\p{Noncharacter_Code_Point}/u.test(topic)) {
    return say("topic-no-characters");
  }
  if (Buffer.byteLength(topic) > maxTopicBytes) return say("topic-too-long");
  return undefined;
}
