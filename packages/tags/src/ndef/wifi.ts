import { fromUtf8, toUtf8 } from "./text.ts";

/** The media type of Wi-Fi credentials (Wi-Fi Simple Configuration 2.0, section 10). */
export const wifiMediaType = "application/vnd.wfa.wsc";

export type Wifi = {
  ssid: string;
  password?: string;
  security: "open" | "wpa" | "wep" | "enterprise" | "unknown";
};

/** Attributes of Wi-Fi Simple Configuration 2.0, table 28. */
const attribute = {
  authenticationType: 0x1003,
  credential: 0x100e,
  encryptionType: 0x100f,
  macAddress: 0x1020,
  networkIndex: 0x1026,
  networkKey: 0x1027,
  ssid: 0x1045,
};

const known: ReadonlySet<number> = new Set(Object.values(attribute));
const nothing = new Uint8Array(0);

/**
 * The first network of a Wi-Fi record, or a sentence. Attributes may come in any order; a payload that leaves out the
 * credential around them, as some apps write it, is read too.
 */
export function readWifi(payload: Uint8Array): Wifi | string {
  const outer = readAttributes(payload);
  const inner = outer.get(attribute.credential);
  const found = inner ? readAttributes(inner) : outer;
  const ssid = found.get(attribute.ssid);
  if (!ssid) return "This Wi-Fi record does not name a network.";
  const key = found.get(attribute.networkKey);
  return {
    ssid: fromUtf8(ssid),
    ...(key && key.length > 0 ? { password: fromUtf8(key) } : {}),
    security: securityOf(
      readNumber(found.get(attribute.authenticationType) ?? nothing, 0),
      readNumber(found.get(attribute.encryptionType) ?? nothing, 0),
    ),
  };
}

/** The payload for one network. The credential comes first and alone, which is all that Android looks at. */
export function printWifi(wifi: {
  ssid: string;
  password?: string;
  security: "open" | "wpa" | "wep";
}): Uint8Array {
  const { authentication, encryption } = written[wifi.security];
  return printAttribute(attribute.credential, [
    ...printAttribute(attribute.networkIndex, [1]),
    ...printAttribute(attribute.ssid, toUtf8(wifi.ssid)),
    ...printAttribute(attribute.authenticationType, [0, authentication]),
    ...printAttribute(attribute.encryptionType, [0, encryption]),
    ...(wifi.password ? printAttribute(attribute.networkKey, toUtf8(wifi.password)) : []),
    ...printAttribute(attribute.macAddress, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  ]);
}

/** Authentication types: 1 open, 0x20 WPA2 personal. Encryption types: 1 none, 2 WEP, 8 AES. */
const written = {
  open: { authentication: 0x01, encryption: 0x01 },
  wpa: { authentication: 0x20, encryption: 0x08 },
  wep: { authentication: 0x01, encryption: 0x02 },
};

/** Authentication types are flags: 2 WPA, 0x20 WPA2 and 0x40 WPA3 personal, 8 and 0x10 enterprise, 4 shared key. */
function securityOf(authentication: number, encryption: number): Wifi["security"] {
  if (authentication & 0x62) return "wpa";
  if (authentication & 0x18) return "enterprise";
  if (authentication & 0x04 || encryption === 0x02) return "wep";
  return authentication === 0x01 ? "open" : "unknown";
}

/** Type and length of two bytes each, then the value. The first of a kind counts; one that breaks off ends the list. */
function readAttributes(bytes: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const type = readNumber(bytes, at);
    const end = at + 4 + readNumber(bytes, at + 2);
    if (end > bytes.length) break;
    if (known.has(type) && !found.has(type)) found.set(type, bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

function printAttribute(type: number, value: ArrayLike<number>): Uint8Array {
  const { length } = value;
  return Uint8Array.from([
    type >> 8,
    type & 0xff,
    length >> 8,
    length & 0xff,
    ...Array.from(value),
  ]);
}

function readNumber(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}
