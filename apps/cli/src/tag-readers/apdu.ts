import type { Card, Trouble } from "./card-readers.ts";

export type Asked = { ok: true; data: Uint8Array } | Trouble | Refusal;

/** The tag or the reader understood and said no. */
export type Refusal = { ok: false; kind: "refused"; status: number; reason: string };

/**
 * Sends a command and gives its data once it was done. Knows the answers that ask for another command (ISO/IEC 7816-4
 * 5.1.3: 61xx, more data; 6Cxx, that length), and tries once more what failed on the way through the air.
 */
export async function ask(
  card: Card,
  command: readonly number[],
  further = mostFurther,
): Promise<Asked> {
  let answer = await card.transmit(Uint8Array.from(command));
  if (answer.ok && fleeting.has(answer.status)) {
    answer = await card.transmit(Uint8Array.from(command));
  }
  if (!answer.ok) return answer;
  const { data, status } = answer;
  if (status === 0x9000) return { ok: true, data };
  if (further > 0 && status >> 8 === 0x6c && command.length > 4) {
    return ask(card, [...command.slice(0, -1), status & 0xff], further - 1);
  }
  if (further > 0 && status >> 8 === 0x61) {
    const get = [command[0]! & 0x03, 0xc0, 0, 0, status & 0xff];
    const rest = await ask(card, get, further - 1);
    return rest.ok ? { ok: true, data: Uint8Array.from([...data, ...rest.data]) } : rest;
  }
  return { ok: false, kind: "refused", status, reason: statusInWords(status) };
}

/** Commands in a row that an answer may ask for. An honest one is whole after two; a tag could ask for ever. */
const mostFurther = 8;

/** Failures without a cause: the tag was at the edge of the field for a moment. */
const fleeting: ReadonlySet<number> = new Set([0x6300, 0x6400, 0x6401, 0x6f00]);

function statusInWords(status: number): string {
  const code = status.toString(16).toUpperCase().padStart(4, "0");
  return `${words.get(status) ?? "The tag or the reader refused a command"} (${code}).`;
}

const words: ReadonlyMap<number, string> = new Map([
  [0x6300, "The tag did not do what it was asked to"],
  [0x6400, "The tag did not answer a command"],
  [0x6401, "The tag did not answer a command in time"],
  [0x6581, "The tag could not store something; its memory may be worn out"],
  [0x6700, "The reader or the tag does not take a command of that length"],
  [0x6881, "The tag does not know a command"],
  [0x6982, "The tag is protected by a key or password"],
  [0x6985, "The tag does not allow that in its present state"],
  [0x6986, "The tag does not allow that"],
  [0x6a81, "The reader cannot do that with this tag"],
  [0x6a82, "The tag has no such place in its memory"],
  [0x6a84, "The tag has not enough room"],
  [0x6a86, "The reader or the tag does not know that variant of a command"],
  [0x6b00, "The tag has no such place in its memory"],
  [0x6d00, "The reader or the tag does not know a command"],
  [0x6e00, "The reader or the tag does not know that kind of command"],
]);
