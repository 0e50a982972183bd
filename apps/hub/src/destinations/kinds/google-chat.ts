import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { byteLength, escapeOutsideAddresses, fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** Google Chat accepts 32,000 bytes per message; people want far less. */
const maxBytes = 12_000;

/**
 * Incoming webhooks: https://developers.google.com/workspace/chat/quickstart/webhooks. Text
 * messages have markup (https://developers.google.com/workspace/chat/format-messages), but no way
 * to escape it.
 */
export const googleChat: Kind = {
  name: "google-chat",
  title: "Google Chat",
  summary: "A message in a Google Chat space.",
  ...chatKind(createRequest),
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
};

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
function createRequest(text: string, { secrets }: SenderInput): HttpMessage {
  const message = { text: fitText(text, maxBytes, disableMarkup, byteLength) };
  return jsonRequest(secrets.url ?? "", message);
}

/**
 * Surrounds each character that can begin or end markup, such as `<users/all>`, with invisible
 * joiners.
 */
export function disableMarkup(text: string): string {
  return escapeOutsideAddresses(text, (part) =>
    part.replace(/[<>*_~`|]/g, "\u2060$&\u2060").replace(/^([-•])/gm, "\u2060$1\u2060"),
  );
}
