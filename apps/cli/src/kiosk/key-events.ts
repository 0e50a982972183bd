/**
 * Decodes the events of a Linux keyboard device (struct input_event, linux/input.h) into bytes of
 * text. Uses a US layout with shift, Caps Lock, Control for control characters (Ctrl+] is the group
 * separator of GS1), and Alt with a number on the keypad, which scanners use for characters without
 * a key. Ignores keys without a character. `eventBytes` is 24, or 16 on systems with 32-bit times.
 */
export async function* decodeKeyEvents(
  chunks: AsyncIterable<Uint8Array>,
  eventBytes: number = chooseEventBytes(),
): AsyncGenerator<Uint8Array> {
  const decodeKey = createKeyDecoder();
  let incompleteEvent = new Uint8Array(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([incompleteEvent, chunk]);
    const completeLength = bytes.length - (bytes.length % eventBytes);
    let text = "";
    // Type, code and value are the last eight bytes of an event, after the time.
    for (let offset = eventBytes - 8; offset < completeLength; offset += eventBytes) {
      if (bytes.readUInt16LE(offset) !== keyEvent) continue;
      text += decodeKey(bytes.readUInt16LE(offset + 2), bytes.readInt32LE(offset + 4));
    }
    incompleteEvent = Uint8Array.from(bytes.subarray(completeLength));
    if (text !== "") yield Buffer.from(text);
  }
}

function chooseEventBytes(): number {
  return ["arm", "ia32"].includes(process.arch) ? 16 : 24;
}

// Event types, key values and key codes of linux/input-event-codes.h.
const keyEvent = 1;
const released = 0;
const pressed = 1;
const capsLockKey = 58;
const shiftKeys = [42, 54];
const controlKeys = [29, 97];
const leftAltKey = 56;

/** Keys with consecutive codes: the first code, and the characters without and with shift. */
const keyRows: [number, string, string][] = [
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
const plainKeys = new Map(
  keyRows.flatMap(([first, keys]) => Array.from(keys, (key, index) => [first + index, key])),
);
const shiftedKeys = new Map(
  keyRows.flatMap(([first, , keys]) => Array.from(keys, (key, index) => [first + index, key])),
);

/**
 * Creates a function that returns the text that each key event adds. The function remembers the
 * keys that are held down.
 */
function createKeyDecoder() {
  const heldKeys = new Set<number>();
  let capsLock = false;
  let altNumber = "";
  const isAnyHeld = (keys: number[]) => keys.some((key) => heldKeys.has(key));
  return (code: number, value: number): string => {
    if (value === released) {
      heldKeys.delete(code);
      if (code !== leftAltKey) return "";
      const character = fromAltNumber(altNumber);
      altNumber = "";
      return character;
    }
    heldKeys.add(code);
    if (value !== pressed) return "";
    if (code === capsLockKey) capsLock = !capsLock;
    const key = plainKeys.get(code) ?? "";
    if (heldKeys.has(leftAltKey)) {
      if (code >= 71 && /\d/.test(key)) altNumber += key;
      return "";
    }
    const isUpper = isAnyHeld(shiftKeys) !== (capsLock && /[a-z]/.test(key));
    const character = (isUpper ? shiftedKeys : plainKeys).get(code) ?? "";
    return isAnyHeld(controlKeys) ? toControl(character) : character;
  };
}

/** Converts like a terminal: Control clears the upper bits of a character from @ on. */
function toControl(character: string): string {
  return character >= "@" ? String.fromCharCode(character.charCodeAt(0) & 0x1f) : character;
}

/**
 * Returns the character of a number typed with Alt, or "" if it is not known. On Windows a number
 * with a leading zero is Latin-1; without a leading zero it is in an old code page, of which only
 * the ASCII part is known here.
 */
function fromAltNumber(number: string): string {
  const code = Number(number);
  const isKnown = number !== "" && code < (number.startsWith("0") ? 256 : 128);
  return isKnown ? String.fromCharCode(code) : "";
}
