import { fromHex } from "./lexer.ts";
import { undoPredictor } from "./predictor.ts";
import { type Dictionary, nameOf, type Resolve, type Stream } from "./values.ts";

/**
 * The data of a stream after its filters. `filter` names the first one that was not undone, because
 * it makes pictures or is not known, and `parameters` are its own; it is absent if all were undone.
 */
export type FilterResult =
  | { ok: true; data: Uint8Array; filter?: string; parameters: Dictionary }
  | { ok: false };

/** The filters of a stream in the order in which they are undone (ISO 32000-1, 7.4). */
export function filtersOf(
  { dictionary }: Stream,
  resolve: Resolve,
): { name: string; parameters: Dictionary }[] {
  const list = (key: string) => {
    const value = resolve(dictionary.get(key));
    return (Array.isArray(value) ? value : [value]).map(resolve);
  };
  const parameters = list("DecodeParms");
  return list("Filter").flatMap((filter, index) => {
    const name = nameOf(filter);
    const entries = parameters[index];
    return name ? [{ name, parameters: entries instanceof Map ? entries : new Map() }] : [];
  });
}

/**
 * Undoes the filters of a stream up to one that makes pictures. Fails if the data is damaged. Data
 * that would become longer than `maxBytes` is cut off there.
 */
export async function undoFilters(
  stream: Stream,
  resolve: Resolve,
  maxBytes: number,
): Promise<FilterResult> {
  let data: Uint8Array | undefined = stream.data;
  for (const { name, parameters } of filtersOf(stream, resolve)) {
    if (name === "FlateDecode") {
      const inflated = await inflate(data, maxBytes + (maxBytes >> 3) + 4096);
      data = inflated && undoPredictor(inflated, (key) => resolve(parameters.get(key)));
    } else if (name === "ASCII85Decode") data = undoAscii85(data);
    else if (name === "ASCIIHexDecode") data = undoAsciiHex(data);
    else return { ok: true, data, filter: name, parameters };
    if (!data) return { ok: false };
  }
  return { ok: true, data: data.subarray(0, maxBytes), parameters: new Map() };
}

/**
 * Decompresses zlib data (RFC 1950). Data that ends too soon or has bytes after its end gives what
 * was decompressed before; undefined if that is nothing.
 */
async function inflate(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | undefined> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The caller sees by the size whether enough came out.
  }
  if (size === 0) return;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function undoAsciiHex(bytes: Uint8Array): Uint8Array {
  const closing = bytes.indexOf(0x3e);
  return fromHex(
    new TextDecoder("latin1").decode(bytes.subarray(0, closing < 0 ? undefined : closing)),
  );
}

/** Decodes base 85 (ISO 32000-1, 7.4.3); undefined if the data has other characters. */
function undoAscii85(bytes: Uint8Array): Uint8Array | undefined {
  const [zero, tilde] = [0x7a, 0x7e];
  const zeros = bytes.reduce((count, byte) => count + (byte === zero ? 1 : 0), 0);
  const out = new Uint8Array(Math.ceil((bytes.length * 4) / 5) + zeros * 4 + 8);
  const view = new DataView(out.buffer);
  let size = 0;
  let value = 0;
  let digits = 0;
  for (const byte of bytes) {
    if (byte === tilde) break;
    if (byte <= 0x20) continue;
    if (byte === zero && digits === 0) size += 4;
    else if (byte < 0x21 || byte > 0x75) return;
    else {
      value = value * 85 + byte - 0x21;
      digits++;
      if (digits === 5) {
        view.setUint32(size, value);
        size += 4;
        value = digits = 0;
      }
    }
  }
  if (digits > 1) {
    // The last group is filled with the highest digit and gives one byte less than it has digits.
    for (let digit = digits; digit < 5; digit++) value = value * 85 + 84;
    view.setUint32(size, value);
    size += digits - 1;
  }
  return out.subarray(0, size);
}
