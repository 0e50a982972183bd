import {
  type CardOptions,
  createCard,
  type Card as SimulatedCard,
} from "../../../../e2e/pcsc/card.ts";
import { fromHex } from "../tag-content/hex.ts";
import { type Card, tagGone } from "../tag-readers/card-readers.ts";

/**
 * A simulated card. The code under test uses `card`, and the test inspects and breaks `simulation`.
 */
export type VirtualCard = { card: Card; simulation: SimulatedCard };

/** Creates a card on a reader within this process, without pcscd and without delays. */
export function createVirtualCard(options: CardOptions): VirtualCard {
  const simulation = createCard(options);
  return {
    card: { reader: "Desk reader", atr: simulation.atr, transmit: transmitTo(simulation) },
    simulation,
  };
}

/** Returns the `transmit` function of a reader on which the card was just put. */
export function transmitTo(simulation: SimulatedCard): Card["transmit"] {
  let isRemoved = false;
  simulation.powerUp();
  return async (command) => {
    const response = isRemoved ? "leaves" : simulation.respond(command);
    if (response === "silent") return Promise.withResolvers<never>().promise;
    isRemoved = response === "leaves";
    if (response === "leaves") return tagGone;
    const status = (response.at(-2)! << 8) | response.at(-1)!;
    return { ok: true, data: response.slice(0, -2), status };
  };
}

/**
 * Returns the memory of a new NTAG with the UID 04A27F1B5E8000. Its data area has `size` bytes and
 * begins with `data`. `extra` bytes follow, for lock bits and settings.
 */
export function createNtagMemory(data: string, { size = 144, extra = 20 } = {}): Uint8Array {
  const header = `04a27f511b5e8000c5480000e110${(size / 8).toString(16).padStart(2, "0")}00`;
  return toMemory(header + data, 16 + size + extra);
}

/** The bytes of a new NTAG21x before and after its data area, by its size in the container. */
const ntag21xSizes = { NTAG213: [144, 20], NTAG215: [496, 28], NTAG216: [872, 36] } as const;

/**
 * Returns the memory of a new NTAG213, 215 or 216, with the settings of the factory: no mirror, and
 * a password that nothing needs (NXP, NTAG213/215/216 data sheet, rev. 3.2, 8.5.7).
 */
export function createNtag21xMemory(
  data: string,
  chip: keyof typeof ntag21xSizes = "NTAG213",
): Uint8Array {
  const [size, extra] = ntag21xSizes[chip];
  const memory = createNtagMemory(data, { size, extra });
  memory.set(fromHex("040000ff00050000ffffffff00000000"), memory.length - 16);
  return memory;
}

/**
 * Returns the memory of an ISO 15693 tag. Its data area has `size` bytes and begins with `data`.
 */
export function createIcodeMemory(data: string, { size = 312 } = {}): Uint8Array {
  return toMemory(`e140${(size / 8).toString(16).padStart(2, "0")}01${data}`, 4 + size);
}

/** Returns `length` bytes that begin with `hex` and are otherwise zero. */
function toMemory(hex: string, length: number): Uint8Array {
  const memory = new Uint8Array(length);
  memory.set(fromHex(hex));
  return memory;
}
