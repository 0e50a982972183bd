/**
 * Common chips and the bytes each has for NDEF, as their data sheets and capability containers give them: for types 2
 * and 5 the data area, for type 4 the NDEF file with its length. A new NTAG213 uses 5 of its bytes for itself.
 */
export const chips: readonly Chip[] = [
  { name: "MIFARE Ultralight", type: 2, capacity: 48 },
  { name: "MIFARE Ultralight C", type: 2, capacity: 144 },
  { name: "NTAG210", type: 2, capacity: 48 },
  { name: "NTAG212", type: 2, capacity: 128 },
  { name: "NTAG213", type: 2, capacity: 144 },
  { name: "NTAG215", type: 2, capacity: 496 },
  { name: "NTAG216", type: 2, capacity: 872 },
  { name: "ICODE SLIX", type: 5, capacity: 104 },
  { name: "ICODE SLIX2", type: 5, capacity: 312 },
  { name: "ST25TV02K", type: 5, capacity: 248 },
  { name: "ST25DV04K", type: 5, capacity: 504 },
  { name: "ST25DV16K", type: 5, capacity: 2040 },
  { name: "ST25DV64K", type: 5, capacity: 8184 },
  { name: "NTAG 424 DNA", type: 4, capacity: 256 },
  { name: "MIFARE DESFire EV1 2K", type: 4, capacity: 2048 },
  { name: "MIFARE DESFire EV1 4K", type: 4, capacity: 4096 },
  { name: "MIFARE DESFire EV1 8K", type: 4, capacity: 7680 },
];

type Chip = { name: string; capacity: number; type: 2 | 4 | 5 };

/** `messageBytes`, and with type, length and end around them the bytes it takes of a data area. */
export function sizeOf(message: Uint8Array): { messageBytes: number; areaBytes: number } {
  const { length } = message;
  return { messageBytes: length, areaBytes: headerOf(length) + length + 1 };
}

/** Whether the chip, with nothing else on it, has room for the message. The end mark may be missing then. */
export function fits(chip: Chip, message: Uint8Array): boolean {
  const header = chip.type === 4 ? 2 : headerOf(message.length);
  return header + message.length <= chip.capacity;
}

function headerOf(length: number): number {
  return length < 0xff ? 2 : 4;
}
