import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { escapeOutsideAddresses, fitText } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

const maxLength = 2000;
const suppressEmbeds = 4;

/**
 * Execute Webhook: https://docs.discord.com/developers/resources/webhook#execute-webhook. With
 * `wait`, a message that was not saved is an error. Without allowed mentions, the text cannot ping
 * anybody.
 */
export const discord: Kind = {
  name: "discord",
  title: "Discord",
  summary: "A message in a Discord channel.",
  ...chatKind(createRequest),
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "In Discord: the channel's settings → Integrations → Webhooks → Copy Webhook URL.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://discord.com/api/webhooks/…/…",
    },
    {
      name: "username",
      label: "Sender name",
      help: "Replaces the name of the webhook.",
      type: "text",
    },
  ],

  // https://docs.discord.com/developers/resources/webhook#create-webhook
  checkFields: ({ settings }) =>
    /discord|clyde/i.test(String(settings.username ?? "")) ||
    String(settings.username ?? "").length > 80
      ? {
          field: "username",
          reason:
            "“Sender name” can have up to 80 characters and must not contain “discord” or “clyde”.",
        }
      : undefined,
};

function createRequest(text: string, { settings, secrets }: SenderInput): HttpMessage {
  const { username } = settings;
  const message = {
    content: fitText(text, maxLength, escapeDiscord),
    username: username || undefined,
    allowed_mentions: { parse: [] },
    flags: suppressEmbeds,
  };
  const url = secrets.url ?? "";
  const waitUrl = `${url}${url.includes("?") ? "&" : "?"}wait=true`;
  return jsonRequest(waitUrl, message);
}

/**
 * Escapes every character that can begin markup. Mentions, custom emojis and timestamps all need a
 * `<`.
 */
export function escapeDiscord(text: string): string {
  return escapeOutsideAddresses(text, (part) =>
    part.replace(/[\\*_~`|<>@#[\]()-]/g, "\\$&").replace(/^(\s*\d+)\./gm, "$1\\."),
  );
}
