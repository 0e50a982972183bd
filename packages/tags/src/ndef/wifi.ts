import { fromUtf8, toUtf8 } from "./text.ts";

/** The media type of Wi-Fi credentials (Wi-Fi Simple Configuration 2.0, section 10). */
export const wifiMediaType = "application/vnd.wfa.wsc";

export type Wifi = {
  ssid: string;
  password?: string | undefined;
  security: "open" | "wpa" | "wep" | "enterprise" | "unknown";
};

/** Attribute types of Wi-Fi Simple Configuration 2.0, table 28. */
const attributes = {
  authenticationType: 0x1003,
  credential: 0x100e,
  encryptionType: 0x100f,
  macAddress: 0x1020,
  networkIndex: 0x1026,
  networkKey: 0x1027,
  ssid: 0x1045,
};

const knownAttributes: ReadonlySet<number> = new Set(Object.values(attributes));
const noBytes = new Uint8Array(0);

/**
 * Returns the first network of a Wi-Fi record, or a sentence that says why there is none.
 * Attributes may have any order. Also reads the payloads of apps that omit the credential around
 * the attributes.
 */
export function readWifi(payload: Uint8Array): Wifi | string {
  const outerAttributes = readAttributes(payload);
  const credential = outerAttributes.get(attributes.credential);
  const network = credential ? readAttributes(credential) : outerAttributes;
  const ssid = network.get(attributes.ssid);
  if (!ssid) return "This Wi-Fi record does not name a network.";
  const networkKey = network.get(attributes.networkKey);
  return {
    ssid: fromUtf8(ssid),
    password: networkKey && networkKey.length > 0 ? fromUtf8(networkKey) : undefined,
    security: toSecurity(
      readNumber(network.get(attributes.authenticationType) ?? noBytes, 0),
      readNumber(network.get(attributes.encryptionType) ?? noBytes, 0),
    ),
  };
}

/**
 * Encodes the payload for one network. The payload is a single credential, because Android ignores
 * other attributes.
 */
export function encodeWifi(wifi: {
  ssid: string;
  password?: string;
  security: "open" | "wpa" | "wep";
}): Uint8Array {
  const { authentication, encryption } = typesBySecurity[wifi.security];
  return encodeAttribute(attributes.credential, [
    ...encodeAttribute(attributes.networkIndex, [1]),
    ...encodeAttribute(attributes.ssid, toUtf8(wifi.ssid)),
    ...encodeAttribute(attributes.authenticationType, [0, authentication]),
    ...encodeAttribute(attributes.encryptionType, [0, encryption]),
    ...(wifi.password ? encodeAttribute(attributes.networkKey, toUtf8(wifi.password)) : []),
    ...encodeAttribute(attributes.macAddress, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  ]);
}

/** Authentication types: 1 open, 0x20 WPA2 personal. Encryption types: 1 none, 2 WEP, 8 AES. */
const typesBySecurity = {
  open: { authentication: 0x01, encryption: 0x01 },
  wpa: { authentication: 0x20, encryption: 0x08 },
  wep: { authentication: 0x01, encryption: 0x02 },
};

/**
 * Authentication types are flags: 2 WPA, 0x20 WPA2 and 0x40 WPA3 personal, 8 and 0x10 enterprise, 4
 * shared key.
 */
function toSecurity(authentication: number, encryption: number): Wifi["security"] {
  if (authentication & 0x62) return "wpa";
  if (authentication & 0x18) return "enterprise";
  if (authentication & 0x04 || encryption === 0x02) return "wep";
  return authentication === 0x01 ? "open" : "unknown";
}

/**
 * Reads attributes: type and length of two bytes each, then the value. Keeps the first attribute of
 * each type and stops at an incomplete one.
 */
function readAttributes(bytes: Uint8Array): Map<number, Uint8Array> {
  const values = new Map<number, Uint8Array>();
  let offset = 0;
  while (offset + 4 <= bytes.length) {
    const type = readNumber(bytes, offset);
    const end = offset + 4 + readNumber(bytes, offset + 2);
    if (end > bytes.length) break;
    if (knownAttributes.has(type) && !values.has(type)) {
      values.set(type, bytes.subarray(offset + 4, end));
    }
    offset = end;
  }
  return values;
}

function encodeAttribute(type: number, value: ArrayLike<number>): Uint8Array {
  const { length } = value;
  return Uint8Array.from([
    type >> 8,
    type & 0xff,
    length >> 8,
    length & 0xff,
    ...Array.from(value),
  ]);
}

function readNumber(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0);
}
