import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** Slack truncates messages above 40,000 characters; people want far less. */
const maxLength = 4000;

/**
 * Incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks.
 * Only `&`, `<` and `>` must be escaped (https://docs.slack.dev/messaging/formatting-message-text);
 * `<!channel>` needs its `<`.
 */
export const slack: Kind = {
  name: "slack",
  title: "Slack",
  summary: "A message in a Slack channel.",
  ...chatKind(createRequest),
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "In Slack: your app → Incoming Webhooks → Add New Webhook to Workspace.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://hooks.slack.com/services/T…/B…/…",
    },
  ],

  // Slack reports errors with a status, but not every proxy in front of it does.
  checkResponse: ({ body }) =>
    body.trim() === "ok"
      ? undefined
      : "Slack did not respond with “ok”, so the message may be missing.",
};

function createRequest(text: string, { secrets }: SenderInput): HttpMessage {
  const message = {
    text: fitText(text, maxLength, escapeSlack),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  };
  return jsonRequest(secrets.url ?? "", message);
}

export function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
