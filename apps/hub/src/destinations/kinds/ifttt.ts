import { say } from "../../texts/exact-message.ts";
import type { Kind, SenderInput } from "../kind.ts";
import { alertMessage } from "./alert-request.ts";
import { jsonRequest } from "./json-request.ts";
import { webhookMessage, webhookTemplate } from "./webhook-request.ts";

const server = "https://maker.ifttt.com/trigger";

/** Webhooks: https://help.ifttt.com/hc/en-us/articles/115010230347-Webhooks-service-FAQ */
export const ifttt: Kind = {
  name: "ifttt",
  title: "IFTTT",
  summary: "Starts an applet through Webhooks.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "event",
      label: "Event name",
      type: "text",
      required: true,
      placeholder: "scanned",
    },
    {
      name: "how",
      label: "Applet trigger",
      type: "choice",
      default: "values",
      choices: [
        {
          value: "values",
          label:
            "Receive a web request (Value1: content, Value2: identifier, Value3: name or inbox)",
        },
        { value: "json", label: "Receive a web request with a JSON payload" },
      ],
    },
    {
      name: "key",
      label: "Key",
      help: "You find it on ifttt.com/maker_webhooks under Documentation.",
      type: "text",
      secret: true,
      required: true,
    },
  ],
  shapes: ["scan", "json"],
  template: webhookTemplate,

  checkFields: ({ settings }) =>
    /^\w{1,100}$/.test(String(settings.event))
      ? undefined
      : { field: "event", reason: say("field-event-name", { label: "Event name" }) },

  createMessages(input) {
    const { settings, shape, scan } = input;
    const url = toTriggerUrl(input);
    // A route with a template chooses the values itself.
    if (settings.how === "json" || shape.format !== "ready-made") return webhookMessage(url, input);
    const values = {
      value1: scan.content,
      value2: scan.identifier,
      value3: scan.tagName ?? scan.inbox,
    };
    return { ok: true, messages: [jsonRequest(url, values)] };
  },

  createAlert(input) {
    const { settings, alert } = input;
    const url = toTriggerUrl(input);
    if (settings.how === "json") return alertMessage(url, input);
    const values = {
      value1: alert.message,
      value2: alert.event,
      value3: alert.destinationName ?? "",
    };
    return { ok: true, messages: [jsonRequest(url, values)] };
  },
};

function toTriggerUrl({ settings, secrets }: SenderInput): string {
  const trigger = settings.how === "json" ? `${settings.event}/json` : settings.event;
  return `${server}/${trigger}/with/key/${encodeURIComponent(secrets.key ?? "")}`;
}
