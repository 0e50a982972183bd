import type { Kind } from "../kind.ts";
import { alertMessage } from "./alert-request.ts";
import { webhookMessage, webhookTemplate } from "./webhook-request.ts";

/**
 * A custom webhook of Make (make.com): https://help.make.com/webhooks. A webhook with an API key
 * expects it in `x-make-apikey`. A deleted webhook responds with 410, and too many requests get
 * 429.
 */
export const makeCom: Kind = {
  name: "make",
  title: "Make",
  summary: "Starts a scenario through a custom webhook.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "The URL of the module Webhooks → Custom webhook.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://hook.eu2.make.com/…",
    },
    {
      name: "apiKey",
      label: "API key",
      help: "Only if the webhook has one.",
      type: "text",
      secret: true,
      copied: true,
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: webhookTemplate,

  // Make responds with 400 while the queue of the webhook is full (https://help.make.com/webhooks).
  findOwnFault: ({ body }) =>
    /queue is full/i.test(body)
      ? "The queue of this webhook is full. Make takes more when its scenario has run."
      : undefined,

  createMessages(input) {
    const { url = "", apiKey } = input.secrets;
    return webhookMessage(url, input, apiKey ? { "x-make-apikey": apiKey } : {});
  },

  createAlert(input) {
    const { url = "", apiKey } = input.secrets;
    return alertMessage(url, input, apiKey ? { "x-make-apikey": apiKey } : {});
  },
};
