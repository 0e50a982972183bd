/**
 * What a keyboard typed, from the events of its Linux device (struct input_event, linux/input.h): bytes of text as a
 * US layout gives them, with shift, Caps Lock, Control for control characters (Ctrl+] is the group separator of GS1)
 * and Alt with a number on the keypad, which is how scanners type what no key has. Keys without a character are
 * nothing. `eventBytes` is 24, or 16 where time is counted in 32 bits.
 */
export async function* typed(
  chunks: AsyncIterable<Uint8Array>,
  eventBytes: number = bytesOfEvent(),
): AsyncGenerator<Uint8Array> {
  const press = createLayout();
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % eventBytes);
    let text = "";
    // The time, two longs, comes before type, code and value.
    for (let at = eventBytes - 8; at < whole; at += eventBytes) {
      if (bytes.readUInt16LE(at) !== keyEvent) continue;
      text += press(bytes.readUInt16LE(at + 2), bytes.readInt32LE(at + 4));
    }
    rest = Uint8Array.from(bytes.subarray(whole));
    if (text !== "") yield Buffer.from(text);
  }
}

function bytesOfEvent(): number {
  return ["arm", "ia32"].includes(process.arch) ? 16 : 24;
}

// Types, values and key codes of linux/input-event-codes.h.
const keyEvent = 1;
const released = 0;
const pressed = 1;
const capsLockKey = 58;
const shiftKeys = [42, 54];
const controlKeys = [29, 97];
const leftAltKey = 56;

/** Runs of neighbouring keys: the first one's code, and what they give without and with shift. */
const runs: [number, string, string][] = [
  [2, "1234567890-=", "!@#$%^&*()_+"],
  [15, "\tqwertyuiop[]\r", "\tQWERTYUIOP{}\r"],
  [30, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [43, "\\zxcvbnm,./", "|ZXCVBNM<>?"],
  [55, "*", "*"],
  [57, " ", " "],
  [71, "789-456+1230.", "789-456+1230."],
  [86, "\\", "|"],
  [96, "\r", "\r"],
  [98, "/", "/"],
];
const plain = new Map(
  runs.flatMap(([first, keys]) => Array.from(keys, (key, i) => [first + i, key])),
);
const shifted = new Map(
  runs.flatMap(([first, , keys]) => Array.from(keys, (key, i) => [first + i, key])),
);

/** Takes one key event after the other and gives the text that each one adds. */
function createLayout() {
  const held = new Set<number>();
  let capsLock = false;
  let number = "";
  const isAnyHeld = (keys: number[]) => keys.some((key) => held.has(key));
  return (code: number, value: number): string => {
    if (value === released) {
      held.delete(code);
      if (code !== leftAltKey) return "";
      const character = fromAltNumber(number);
      number = "";
      return character;
    }
    held.add(code);
    if (value !== pressed) return "";
    if (code === capsLockKey) capsLock = !capsLock;
    const key = plain.get(code) ?? "";
    if (held.has(leftAltKey)) {
      if (code >= 71 && /\d/.test(key)) number += key;
      return "";
    }
    const isUpper = isAnyHeld(shiftKeys) !== (capsLock && /[a-z]/.test(key));
    const character = (isUpper ? shifted : plain).get(code) ?? "";
    return isAnyHeld(controlKeys) ? toControl(character) : character;
  };
}

/** As terminals do: Control takes the upper bits of what lies from @ on. */
function toControl(character: string): string {
  return character >= "@" ? String.fromCharCode(character.charCodeAt(0) & 0x1f) : character;
}

/** Windows' rule: with a leading zero the number is of Latin-1, without it of an old character set, ASCII in both. */
function fromAltNumber(number: string): string {
  const code = Number(number);
  const isKnown = number !== "" && code < (number.startsWith("0") ? 256 : 128);
  return isKnown ? String.fromCharCode(code) : "";
}
