import fc from "fast-check";
import { expect, test } from "vitest";
import { typed } from "./key-events.ts";

const shift = 42;
const control = 29;
const alt = 56;

test("a scanner's keys, as a US layout gives them", async () => {
  // A-1 b\r: shift is held for the first letter only.
  const keys = [down(shift), ...tap(30), up(shift), ...tap(12), ...tap(2), ...tap(57), ...tap(48)];
  expect(await text([...keys, ...tap(28)])).toBe("A-1 b\r");
});

test("every shifted digit, the keypad and its Enter", async () => {
  const digits = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap(tap);
  expect(await text([down(54), ...digits, up(54)])).toBe("!@#$%^&*()");
  expect(await text([79, 80, 81, 82, 83, 71, 98, 55, 74, 78, 96].flatMap(tap))).toBe(
    "1230.7/*-+\r",
  );
});

test("Caps Lock turns letters round, and digits not", async () => {
  const keys = [...tap(58), ...tap(30), ...tap(2), down(shift), ...tap(30), up(shift), ...tap(58)];
  expect(await text([...keys, ...tap(30)])).toBe("A1aa");
});

test("the group separator as Control and ], and as Alt and a number on the keypad", async () => {
  expect(await text([down(control), ...tap(27), up(control)])).toBe("\u001d");
  const asNumber = [down(alt), ...tap(82), ...tap(80), ...tap(73), up(alt)];
  expect(await text([...asNumber, ...tap(3)])).toBe("\u001d2");
  const umlaut = [down(alt), ...[82, 80, 76, 80].flatMap(tap), up(alt)];
  expect(await text(umlaut)).toBe("ü");
  expect(await text([down(alt), ...tap(79), ...tap(81), ...tap(82), up(alt)])).toBe("");
});

test("keys that repeat or have no character, and other devices' events are nothing", async () => {
  const repeats = [event(1, 30, 2), event(1, 30, 2)];
  const others = [event(0, 0, 0), event(4, 4, 0x70004), event(2, 30, 1), ...tap(59), ...tap(700)];
  expect(await text([...others, ...tap(30), ...repeats])).toBe("a");
});

test("events of 16 bytes, where time is counted in 32 bits", async () => {
  const keys = tap(30).map((one) => one.subarray(8));
  expect(await text(keys, 16)).toBe("a");
});

test("whatever the device says is read, and the same wherever it is cut", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ code: fc.nat(120), value: fc.nat(2) })),
      fc.uint8Array({ maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      async (keys, junk, size) => {
        const bytes = Buffer.concat([
          ...keys.map(({ code, value }) => event(1, code, value)),
          junk,
        ]);
        const cut: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
        expect(await text(cut)).toBe(await text([bytes]));
      },
    ),
  ));

function event(type: number, code: number, value: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64LE(1_795_000_000n, 0);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}

function down(code: number): Buffer {
  return event(1, code, 1);
}

function up(code: number): Buffer {
  return event(1, code, 0);
}

/** As keyboards report it: scan code, key, and the end of the report, for each of down and up. */
function tap(code: number): Buffer[] {
  const report = [event(4, 4, 0x70000 + code), event(0, 0, 0)] as const;
  return [report[0], down(code), report[1], report[0], up(code), report[1]];
}

async function text(chunks: Uint8Array[], eventBytes?: number): Promise<string> {
  async function* stream() {
    yield* chunks;
  }
  let found = "";
  const decoder = new TextDecoder();
  for await (const bytes of typed(stream(), eventBytes)) found += decoder.decode(bytes);
  return found;
}
