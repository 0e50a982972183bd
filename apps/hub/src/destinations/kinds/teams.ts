import type { Kind } from "../kind.ts";
import { chatTemplate, chatText, fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** A message may have 28 kB, and each character of the text up to 6 bytes in it. */
const longest = 3000;
const mostLines = 60;

/**
 * The workflow “Send webhook alerts to a channel” (trigger “When a Teams webhook request is received”), with an
 * Adaptive Card: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 * A TextRun knows no Markdown (https://adaptivecards.io/explorer/TextRun.html), and mentions would need entities.
 */
export const teams: Kind = {
  name: "teams",
  title: "Microsoft Teams",
  summary: "A card in a Teams channel or chat, through a workflow.",
  group: "chat",
  via: "http",
  fields: [
    {
      name: "url",
      label: "URL of the workflow",
      help: "In Teams: the channel's menu → Workflows → “Send webhook alerts to a channel”, then copy its URL.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://….logic.azure.com/workflows/…",
    },
  ],
  shapes: ["text"],
  template: chatTemplate,

  make(making) {
    const said = chatText(making);
    if (!said.ok) return said;
    const lines = fitText(said.text, longest).split("\n");
    const card = {
      type: "AdaptiveCard",
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      version: "1.4",
      body: lines.slice(0, mostLines).map((line) => ({
        type: "RichTextBlock",
        inlines: [{ type: "TextRun", text: line === "" ? " " : line }],
      })),
    };
    const attachment = {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: card,
    };
    const message = { type: "message", attachments: [attachment] };
    return { ok: true, messages: [jsonRequest(making.secrets.url ?? "", message)] };
  },
};
