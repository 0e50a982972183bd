import { once } from "node:events";
import { connect } from "node:net";
import type { Card } from "./card.ts";

/** `gone` resolves when it is off the slot, whoever took it away. */
export type Laid = { end(): void; gone: Promise<unknown> };

/** Lays a card onto the slot of the virtual reader that listens at `port`; ending the connection takes it away. */
export async function layCard(card: Card, port: number): Promise<Laid> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  // The daemon may be killed at any time; a card notices it by the closed connection alone.
  socket.on("error", () => socket.destroy());
  const gone = new Promise((resolve) => socket.on("close", resolve));
  let waiting = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const end = 2 + waiting.readUInt16BE(0);
      const answer = answerFrame(card, waiting.subarray(2, end));
      waiting = waiting.subarray(end);
      if (answer === "leaves") return void socket.destroy();
      if (answer !== "silent") socket.write(frame(answer));
    }
  });
  return { end: () => void socket.destroy(), gone };
}

/** vpcd's frames: length and body. Bodies of one byte are for the card's power (no answer) and its ATR. */
function answerFrame(card: Card, body: Uint8Array): ReturnType<Card["answer"]> {
  const getAtr = 4;
  if (body.length > 1) return card.answer(body);
  return body[0] === getAtr ? card.atr : "silent";
}

function frame(body: Uint8Array): Uint8Array {
  return Uint8Array.from([body.length >> 8, body.length & 0xff, ...body]);
}
