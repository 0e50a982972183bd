import { say } from "../../texts/exact-message.ts";
import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { escapeOutsideAddresses, fitText } from "./chat-text.ts";
import { joinUrl, jsonRequest } from "./json-request.ts";

const maxLength = 4096;

/**
 * `sendMessage` of the Bot API: https://core.telegram.org/bots/api#sendmessage. Without a parse
 * mode there is no markup.
 */
export const telegram: Kind = {
  name: "telegram",
  title: "Telegram",
  summary: "A message from a bot to a chat, group or channel.",
  ...chatKind(createRequest),
  fields: [
    {
      name: "token",
      label: "Bot token",
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
      help: "The number of the chat or group, or the @name of a public channel. The bot must be a member.",
      type: "text",
      required: true,
      placeholder: "-1001234567890",
    },
    {
      name: "thread",
      label: "Topic",
      help: "The number of a topic, in a group with topics.",
      type: "number",
    },
    { name: "silent", label: "Send silently", type: "switch", default: false },
    {
      name: "server",
      label: "Bot API server",
      type: "url",
      default: "https://api.telegram.org",
    },
  ],

  checkFields({ settings, secrets }) {
    if (!/^(-?\d{1,20}|@\w{4,64})$/.test(String(settings.chat))) {
      return { field: "chat", reason: say("field-chat", { label: "Chat" }) };
    }
    if (secrets.token !== undefined && !/^\d+:[\w-]+$/.test(secrets.token)) {
      return { field: "token", reason: say("field-bot-token", { label: "Bot token" }) };
    }
    return undefined;
  },

  checkResponse({ body }) {
    const response = parseResponse(body);
    if (response?.ok === true) return undefined;
    return `Telegram refused the message${response?.description ? `: ${response.description}` : ""}.`;
  },

  // Telegram gives 400 for a wrong chat too. A group that becomes a supergroup gets another number
  // (https://core.telegram.org/bots/api#responseparameters).
  findOwnFault({ body }) {
    const { description = "", parameters } = parseResponse(body) ?? {};
    const { migrate_to_chat_id: chat } = parameters ?? {};
    if (chat !== undefined) return `The group has another number now. Enter ${chat} under “Chat”.`;
    return /chat not found|thread not found|not enough rights|no rights/i.test(description)
      ? `Telegram refused the message: ${description}. Check “Chat” and “Topic”, and what the bot may do there.`
      : undefined;
  },
};

function createRequest(text: string, { settings, secrets }: SenderInput): HttpMessage {
  const message = {
    chat_id: String(settings.chat),
    message_thread_id: settings.thread || undefined,
    text: fitText(text, maxLength, disableMentions),
    disable_notification: settings.silent === true,
    link_preview_options: { is_disabled: true },
  };
  const url = joinUrl(settings.server, `bot${secrets.token}/sendMessage`);
  return jsonRequest(url, message);
}

/** Adds an invisible joiner to each @name, because Telegram would find and notify it. */
export function disableMentions(text: string): string {
  return escapeOutsideAddresses(text, (part) => part.replace(/@(?=\w)/g, "@\u2060"));
}

type TelegramResponse = {
  ok?: unknown;
  description?: string;
  parameters?: { migrate_to_chat_id?: number };
};

function parseResponse(body: string): TelegramResponse | undefined {
  try {
    const response: unknown = JSON.parse(body);
    return typeof response === "object" && response !== null ? response : undefined;
  } catch {
    return undefined;
  }
}
