import { type CommandResult, sendCommand } from "../apdu.ts";
import type { Card } from "../card-readers.ts";

/**
 * The response of the chip itself. `refused`: it answered with NAK, or not at all. `unsupported`:
 * the reader does not pass on commands of chips.
 */
export type NativeResult =
  | Extract<CommandResult, { ok: true }>
  | { ok: false; kind: "refused" | "unsupported" | "gone" | "busy" | "failed"; reason: string };

/**
 * Sends a command of the chip past the commands that PC/SC has for tags: in a transparent session
 * (PC/SC part 3, supplement 2), or through the PN532 of an ACR122U, which has none (ACR122U API, 6;
 * PN532 user manual, 7.3.9).
 */
export async function sendNative(card: Card, command: readonly number[]): Promise<NativeResult> {
  if (/ACR122/i.test(card.reader)) return sendThroughPn532(card, command);
  const begun = await sendCommand(card, manageSession(beginSession));
  if (!begun.ok) return begun.kind === "refused" ? unsupported : begun;
  const result = await exchangeInSession(card, command);
  const ended = await sendCommand(card, manageSession(endSession));
  return result.ok && !ended.ok && ended.kind !== "refused" ? ended : result;
}

const unsupported: NativeResult = {
  ok: false,
  kind: "unsupported",
  reason:
    "This reader does not pass on the commands of the chip, which passwords and mirrors need. An ACR122U does, and readers with transparent sessions (PC/SC part 3).",
};

const refused: NativeResult = {
  ok: false,
  kind: "refused",
  reason: "The tag refused a command of its chip.",
};

const beginSession = 0x81;
const endSession = 0x82;

function manageSession(object: number): number[] {
  return [0xff, 0xc2, 0, 0, 2, object, 0];
}

/** A second in microseconds, least significant byte first. */
const timer = [0x5f, 0x46, 4, 0x40, 0x42, 0x0f, 0x00];

async function exchangeInSession(card: Card, command: readonly number[]): Promise<NativeResult> {
  const objects = [...timer, 0x95, command.length, ...command];
  const response = await sendCommand(card, [0xff, 0xc2, 0, 1, objects.length, ...objects, 0]);
  if (!response.ok) return response.kind === "refused" ? refused : response;
  const data = findObject(response.data, 0x97);
  // C0 has the number of a wrong object and a status word.
  const status = findObject(response.data, 0xc0);
  return data && status?.[1] === 0x90 ? { ok: true, data } : refused;
}

/** Returns the value of a data object with a tag and a length of one byte each. */
function findObject(objects: Uint8Array, tag: number): Uint8Array | undefined {
  let offset = 0;
  while (offset + 2 <= objects.length) {
    const length = objects[offset + 1]!;
    if (objects[offset] === tag) return objects.slice(offset + 2, offset + 2 + length);
    offset += 2 + length;
  }
  return undefined;
}

async function sendThroughPn532(card: Card, command: readonly number[]): Promise<NativeResult> {
  const frame = [0xd4, 0x42, ...command];
  const response = await sendCommand(card, [0xff, 0, 0, 0, frame.length, ...frame]);
  if (!response.ok) return response.kind === "refused" ? unsupported : response;
  const [direction, code, status, ...data] = response.data;
  if (direction !== 0xd5 || code !== 0x43) return unsupported;
  return status === 0 ? { ok: true, data: Uint8Array.from(data) } : refused;
}
