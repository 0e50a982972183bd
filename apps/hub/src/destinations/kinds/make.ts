import type { Kind } from "../kind.ts";
import { hookRequest, hookTemplate } from "./hook.ts";

/**
 * A custom webhook of Make: https://help.make.com/webhooks. One with an API key wants it in `x-make-apikey`; one that
 * is gone answers 410, and too many at once 429.
 */
export const make: Kind = {
  name: "make",
  title: "Make",
  summary: "Starts a scenario through a custom webhook.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "Of the module Webhooks → Custom webhook.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://hook.eu2.make.com/…",
    },
    {
      name: "apiKey",
      label: "API key",
      help: "When the webhook was given some.",
      type: "text",
      secret: true,
      copied: true,
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: hookTemplate,

  make(making) {
    const { url = "", apiKey } = making.secrets;
    const made = hookRequest(url, making);
    const [message] = made.ok ? made.messages : [];
    if (message?.via !== "http" || !apiKey) return made;
    const headers = { ...message.headers, "x-make-apikey": apiKey };
    return { ok: true, messages: [{ ...message, headers }] };
  },
};
