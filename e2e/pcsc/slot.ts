import { once } from "node:events";
import { connect } from "node:net";
import type { Card } from "./card.ts";

/** `gone` resolves when the card has left the slot for any reason. */
export type PlacedCard = { end(): void; gone: Promise<unknown> };

/**
 * Places a card on the slot of the virtual reader that listens at `port`. Ending the connection
 * removes it.
 */
export async function placeCard(card: Card, port: number): Promise<PlacedCard> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  card.powerUp();
  // The daemon may be killed at any time, which a card notices only by the closed connection.
  socket.on("error", () => socket.destroy());
  const gone = new Promise((resolve) => socket.on("close", resolve));
  let buffered = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
      const end = 2 + buffered.readUInt16BE(0);
      const response = respondToFrame(card, buffered.subarray(2, end));
      buffered = buffered.subarray(end);
      if (response === "leaves") return void socket.destroy();
      if (response !== "silent") socket.write(frame(response));
    }
  });
  return { end: () => void socket.destroy(), gone };
}

/**
 * Frames of vpcd have a length and a body. Bodies of one byte switch the power (no response) or ask
 * for the ATR.
 */
function respondToFrame(card: Card, body: Uint8Array): ReturnType<Card["respond"]> {
  const getAtr = 4;
  if (body.length > 1) return card.respond(body);
  return body[0] === getAtr ? card.atr : "silent";
}

function frame(body: Uint8Array): Uint8Array {
  return Uint8Array.from([body.length >> 8, body.length & 0xff, ...body]);
}
