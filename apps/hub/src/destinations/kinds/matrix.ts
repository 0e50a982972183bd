import type { HttpMessage, Kind, SenderInput } from "../kind.ts";
import { chatKind } from "./chat-kind.ts";
import { byteLength, fitText } from "./chat-text.ts";
import { joinUrl, jsonRequest } from "./json-request.ts";

/** A whole event can have 65,536 bytes (Client-Server API, “Size limits”). */
const maxBytes = 16_000;

/**
 * Client-Server API v1.11, `PUT …/send/{eventType}/{txnId}`:
 * https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 * The transaction id makes the server keep a message once, however often it is sent. An empty
 * `m.mentions` pings nobody (MSC3952), and a body without `formatted_body` has no markup.
 */
export const matrix: Kind = {
  name: "matrix",
  title: "Matrix",
  summary: "A message in a Matrix room (Element and others).",
  ...chatKind(createRequest),
  fields: [
    {
      name: "server",
      label: "Homeserver",
      type: "url",
      required: true,
      placeholder: "https://matrix.org",
    },
    {
      name: "room",
      label: "Room ID",
      help: "In Element: room settings → Advanced. The account must be in the room, and the room must not be encrypted.",
      type: "text",
      required: true,
      placeholder: "!abcdefgh:matrix.org",
    },
    {
      name: "token",
      label: "Access token",
      help: "Create an account for the hub and use its token. In Element: all settings → Help & About.",
      type: "text",
      secret: true,
      copied: true,
      required: true,
    },
    {
      name: "type",
      label: "Send as",
      type: "choice",
      default: "m.text",
      choices: [
        { value: "m.text", label: "Message" },
        { value: "m.notice", label: "Notice: less prominent, and ignored by other bots" },
      ],
    },
  ],

  checkFields: ({ settings }) =>
    /^![^\s/?#]+$/.test(String(settings.room))
      ? undefined
      : {
          field: "room",
          reason:
            "“Room ID” must begin with an exclamation mark. The #name of a room is not its ID.",
        },
};

function createRequest(text: string, { settings, secrets, messageId }: SenderInput): HttpMessage {
  const room = encodeURIComponent(String(settings.room));
  const transaction = encodeURIComponent(messageId);
  const path = `_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`;
  const body = fitText(text, maxBytes, undefined, byteLength);
  const message = { msgtype: settings.type, body, "m.mentions": {} };
  const headers = { authorization: `Bearer ${secrets.token}` };
  return jsonRequest(joinUrl(settings.server, path), message, { method: "PUT", headers });
}
