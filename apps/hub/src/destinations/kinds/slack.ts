import type { Kind } from "../kind.ts";
import { chatTemplate, chatText, fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** Messages above 40,000 characters are cut by Slack; people want far less. */
const longest = 4000;

/**
 * Incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. `&`, `<` and `>` are
 * all there is to escape (https://docs.slack.dev/messaging/formatting-message-text); `<!channel>` needs its `<`.
 */
export const slack: Kind = {
  name: "slack",
  title: "Slack",
  summary: "A message in a Slack channel.",
  group: "chat",
  via: "http",
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
  shapes: ["text"],
  template: chatTemplate,

  // Errors come with a status of their own, but not from every proxy that stands in for Slack.
  judge: ({ body }) =>
    body.trim() === "ok"
      ? undefined
      : "Slack answered something else than “ok”; the message may not be there.",

  make(making) {
    const said = chatText(making);
    if (!said.ok) return said;
    const message = {
      text: fitText(said.text, longest, escapeSlack),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    };
    return { ok: true, messages: [jsonRequest(making.secrets.url ?? "", message)] };
  },
};

export function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
