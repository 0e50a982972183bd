import { type Card as CardInside, type CardOptions, makeCard } from "../../../../e2e/pcsc/card.ts";
import { type Card, tagGone } from "../tag-readers/card-readers.ts";

export type LaidCard = { card: Card; inside: CardInside };

/** A card of the virtual reader as if it lay on a reader of this process: no pcscd, no time. */
export function layCard(options: CardOptions): LaidCard {
  const inside = makeCard(options);
  return {
    card: { reader: "Desk reader", atr: inside.atr, transmit: transmitTo(inside) },
    inside,
  };
}

/** As a reader that this card was put on hands commands to it. */
export function transmitTo(inside: CardInside): Card["transmit"] {
  let away = false;
  return async (command) => {
    const answer = away ? "leaves" : inside.answer(command);
    if (answer === "silent") return Promise.withResolvers<never>().promise;
    away = answer === "leaves";
    if (answer === "leaves") return tagGone;
    return { ok: true, data: answer.slice(0, -2), status: (answer.at(-2)! << 8) | answer.at(-1)! };
  };
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** The memory of a new tag: UID 04A27F1B5E8000, lock bits, and a container for `size` bytes of data, which begin with `data`. */
export function ntag(data: string, { size = 144, extra = 20 } = {}): Uint8Array {
  const header = `04a27f511b5e8000c5480000e110${(size / 8).toString(16).padStart(2, "0")}00`;
  return fill(header + data, 16 + size + extra);
}

/** The memory of an ISO 15693 tag: a container for `size` bytes of data, which begin with `data`. */
export function icode(data: string, { size = 312 } = {}): Uint8Array {
  return fill(`e140${(size / 8).toString(16).padStart(2, "0")}01${data}`, 4 + size);
}

function fill(hex: string, length: number): Uint8Array {
  const memory = new Uint8Array(length);
  memory.set(fromHex(hex));
  return memory;
}
