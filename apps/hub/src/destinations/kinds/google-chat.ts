import type { Kind } from "../kind.ts";
import { bytes, chatTemplate, chatText, fitText, outsideAddresses } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** A message may have 32,000 bytes. */
const longestBytes = 12_000;

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

  make(making) {
    const said = chatText(making);
    if (!said.ok) return said;
    const text = fitText(said.text, longestBytes, withoutMarkup, bytes);
    // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
    return { ok: true, messages: [jsonRequest(making.secrets.url ?? "", { text })] };
  },
};

/** A joiner that nobody sees behind each character that can begin or end markup, such as `<users/all>`. */
export function withoutMarkup(text: string): string {
  return outsideAddresses(text, (part) =>
    part.replace(/[<>*_~`|]/g, "\u2060$&\u2060").replace(/^([-•])/gm, "\u2060$1\u2060"),
  );
}
