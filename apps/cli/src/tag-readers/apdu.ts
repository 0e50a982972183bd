import type { Card, CardFailure } from "./card-readers.ts";

export type CommandResult = { ok: true; data: Uint8Array } | CommandFailure;
export type CommandFailure = CardFailure | Refusal;

/** The tag or the reader understood the command and refused it. */
export type Refusal = { ok: false; kind: "refused"; status: number; reason: string };

/**
 * Sends a command APDU and returns the data of the response. Sends the command again that the
 * status word asks for (ISO/IEC 7816-4:2005, 5.1.3: 61xx, more data with GET RESPONSE; 6Cxx, the
 * correct length), and retries once after a transmission error.
 */
export async function sendCommand(
  card: Card,
  command: readonly number[],
  maxFollowUps = defaultMaxFollowUps,
): Promise<CommandResult> {
  let response = await card.transmit(Uint8Array.from(command));
  if (response.ok && transmissionErrors.has(response.status)) {
    response = await card.transmit(Uint8Array.from(command));
  }
  if (!response.ok) return response;
  const { data, status } = response;
  if (status === 0x9000) return { ok: true, data };
  const [statusHigh, statusLow] = [status >> 8, status & 0xff];
  if (maxFollowUps > 0 && statusHigh === 0x6c && command.length > 4) {
    return sendCommand(card, [...command.slice(0, -1), statusLow], maxFollowUps - 1);
  }
  if (maxFollowUps > 0 && statusHigh === 0x61) {
    const [instructionClass = 0] = command;
    const followUp = await sendCommand(
      card,
      getResponse(instructionClass, statusLow),
      maxFollowUps - 1,
    );
    return followUp.ok
      ? { ok: true, data: Uint8Array.from([...data, ...followUp.data]) }
      : followUp;
  }
  return { ok: false, kind: "refused", status, reason: describeStatus(status) };
}

/** GET DATA for the UID of the card (PC/SC part 3, 3.2.2.1.3). */
export const getUid = [0xff, 0xca, 0, 0, 0];

/**
 * Commands for the reader have the class FF (PC/SC part 3, 3.2.2), commands for the card itself 00.
 */
const classes = { reader: 0xff, card: 0x00 };
type Recipient = keyof typeof classes;

/**
 * READ BINARY (ISO/IEC 7816-4:2005, 7.2.3; PC/SC part 3, 3.2.2.1.8). A reader takes a block number
 * as `offset`.
 */
export function readBinary(recipient: Recipient, offset: number, length: number): number[] {
  return [classes[recipient], 0xb0, offset >> 8, offset & 0xff, length];
}

/**
 * UPDATE BINARY (ISO/IEC 7816-4:2005, 7.2.5; PC/SC part 3, 3.2.2.1.9). A reader takes a block
 * number as `offset`.
 */
export function updateBinary(recipient: Recipient, offset: number, data: Uint8Array): number[] {
  return [classes[recipient], 0xd6, offset >> 8, offset & 0xff, data.length, ...data];
}

/** SELECT by application name (ISO/IEC 7816-4:2005, 7.1.1). */
export function selectApplication(name: readonly number[]): number[] {
  return [classes.card, 0xa4, 0x04, 0x00, name.length, ...name, 0];
}

/**
 * SELECT by file identifier, without file control information in the response (ISO/IEC 7816-4:2005,
 * 7.1.1).
 */
export function selectFile(identifier: Iterable<number>): number[] {
  return [classes.card, 0xa4, 0x00, 0x0c, 2, ...identifier];
}

/** GET RESPONSE (ISO/IEC 7816-4:2005, 7.6.1), on the logical channel of the first command. */
function getResponse(instructionClass: number, length: number): number[] {
  return [instructionClass & 0x03, 0xc0, 0, 0, length];
}

/**
 * Keeps a tag from asking for further commands forever. A correct tag needs at most two of them.
 */
const defaultMaxFollowUps = 8;

/** Status words of a tag that was at the edge of the field for a moment. */
const transmissionErrors: ReadonlySet<number> = new Set([0x6300, 0x6400, 0x6401, 0x6f00]);

function describeStatus(status: number): string {
  const code = status.toString(16).toUpperCase().padStart(4, "0");
  return `${statusTexts.get(status) ?? "The tag or the reader refused a command"} (${code}).`;
}

const statusTexts: ReadonlyMap<number, string> = new Map([
  [0x6300, "The tag did not carry out the command"],
  [0x6400, "The tag did not respond to a command"],
  [0x6401, "The tag did not respond to a command in time"],
  [0x6581, "The tag could not store something; its memory may be worn out"],
  [0x6700, "The reader or the tag does not accept a command of that length"],
  [0x6881, "The tag does not support a command"],
  [0x6982, "The tag is protected by a key or password"],
  [0x6985, "The tag does not allow that in its present state"],
  [0x6986, "The tag does not allow that"],
  [0x6a81, "The reader cannot do that with this tag"],
  [0x6a82, "The tag has no such address in its memory"],
  [0x6a84, "The tag has not enough memory"],
  [0x6a86, "The reader or the tag does not support that variant of a command"],
  [0x6b00, "The tag has no such address in its memory"],
  [0x6d00, "The reader or the tag does not support a command"],
  [0x6e00, "The reader or the tag does not support that class of commands"],
]);
