import { isIPv4 } from "node:net";
import type { Constraints } from "./constraints.ts";

/** The value of the X.509 extension 2.5.29.30, NameConstraints (RFC 5280, 4.2.1.10). */
export function encodeConstraints({ permitted, excluded }: Constraints): Uint8Array {
  const subtrees = (entries: readonly string[]) =>
    Buffer.concat(entries.map((entry) => element(tags.sequence, encodeBase(entry))));
  return element(
    tags.sequence,
    Buffer.concat([
      element(tags.permitted, subtrees(permitted)),
      ...(excluded.length > 0 ? [element(tags.excluded, subtrees(excluded))] : []),
    ]),
  );
}

/** Reads what `encodeConstraints` wrote; throws on anything else. */
export function decodeConstraints(der: Uint8Array): Constraints {
  const found = { permitted: [] as string[], excluded: [] as string[] };
  for (const content of elements(der, tags.sequence)) {
    const list = content.tag === tags.permitted ? found.permitted : found.excluded;
    for (const subtree of elements(content.value)) {
      for (const base of elements(subtree.value)) list.push(decodeBase(base));
    }
  }
  return found;
}

const tags = { sequence: 0x30, permitted: 0xa0, excluded: 0xa1, dnsName: 0x82, ipAddress: 0x87 };

function encodeBase(entry: string): Uint8Array {
  const [network = "", prefix] = entry.split("/");
  if (prefix === undefined) return element(tags.dnsName, Buffer.from(entry, "ascii"));
  const address = toBytes(network);
  const mask = address.map((_, index) => {
    const ones = Math.min(8, Math.max(0, Number(prefix) - index * 8));
    return (0xff00 >> ones) & 0xff;
  });
  const masked = address.map((byte, index) => byte & (mask[index] ?? 0));
  return element(tags.ipAddress, Buffer.from([...masked, ...mask]));
}

function decodeBase({ tag, value }: Element): string {
  if (tag === tags.dnsName) return Buffer.from(value).toString("ascii");
  if (tag !== tags.ipAddress || (value.length !== 8 && value.length !== 32)) {
    throw new Error(
      `Name constraints hold an entry of a kind (${tag}) that this hub never writes.`,
    );
  }
  const half = value.length / 2;
  const mask = [...value.subarray(half)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return `${toText(value.subarray(0, half))}/${mask.lastIndexOf("1") + 1}`;
}

function toBytes(address: string): number[] {
  if (isIPv4(address)) return address.split(".").map(Number);
  const [head = "", tail] = address.split("::");
  const groups = (text: string) =>
    text
      .split(":")
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const before = groups(head);
  const after = groups(tail ?? "");
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

function toText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  );
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

type Element = { tag: number; value: Uint8Array };

/** One DER element; lengths to 65,535 bytes, far beyond any list of names here. */
function element(tag: number, value: Uint8Array): Uint8Array {
  const size = value.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}

/** The DER elements side by side in these bytes, or those inside the one outer element of `within`. */
function elements(bytes: Uint8Array, within?: number): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const start = at + (first < 128 ? 2 : first - 126);
    const longLength = bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    const length = first < 128 ? first : longLength;
    if (start + length > bytes.length) throw new Error("Name constraints end too early.");
    found.push({ tag, value: bytes.subarray(start, start + length) });
    at = start + length;
  }
  if (within === undefined) return found;
  const [outer] = found;
  if (outer?.tag !== within || found.length !== 1)
    throw new Error("Name constraints are malformed.");
  return elements(outer.value);
}
