import type { Kind } from "../kind.ts";
import { chatTemplate, chatText, fitText, outsideAddresses } from "./chat-text.ts";
import { below, jsonRequest } from "./json-request.ts";

const longest = 4096;

/** sendMessage of the Bot API: https://core.telegram.org/bots/api#sendmessage. Without a parse mode text is text. */
export const telegram: Kind = {
  name: "telegram",
  title: "Telegram",
  summary: "A message from a bot to a chat, group or channel.",
  group: "chat",
  via: "http",
  fields: [
    {
      name: "token",
      label: "Token of the bot",
      help: "From @BotFather.",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      placeholder: "123456:ABC-DEF…",
    },
    {
      name: "chat",
      label: "Chat",
      help: "The number of the chat or group, or @name of a public channel. The bot has to be in it.",
      type: "text",
      required: true,
      placeholder: "-1001234567890",
    },
    {
      name: "thread",
      label: "Topic",
      help: "The number of a topic, in groups that have some.",
      type: "number",
    },
    { name: "silent", label: "Without a sound", type: "switch", default: false },
    {
      name: "server",
      label: "Bot API server",
      type: "url",
      default: "https://api.telegram.org",
    },
  ],
  shapes: ["text"],
  template: chatTemplate,

  check({ settings, secrets }) {
    if (!/^(-?\d{1,20}|@\w{4,64})$/.test(String(settings.chat))) {
      return { field: "chat", reason: "“Chat” must be a number or @name." };
    }
    if (secrets.token !== undefined && !/^\d+:[\w-]+$/.test(secrets.token)) {
      return { field: "token", reason: "“Token of the bot” must look like 123456:ABC-DEF…" };
    }
    return undefined;
  },

  judge({ body }) {
    const answer = parseAnswer(body);
    if (answer?.ok === true) return undefined;
    return `Telegram did not take the message${answer?.description ? `: ${answer.description}` : ""}.`;
  },

  make({ settings, secrets, ...making }) {
    const said = chatText({ settings, secrets, ...making });
    if (!said.ok) return said;
    const message = {
      chat_id: String(settings.chat),
      ...(settings.thread ? { message_thread_id: settings.thread } : {}),
      text: fitText(said.text, longest, withoutMentions),
      disable_notification: settings.silent === true,
      link_preview_options: { is_disabled: true },
    };
    const url = below(settings.server, `bot${secrets.token}/sendMessage`);
    return { ok: true, messages: [jsonRequest(url, message)] };
  },
};

/** Telegram finds @names by itself and notifies them: a joiner that nobody sees keeps it from that. */
export function withoutMentions(text: string): string {
  return outsideAddresses(text, (part) => part.replace(/@(?=\w)/g, "@\u2060"));
}

function parseAnswer(body: string): { ok?: unknown; description?: string } | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === "object" && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}
