import { say } from "../texts/exact-message.ts";

/**
 * Why a spreadsheet cannot be read, as one sentence for the person who chose the file. Is thrown
 * inside this room only, because reading pulls on streams of streams; `readXlsx` returns it.
 */
export class Unreadable extends Error {
  override name = "Unreadable";
}

/** Returns the reason for a file that breaks off or contradicts itself. */
export function damaged(): Unreadable {
  return new Unreadable(say("workbook-damaged"));
}
