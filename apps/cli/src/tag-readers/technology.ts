import type { TagTechnology } from "@scanhook/tags";

/** The kind of a tag, as far as its answer to reset (ATR) tells. */
export type Technology = "type2" | "type4" | "type5" | "mifare-classic" | "felica" | "unknown";

/**
 * Determines the technology from the ATR that a reader makes up for a contactless card (PC/SC part
 * 3, 3.1.3.2.3). The ATR of a memory card has the RID of the PC/SC workgroup, followed by the
 * card's standard and name. Without the RID it is a card of ISO/IEC 14443-4, which may be a Type 4
 * tag.
 */
export function findTechnology(atr: Uint8Array): Technology {
  const bytes = Array.from(atr);
  const isContactless = bytes[0] === 0x3b && bytes[1]! >> 4 === 8 && bytes[2] === 0x80;
  if (!isContactless || bytes[3] !== 0x01) return "unknown";
  const isMemoryCard = workgroupRid.every((byte, index) => bytes[index + 4] === byte);
  if (!isMemoryCard) return "type4";
  const standard = bytes[12] ?? 0;
  const name = (bytes[13]! << 8) | bytes[14]!;
  if (standard >= 0x09 && standard <= 0x0c) return "type5";
  if (standard === 0x11 || felicaNames.has(name)) return "felica";
  if (mifareClassicNames.has(name)) return "mifare-classic";
  return standard === 0x03 || standard === 0x00 ? "type2" : "unknown";
}

/** The names of the technologies for users. */
export const technologyNames: Record<Technology, string> = {
  type2: "NFC Forum Type 2 (NTAG, Ultralight)",
  type4: "NFC Forum Type 4",
  type5: "NFC Forum Type 5 (ISO 15693)",
  "mifare-classic": "MIFARE Classic",
  felica: "FeliCa",
  unknown: "unknown",
};

/** The radio standards of the technologies. */
export const radioStandards: Record<Technology, TagTechnology | undefined> = {
  type2: "iso14443",
  type4: "iso14443",
  type5: "iso15693",
  "mifare-classic": "iso14443",
  felica: "felica",
  unknown: undefined,
};

const workgroupRid = [0x80, 0x4f, 0x0c, 0xa0, 0x00, 0x00, 0x03, 0x06];
/**
 * The card names of MIFARE Classic 1K, 4K, Mini, Plus in security levels 1 and 2, and Infineon's
 * chips. Names from F000 on are assigned by ACS.
 */
const mifareClassicNames: ReadonlySet<number> = new Set([
  0x0001, 0x0002, 0x0026, 0x0036, 0x0037, 0x0038, 0x0039, 0xff88,
]);
const felicaNames: ReadonlySet<number> = new Set([0x003b, 0xf011, 0xf012]);
