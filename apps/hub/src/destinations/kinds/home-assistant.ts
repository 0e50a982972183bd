import { shapeScan } from "../../forwarding/shape.ts";
import type { Kind, OutgoingScan } from "../kind.ts";
import { http } from "./http.ts";
import { below, jsonRequest } from "./json-request.ts";

/**
 * The event that Home Assistant's own readers fire (https://www.home-assistant.io/integrations/tag/), over its REST
 * API (https://developers.home-assistant.io/docs/api/rest/, POST /api/events/<event_type>); or a webhook trigger
 * (https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger).
 */
export const homeAssistant: Kind = {
  name: "home-assistant",
  title: "Home Assistant",
  summary: "A scanned tag, or a webhook trigger, for automations.",
  group: "home",
  via: "http",
  fields: [
    {
      name: "server",
      label: "Address",
      type: "url",
      required: true,
      placeholder: "http://homeassistant.local:8123",
    },
    {
      name: "how",
      label: "Arrives as",
      type: "choice",
      default: "tag",
      choices: [
        { value: "tag", label: "Scanned tag: codes and tags show up under Settings → Tags" },
        { value: "webhook", label: "Webhook trigger of an automation" },
      ],
    },
    {
      name: "token",
      label: "Long-lived access token",
      help: "In Home Assistant: your profile → Security → Long-lived access tokens.",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      when: { field: "how", is: ["tag"] },
    },
    {
      name: "device",
      label: "Name of the scanner",
      help: "Empty: inbox and user of the scan.",
      type: "text",
      when: { field: "how", is: ["tag"] },
    },
    {
      name: "webhook",
      label: "Webhook ID",
      help: "Home Assistant answers 200 to an unknown ID, too: look there whether the automation ran.",
      type: "text",
      secret: true,
      required: true,
      when: { field: "how", is: ["webhook"] },
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: http.template ?? "",

  make({ settings, secrets, shape, scan }) {
    if (settings.how === "webhook") {
      const shaped = shapeScan(shape, scan, { format: "json", template: http.template ?? "" });
      if (!shaped.ok) return shaped;
      const url = below(
        settings.server,
        `api/webhook/${encodeURIComponent(secrets.webhook ?? "")}`,
      );
      const headers = { "content-type": shaped.contentType };
      return {
        ok: true,
        messages: [{ via: "http", method: "POST", url, headers, body: shaped.body }],
      };
    }
    const event = {
      tag_id: homeAssistantTag(scan),
      device_id: String(settings.device ?? "") || [scan.inbox, scan.user].filter(Boolean).join(" "),
      content: scan.content,
      date: scan.date,
    };
    const url = below(settings.server, "api/events/tag_scanned");
    const headers = { authorization: `Bearer ${secrets.token}` };
    return { ok: true, messages: [jsonRequest(url, event, { headers })] };
  },
};

/**
 * What Home Assistant knows a tag by: the id in a tag it wrote itself (its app writes
 * `https://www.home-assistant.io/tag/<id>`), else the tag's UID, else what the code says.
 */
export function homeAssistantTag(scan: OutgoingScan): string {
  const written = /^https:\/\/www\.home-assistant\.io\/tag\/([\w-]{1,100})$/.exec(scan.content);
  return written?.[1] ?? scan.tag ?? (scan.content || scan.identifier);
}
