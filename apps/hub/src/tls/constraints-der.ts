import ipaddr from "ipaddr.js";
import type { Constraints } from "./constraints.ts";

/** Encodes the value of the X.509 extension NameConstraints, 2.5.29.30 (RFC 5280, 4.2.1.10). */
export function encodeConstraints({ permitted, excluded }: Constraints): Uint8Array {
  const subtrees = (entries: readonly string[]) =>
    Buffer.concat(entries.map((entry) => encodeElement(tags.sequence, encodeBase(entry))));
  return encodeElement(
    tags.sequence,
    Buffer.concat([
      encodeElement(tags.permitted, subtrees(permitted)),
      ...(excluded.length > 0 ? [encodeElement(tags.excluded, subtrees(excluded))] : []),
    ]),
  );
}

/** Decodes the output of `encodeConstraints`. Throws on anything else. */
export function decodeConstraints(der: Uint8Array): Constraints {
  const constraints = { permitted: [] as string[], excluded: [] as string[] };
  for (const content of parseElements(der, tags.sequence)) {
    const list = content.tag === tags.permitted ? constraints.permitted : constraints.excluded;
    for (const subtree of parseElements(content.value)) {
      for (const base of parseElements(subtree.value)) list.push(decodeBase(base));
    }
  }
  return constraints;
}

const tags = { sequence: 0x30, permitted: 0xa0, excluded: 0xa1, dnsName: 0x82, ipAddress: 0x87 };

function encodeBase(entry: string): Uint8Array {
  if (!entry.includes("/")) return encodeElement(tags.dnsName, Buffer.from(entry, "ascii"));
  const [address, prefix] = ipaddr.parseCIDR(entry);
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(entry);
  const mask = family.subnetMaskFromPrefixLength(prefix);
  return encodeElement(
    tags.ipAddress,
    Buffer.from([...network.toByteArray(), ...mask.toByteArray()]),
  );
}

function decodeBase({ tag, value }: Element): string {
  if (tag === tags.dnsName) return Buffer.from(value).toString("ascii");
  if (tag !== tags.ipAddress || (value.length !== 8 && value.length !== 32)) {
    throw new Error(`Name constraints hold an entry with tag ${tag}, which this hub never writes.`);
  }
  const half = value.length / 2;
  const network = ipaddr.fromByteArray([...value.subarray(0, half)]);
  const prefix = ipaddr.fromByteArray([...value.subarray(half)]).prefixLengthFromSubnetMask();
  if (prefix === null) throw new Error("Name constraints hold a range with a malformed mask.");
  return `${network}/${prefix}`;
}

type Element = { tag: number; value: Uint8Array };

/** Encodes a DER element of at most 65,535 bytes. All lists of names are far shorter. */
function encodeElement(tag: number, value: Uint8Array): Uint8Array {
  const size = value.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}

/**
 * Returns the consecutive DER elements in these bytes, or with `within` the elements inside a
 * single outer element that has this tag. Throws on malformed bytes.
 */
function parseElements(bytes: Uint8Array, within?: number): Element[] {
  const parsed: Element[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const [tag = 0, lengthByte = 0] = bytes.subarray(offset, offset + 2);
    const valueStart = offset + (lengthByte < 128 ? 2 : lengthByte - 126);
    const longLength = bytes
      .subarray(offset + 2, valueStart)
      .reduce((sum, byte) => sum * 256 + byte, 0);
    const length = lengthByte < 128 ? lengthByte : longLength;
    if (valueStart + length > bytes.length) throw new Error("Name constraints end too early.");
    parsed.push({ tag, value: bytes.subarray(valueStart, valueStart + length) });
    offset = valueStart + length;
  }
  if (within === undefined) return parsed;
  const [outer] = parsed;
  if (outer?.tag !== within || parsed.length !== 1)
    throw new Error("Name constraints are malformed.");
  return parseElements(outer.value);
}
