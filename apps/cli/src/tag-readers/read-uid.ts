import { parseUid } from "@scanhook/tags";
import { getUid, sendCommand } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import { findTechnology, radioStandards } from "./technology.ts";

/** Returns the UID of the tag, most significant byte first, if the reader tells it. */
export async function readUid(card: Card): Promise<Uint8Array | undefined> {
  const result = await sendCommand(card, getUid);
  return result.ok ? parseUid(result.data, radioStandards[findTechnology(card.atr)]) : undefined;
}
