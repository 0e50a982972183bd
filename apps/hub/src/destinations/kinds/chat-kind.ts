import type { HttpMessage, Kind, MessageResult, SenderInput } from "../kind.ts";
import { alertText, chatTemplate, chatText } from "./chat-text.ts";

/**
 * Returns the parts that are the same in all kinds that post a text to a chat over HTTP.
 * `createRequest` makes the request with a plain text, which it escapes as the chat requires.
 */
export function chatKind(
  createRequest: (text: string, input: SenderInput) => HttpMessage,
): Pick<Kind, "group" | "via" | "shapes" | "template" | "createMessages" | "createAlert"> {
  const createMessage = (text: string, input: SenderInput): MessageResult => ({
    ok: true,
    messages: [createRequest(text, input)],
  });
  return {
    group: "chat",
    via: "http",
    shapes: ["text"],
    template: chatTemplate,

    createMessages(input) {
      const rendered = chatText(input);
      return rendered.ok ? createMessage(rendered.text, input) : rendered;
    },

    createAlert: (input) => createMessage(alertText(input), input),
  };
}
