import { expect, test } from "vitest";
import { sendCommand } from "./apdu.ts";
import type { Card, ResponseApdu } from "./card-readers.ts";

const readBinary = [0, 0xb0, 0, 0, 4];

/**
 * Creates a card that returns the responses in order and then repeats the last response forever.
 */
function createRespondingCard(...responses: [status: number, ...data: number[]][]) {
  const commands: number[][] = [];
  const card: Card = {
    reader: "Desk reader",
    atr: new Uint8Array(),
    async transmit(bytes): Promise<ResponseApdu> {
      const [status, ...data] = responses[Math.min(commands.length, responses.length - 1)]!;
      commands.push([...bytes]);
      return { ok: true, status, data: Uint8Array.from(data) };
    },
  };
  return { card, commands };
}

test("the status 61xx fetches the remaining data with GET RESPONSE", async () => {
  const { card, commands } = createRespondingCard([0x6102, 1], [0x9000, 2, 3]);
  expect(await sendCommand(card, readBinary)).toEqual({ ok: true, data: Uint8Array.of(1, 2, 3) });
  expect(commands).toEqual([readBinary, [0, 0xc0, 0, 0, 2]]);
});

test("the status 6Cxx repeats the command with the length it names", async () => {
  const { card, commands } = createRespondingCard([0x6c02], [0x9000, 2, 3]);
  expect(await sendCommand(card, readBinary)).toEqual({ ok: true, data: Uint8Array.of(2, 3) });
  expect(commands).toEqual([readBinary, [0, 0xb0, 0, 0, 2]]);
});

test("a tag that always asks for another command is reported as refusing after fewer than 20 commands", async () => {
  for (const status of [0x6101, 0x6c04, 0x6c05]) {
    const { card, commands } = createRespondingCard([status, 7]);
    const result = await sendCommand(card, readBinary);
    expect(result).toMatchObject({ ok: false, kind: "refused", status });
    expect(commands.length).toBeLessThan(20);
  }
  const alternating = createRespondingCard(
    ...Array.from({ length: 100 }, (_, index) => [0x6c01 + (index % 2)] as [number]),
  );
  expect(await sendCommand(alternating.card, readBinary)).toMatchObject({
    ok: false,
    kind: "refused",
  });
});
