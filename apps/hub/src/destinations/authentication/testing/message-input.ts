import type { HttpMessage, MessageInput } from "../../kind.ts";
import { authFields } from "../auth-fields.ts";

export const message: HttpMessage = {
  via: "http",
  method: "POST",
  url: "https://example.org/in?a=1#part",
  headers: { "content-type": "application/json" },
  body: '{"content":"grüße 🎫"}',
};

/**
 * Returns the input of `createMessages` for these settings, with the defaults of the active fields.
 */
export function createMessageInput(
  settings: MessageInput["settings"],
  overrides: Partial<MessageInput> = {},
): MessageInput {
  const defaults = Object.fromEntries(
    authFields.flatMap((field) =>
      field.default !== undefined && field.when?.is.includes(String(settings.auth))
        ? [[field.name, field.default]]
        : [],
    ),
  );
  return {
    settings: { ...defaults, ...settings },
    secrets: {},
    shape: { format: "scan" },
    scan: {} as MessageInput["scan"],
    messageId: "msg_1",
    now: new Date(),
    ...overrides,
  };
}
