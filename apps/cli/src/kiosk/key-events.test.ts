import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeKeyEvents } from "./key-events.ts";

const shift = 42;
const control = 29;
const alt = 56;

test("key events are decoded to the text of a US keyboard", async () => {
  // A-1 b\r: shift is held for the first letter only.
  const keys = [
    press(shift),
    ...tap(30),
    release(shift),
    ...tap(12),
    ...tap(2),
    ...tap(57),
    ...tap(48),
  ];
  expect(await decodeText([...keys, ...tap(28)])).toBe("A-1 b\r");
});

test("shifted digits, the keypad and its Enter key are decoded to their characters", async () => {
  const digits = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap(tap);
  expect(await decodeText([press(54), ...digits, release(54)])).toBe("!@#$%^&*()");
  expect(await decodeText([79, 80, 81, 82, 83, 71, 98, 55, 74, 78, 96].flatMap(tap))).toBe(
    "1230.7/*-+\r",
  );
});

test("Caps Lock changes letters but not digits", async () => {
  const keys = [
    ...tap(58),
    ...tap(30),
    ...tap(2),
    press(shift),
    ...tap(30),
    release(shift),
    ...tap(58),
  ];
  expect(await decodeText([...keys, ...tap(30)])).toBe("A1aa");
});

test("Control+] and Alt+029 are decoded to the group separator, and other Alt codes to their characters", async () => {
  expect(await decodeText([press(control), ...tap(27), release(control)])).toBe("\u001d");
  const alt029 = [press(alt), ...tap(82), ...tap(80), ...tap(73), release(alt)];
  expect(await decodeText([...alt029, ...tap(3)])).toBe("\u001d2");
  const alt0252 = [press(alt), ...[82, 80, 76, 80].flatMap(tap), release(alt)];
  expect(await decodeText(alt0252)).toBe("ü");
  expect(await decodeText([press(alt), ...tap(79), ...tap(81), ...tap(82), release(alt)])).toBe("");
});

test("key repeats, keys without a character and other events are decoded to no text", async () => {
  const repeats = [createEvent(1, 30, 2), createEvent(1, 30, 2)];
  const others = [
    createEvent(0, 0, 0),
    createEvent(4, 4, 0x70004),
    createEvent(2, 30, 1),
    ...tap(59),
    ...tap(700),
  ];
  expect(await decodeText([...others, ...tap(30), ...repeats])).toBe("a");
});

test("events of 16 bytes, with 32-bit times, are decoded", async () => {
  const keys = tap(30).map((event64) => event64.subarray(8));
  expect(await decodeText(keys, 16)).toBe("a");
});

test("events are decoded to the same text wherever their bytes are split into chunks", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ code: fc.nat(120), value: fc.nat(2) })),
      fc.uint8Array({ maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      async (keys, junk, size) => {
        const bytes = Buffer.concat([
          ...keys.map(({ code, value }) => createEvent(1, code, value)),
          junk,
        ]);
        const chunks: Buffer[] = [];
        for (let start = 0; start < bytes.length; start += size) {
          chunks.push(bytes.subarray(start, start + size));
        }
        expect(await decodeText(chunks)).toBe(await decodeText([bytes]));
      },
    ),
  ));

/** Returns a `struct input_event` of 64-bit Linux. */
function createEvent(type: number, code: number, value: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64LE(1_795_000_000n, 0);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}

function press(code: number): Buffer {
  return createEvent(1, code, 1);
}

function release(code: number): Buffer {
  return createEvent(1, code, 0);
}

/**
 * Returns the events of a key that is pressed and released. Each report has a scan code, the key
 * and an end mark.
 */
function tap(code: number): Buffer[] {
  const scanCode = createEvent(4, 4, 0x70000 + code);
  const reportEnd = createEvent(0, 0, 0);
  return [scanCode, press(code), reportEnd, scanCode, release(code), reportEnd];
}

async function decodeText(chunks: Uint8Array[], eventBytes?: number): Promise<string> {
  async function* stream() {
    yield* chunks;
  }
  let decoded = "";
  const decoder = new TextDecoder();
  for await (const bytes of decodeKeyEvents(stream(), eventBytes)) decoded += decoder.decode(bytes);
  return decoded;
}
