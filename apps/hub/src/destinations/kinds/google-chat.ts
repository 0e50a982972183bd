import type { Kind } from "../kind.ts";
import {
  byteLength,
  chatTemplate,
  chatText,
  escapeOutsideAddresses,
  fitText,
} from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** Google Chat accepts 32,000 bytes per message; people want far less. */
const maxBytes = 12_000;

/**
 * Incoming webhooks: https://developers.google.com/workspace/chat/quickstart/webhooks. Text messages have markup
 * (https://developers.google.com/workspace/chat/format-messages), but no way to escape it.
 */
export const googleChat: Kind = {
  name: "google-chat",
  title: "Google Chat",
  summary: "A message in a Google Chat space.",
  group: "chat",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "In Google Chat: the space's menu → Apps & integrations → Webhooks.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…",
    },
  ],
  shapes: ["text"],
  template: chatTemplate,

  createMessages(input) {
    const rendered = chatText(input);
    if (!rendered.ok) return rendered;
    const text = fitText(rendered.text, maxBytes, disableMarkup, byteLength);
    // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
    return { ok: true, messages: [jsonRequest(input.secrets.url ?? "", { text })] };
  },
};

/** Surrounds each character that can begin or end markup, such as `<users/all>`, with invisible joiners. */
export function disableMarkup(text: string): string {
  return escapeOutsideAddresses(text, (part) =>
    part.replace(/[<>*_~`|]/g, "\u2060$&\u2060").replace(/^([-•])/gm, "\u2060$1\u2060"),
  );
}
