import type { Kind } from "../kind.ts";
import { chatTemplate, chatText, fitText, outsideAddresses } from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

const longest = 2000;
const suppressEmbeds = 4;

/**
 * Execute Webhook: https://docs.discord.com/developers/resources/webhook#execute-webhook. With `wait` a message that
 * was not saved is an error; without mentions allowed nobody is pinged, whatever the text says.
 */
export const discord: Kind = {
  name: "discord",
  title: "Discord",
  summary: "A message in a Discord channel.",
  group: "chat",
  via: "http",
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
      label: "Name of the sender",
      help: "Instead of the webhook's own.",
      type: "text",
    },
  ],
  shapes: ["text"],
  template: chatTemplate,

  // https://docs.discord.com/developers/resources/webhook#create-webhook
  check: ({ settings }) =>
    /discord|clyde/i.test(String(settings.username ?? "")) ||
    String(settings.username ?? "").length > 80
      ? {
          field: "username",
          reason:
            "Discord takes names of up to 80 characters, without “discord” or “clyde” in them.",
        }
      : undefined,

  make(making) {
    const said = chatText(making);
    if (!said.ok) return said;
    const { username } = making.settings;
    const message = {
      content: fitText(said.text, longest, escapeDiscord),
      ...(username ? { username } : {}),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    };
    const url = making.secrets.url ?? "";
    const waiting = `${url}${url.includes("?") ? "&" : "?"}wait=true`;
    return { ok: true, messages: [jsonRequest(waiting, message)] };
  },
};

/** Every character that can begin markup, so also mentions, custom emojis and time stamps: all of these need a `<`. */
export function escapeDiscord(text: string): string {
  return outsideAddresses(text, (part) =>
    part.replace(/[\\*_~`|<>@#[\]()-]/g, "\\$&").replace(/^(\s*\d+)\./gm, "$1\\."),
  );
}
