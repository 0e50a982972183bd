import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { shapeScan } from "../../shaping/shape.ts";
import type { Kind, SenderInput } from "../kind.ts";
import { alertMessage } from "./alert-request.ts";
import { joinUrl, jsonRequest } from "./json-request.ts";
import { webhookTemplate } from "./webhook-request.ts";

/**
 * Sends the event that Home Assistant's own readers fire
 * (https://www.home-assistant.io/integrations/tag/), over its REST API
 * (https://developers.home-assistant.io/docs/api/rest/, POST /api/events/<event_type>), or starts a
 * webhook trigger (https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger).
 */
export const homeAssistant: Kind = {
  name: "home-assistant",
  title: "Home Assistant",
  summary: "A scanned tag or a webhook trigger for automations.",
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
      label: "Send as",
      type: "choice",
      default: "tag",
      choices: [
        { value: "tag", label: "Scanned tag: codes and tags appear under Settings → Tags" },
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
      label: "Scanner name",
      help: "Leave empty for the inbox and user of the scan.",
      type: "text",
      when: { field: "how", is: ["tag"] },
    },
    {
      name: "webhook",
      label: "Webhook ID",
      help: "Home Assistant responds with 200 even to an unknown ID. Check there that the automation ran.",
      type: "text",
      secret: true,
      required: true,
      when: { field: "how", is: ["webhook"] },
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: webhookTemplate,

  createMessages(input) {
    const { settings, secrets, shape, scan } = input;
    if (settings.how === "webhook") {
      const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
      if (!shaped.ok) return shaped;
      const url = toWebhookUrl(input);
      const headers = { "content-type": shaped.contentType };
      const { body } = shaped;
      return { ok: true, messages: [{ via: "http", method: "POST", url, headers, body }] };
    }
    const event = {
      tag_id: toHomeAssistantTag(scan),
      device_id: String(settings.device ?? "") || [scan.inbox, scan.user].filter(Boolean).join(" "),
      content: scan.content,
      date: scan.date,
    };
    const url = joinUrl(settings.server, "api/events/tag_scanned");
    const headers = { authorization: `Bearer ${secrets.token}` };
    return { ok: true, messages: [jsonRequest(url, event, { headers })] };
  },

  createAlert(input) {
    const { settings, secrets } = input;
    if (settings.how === "webhook") return alertMessage(toWebhookUrl(input), input);
    // A separate event, because `tag_scanned` would start the automations of a tag.
    const url = joinUrl(settings.server, "api/events/scanhook_alert");
    return alertMessage(url, input, { authorization: `Bearer ${secrets.token}` });
  },
};

function toWebhookUrl({ settings, secrets }: SenderInput): string {
  return joinUrl(settings.server, `api/webhook/${encodeURIComponent(secrets.webhook ?? "")}`);
}

/**
 * Returns the id that Home Assistant knows a tag by: the id in a tag written by its app
 * (`https://www.home-assistant.io/tag/<id>`), otherwise the tag's UID, otherwise the content of the
 * code.
 */
export function toHomeAssistantTag(scan: OutgoingScan): string {
  const written = /^https:\/\/www\.home-assistant\.io\/tag\/([\w-]{1,100})$/.exec(scan.content);
  return written?.[1] ?? scan.tag ?? (scan.content || scan.identifier);
}
