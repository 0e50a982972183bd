/**
 * Describes a UID that has its most significant byte first (see {@link parseUid}): the radio
 * standard that its form implies, the manufacturer of the chip (ISO/IEC 7816-6), and whether the
 * UID is random. A tag with a random UID creates a new one for every tap, so it cannot be
 * recognized. UIDs of four bytes name no manufacturer (ISO/IEC 14443-3 6.5.4). An unknown
 * manufacturer is undefined.
 */
export function describeUid(uid: Uint8Array): {
  technology?: "iso14443" | "iso15693";
  manufacturer?: string | undefined;
  random: boolean;
} {
  const [first = 0, second = 0] = uid;
  if (uid.length === 8 && first === 0xe0) {
    return { technology: "iso15693", manufacturer: manufacturers.get(second), random: false };
  }
  if (uid.length === 7 || uid.length === 10) {
    return { technology: "iso14443", manufacturer: manufacturers.get(first), random: false };
  }
  if (uid.length === 4) return { technology: "iso14443", random: first === 0x08 };
  return { random: false };
}

/** The manufacturers in the register of ISO/IEC 7816-6 that make or made tags. */
const manufacturers: ReadonlyMap<number, string> = new Map([
  [0x02, "STMicroelectronics"],
  [0x04, "NXP Semiconductors"],
  [0x05, "Infineon Technologies"],
  [0x07, "Texas Instruments"],
  [0x08, "Fujitsu"],
  [0x16, "EM Microelectronic-Marin"],
  [0x1d, "Shanghai Fudan Microelectronics"],
  [0x1f, "Melexis"],
  [0x25, "Innovision"],
  [0x2c, "Impinj"],
  [0x39, "Silicon Craft"],
  [0x42, "3Alogics"],
  [0x44, "Gentag"],
  [0x5a, "Giantec Semiconductor"],
  [0x5f, "Nordic Semiconductor"],
  [0x63, "Pragmatic Printing"],
]);
