/**
 * Common chips and their capacity for NDEF in bytes, from data sheets and capability containers:
 * the data area of types 2 and 5, and the NDEF file of type 4 including its length field. A new
 * NTAG213 uses 5 of its bytes for a control TLV.
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

/**
 * Returns the length of a message, and the length that it takes in a data area, with the TLV type,
 * the TLV length and a terminator. Both are in bytes.
 */
export function sizeOf(message: Uint8Array): { messageBytes: number; areaBytes: number } {
  const { length } = message;
  return { messageBytes: length, areaBytes: measureTlvHeader(length) + length + 1 };
}

/**
 * Returns whether the message fits on an otherwise empty chip. A message that fills the data area
 * needs no terminator.
 */
export function fitsOnChip(chip: Chip, message: Uint8Array): boolean {
  const headerLength = chip.type === 4 ? 2 : measureTlvHeader(message.length);
  return headerLength + message.length <= chip.capacity;
}

function measureTlvHeader(length: number): number {
  return length < 0xff ? 2 : 4;
}
