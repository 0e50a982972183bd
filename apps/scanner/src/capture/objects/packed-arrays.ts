const types = { f32: Float32Array, u32: Uint32Array, u8: Uint8Array } as const;
type TypeName = keyof typeof types;

/** Arrays of numbers by name. */
export type NamedArrays = Record<string, Float32Array | Uint32Array | Uint8Array>;
type Entry = { name: string; type: TypeName; length: number };

/** Rounds up to a multiple of four bytes, at which typed arrays of a buffer have to start. */
const align = (bytes: number) => Math.ceil(bytes / 4) * 4;

/**
 * Packs arrays into one file: the byte length of a JSON list (uint32), the list, then the arrays.
 * All numbers are little-endian, as in the memory of every browser.
 */
export function packArrays(arrays: NamedArrays): Uint8Array<ArrayBuffer> {
  const named = Object.entries(arrays);
  const list = named.map(
    ([name, array]): Entry => ({ name, type: findType(array), length: array.length }),
  );
  const listBytes = new TextEncoder().encode(JSON.stringify(list));
  const size = named.reduce(
    (sum, [, array]) => sum + align(array.byteLength),
    4 + align(listBytes.length),
  );
  const packed = new Uint8Array(size);
  new DataView(packed.buffer).setUint32(0, listBytes.length, true);
  packed.set(listBytes, 4);
  let offset = 4 + align(listBytes.length);
  for (const [, array] of named) {
    packed.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += align(array.byteLength);
  }
  return packed;
}

/**
 * Returns the arrays of a packed file as views of its bytes; undefined for any other file, and for
 * one that is cut off.
 */
export function unpackArrays(buffer: ArrayBuffer): NamedArrays | undefined {
  if (buffer.byteLength < 4) return undefined;
  const listLength = new DataView(buffer).getUint32(0, true);
  if (4 + listLength > buffer.byteLength) return undefined;
  const list = parseList(new TextDecoder().decode(new Uint8Array(buffer, 4, listLength)));
  let offset = 4 + align(listLength);
  const arrays: NamedArrays = {};
  for (const { name, type, length } of list ?? []) {
    const bytes = length * types[type].BYTES_PER_ELEMENT;
    if (offset + bytes > buffer.byteLength) return undefined;
    arrays[name] = new types[type](buffer, offset, length);
    offset += align(bytes);
  }
  return list && arrays;
}

function findType(array: NamedArrays[string]): TypeName {
  if (array instanceof Float32Array) return "f32";
  return array instanceof Uint32Array ? "u32" : "u8";
}

function parseList(text: string): Entry[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isEntry) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  const { name, type, length } = (value ?? {}) as Record<string, unknown>;
  const isLength = Number.isSafeInteger(length) && (length as number) >= 0;
  return (
    typeof name === "string" && typeof type === "string" && Object.hasOwn(types, type) && isLength
  );
}
