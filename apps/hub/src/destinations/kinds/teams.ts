import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** A message can have 28 kB, in which a character of the text takes up to 6 bytes. */
const maxLength = 3000;
const maxLines = 60;

/**
 * The workflow “Send webhook alerts to a channel” (trigger “When a Teams webhook request is
 * received”), with an Adaptive Card:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 * A TextRun has no Markdown (https://adaptivecards.io/explorer/TextRun.html), and mentions would
 * need entities.
 */
export const teams: Kind = {
  name: "teams",
  title: "Microsoft Teams",
  summary: "A card in a Teams channel or chat, through a workflow.",
  ...chatKind(createRequest),
  fields: [
    {
      name: "url",
      label: "Workflow URL",
      help: "In Teams: the channel's menu → Workflows → “Send webhook alerts to a channel”, then copy the URL.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://….logic.azure.com/workflows/…",
    },
  ],
};

function createRequest(text: string, { secrets }: SenderInput): HttpMessage {
  const lines = fitText(text, maxLength).split("\n");
  const card = {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    version: "1.4",
    body: lines.slice(0, maxLines).map((line) => ({
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
  return jsonRequest(secrets.url ?? "", message);
}
