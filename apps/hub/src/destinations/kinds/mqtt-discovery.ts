import { createHash } from "node:crypto";
import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import type { MqttMessage, Settings } from "../kind.ts";
import { fitText } from "./chat-text.ts";
import { toHomeAssistantTag } from "./home-assistant.ts";

/** A state in Home Assistant has at most 255 characters. */
const maxStateLength = 255;

/**
 * Returns the messages that make a scanner a device in Home Assistant: its tag scanner
 * (https://www.home-assistant.io/integrations/tag.mqtt/), a sensor with its last scan
 * (https://www.home-assistant.io/integrations/sensor.mqtt/), and then the scan. The tag is not
 * retained, because a retained tag would be scanned again whenever Home Assistant starts.
 */
export function createDiscoveryMessages(settings: Settings, scan: OutgoingScan): MqttMessage[] {
  const id = toScannerId(scan);
  const prefix = String(settings.discoveryPrefix);
  const baseTopic = `${settings.discoveryTopic}/${id}`;
  const device = {
    identifiers: [`scanhook_${id}`],
    name: [scan.inbox, scan.user].filter(Boolean).join(" · "),
    manufacturer: "Scanhook",
    model: "Scanner",
  };
  const tagScanner = { topic: `${baseTopic}/tag`, device };
  const sensor = {
    name: "Last scan",
    unique_id: `scanhook_${id}_last_scan`,
    state_topic: `${baseTopic}/last`,
    value_template: "{{ value_json.state }}",
    json_attributes_topic: `${baseTopic}/last`,
    icon: "mdi:qrcode-scan",
    device,
    origin: { name: "Scanhook" },
  };
  const tag = toHomeAssistantTag(scan);
  const lastScan = {
    state: fitText(scan.tagName ?? (scan.content || tag), maxStateLength),
    identifier: scan.identifier,
    content: scan.content,
    date: scan.date,
    source: scan.source ?? null,
    tag,
    tag_name: scan.tagName ?? null,
  };
  return [
    createAnnouncement(`${prefix}/tag/scanhook_${id}/config`, tagScanner),
    createAnnouncement(`${prefix}/sensor/scanhook_${id}/last_scan/config`, sensor),
    {
      via: "mqtt",
      topic: `${baseTopic}/last`,
      payload: JSON.stringify(lastScan),
      qos: 1,
      retain: true,
    },
    { via: "mqtt", topic: `${baseTopic}/tag`, payload: tag, qos: 1, retain: false },
  ];
}

function createAnnouncement(topic: string, config: object): MqttMessage {
  return { via: "mqtt", topic, payload: JSON.stringify(config), qos: 1, retain: true, once: true };
}

/**
 * Returns an id of `[a-zA-Z0-9_-]`. A hash keeps names apart that would otherwise become the same
 * id.
 */
export function toScannerId({ inbox, user }: Pick<OutgoingScan, "inbox" | "user">): string {
  const name = user === undefined ? inbox : `${inbox}_${user}`;
  const safeName = name.replace(/[^a-zA-Z0-9_-]/g, "-").slice(0, 60);
  const isUnambiguous = safeName === name && !name.includes("_");
  if (isUnambiguous) return safeName;
  const hash = createHash("sha256")
    .update(JSON.stringify([inbox, user]))
    .digest("hex")
    .slice(0, 8);
  return `${safeName}_${hash}`;
}
