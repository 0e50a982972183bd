import type { Kind } from "../kind.ts";
import { bytes, chatTemplate, chatText, fitText } from "./chat-text.ts";
import { below, jsonRequest } from "./json-request.ts";

/** An event may have 65,536 bytes (Client-Server API, “Size limits”). */
const longestBytes = 16_000;

/**
 * Client-Server API v1.11, `PUT …/send/{eventType}/{txnId}`:
 * https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 * The transaction id makes the server keep a message only once, however often it is sent. `m.mentions` that names
 * nobody pings nobody (MSC3952); a body without `formatted_body` has no markup.
 */
export const matrix: Kind = {
  name: "matrix",
  title: "Matrix",
  summary: "A message in a Matrix room (Element and others).",
  group: "chat",
  via: "http",
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
      help: "In Element: room settings → Advanced. The account has to be in the room, and the room not encrypted.",
      type: "text",
      required: true,
      placeholder: "!abcdefgh:matrix.org",
    },
    {
      name: "token",
      label: "Access token",
      help: "Of an account made for the hub. In Element: all settings → Help & About.",
      type: "text",
      secret: true,
      copied: true,
      required: true,
    },
    {
      name: "type",
      label: "Sent as",
      type: "choice",
      default: "m.text",
      choices: [
        { value: "m.text", label: "Message" },
        { value: "m.notice", label: "Notice: quieter, and other bots leave it alone" },
      ],
    },
  ],
  shapes: ["text"],
  template: chatTemplate,

  check: ({ settings }) =>
    /^![^\s/?#]+$/.test(String(settings.room))
      ? undefined
      : {
          field: "room",
          reason:
            "“Room ID” must begin with an exclamation mark; the #name of a room is not its ID.",
        },

  make(making) {
    const { settings, secrets, messageId } = making;
    const said = chatText(making);
    if (!said.ok) return said;
    const room = encodeURIComponent(String(settings.room));
    const transaction = encodeURIComponent(messageId);
    const path = `_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`;
    const body = fitText(said.text, longestBytes, undefined, bytes);
    const message = { msgtype: settings.type, body, "m.mentions": {} };
    const headers = { authorization: `Bearer ${secrets.token}` };
    const request = jsonRequest(below(settings.server, path), message, { method: "PUT", headers });
    return { ok: true, messages: [request] };
  },
};
