import { expect, test } from "vitest";
import { ask } from "./apdu.ts";
import type { Answer, Card } from "./card-readers.ts";

const command = [0, 0xb0, 0, 0, 4];

/** A card that gives one answer after the other, and the last one for ever. */
function cardOf(...answers: [status: number, ...data: number[]][]) {
  const asked: number[][] = [];
  const card: Card = {
    reader: "Desk reader",
    atr: new Uint8Array(),
    async transmit(bytes): Promise<Answer> {
      const [status, ...data] = answers[Math.min(asked.length, answers.length - 1)]!;
      asked.push([...bytes]);
      return { ok: true, status, data: Uint8Array.from(data) };
    },
  };
  return { card, asked };
}

test("data that waits to be fetched is fetched, and a wrong length put right", async () => {
  const more = cardOf([0x6102, 1], [0x9000, 2, 3]);
  expect(await ask(more.card, command)).toEqual({ ok: true, data: Uint8Array.of(1, 2, 3) });
  expect(more.asked[1]).toEqual([0, 0xc0, 0, 0, 2]);
  const shorter = cardOf([0x6c02], [0x9000, 2, 3]);
  expect(await ask(shorter.card, command)).toEqual({ ok: true, data: Uint8Array.of(2, 3) });
  expect(shorter.asked[1]).toEqual([0, 0xb0, 0, 0, 2]);
});

test("a tag that asks for one command after the other is refused", async () => {
  for (const status of [0x6101, 0x6c04, 0x6c05]) {
    const { card, asked } = cardOf([status, 7]);
    expect(await ask(card, command)).toMatchObject({ ok: false, kind: "refused", status });
    expect(asked.length).toBeLessThan(20);
  }
  const inTurn = cardOf(...Array.from({ length: 100 }, (_, n) => [0x6c01 + (n % 2)] as [number]));
  expect(await ask(inTurn.card, command)).toMatchObject({ ok: false, kind: "refused" });
});
