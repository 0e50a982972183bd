import { parseFields } from "./docomo-fields.ts";

/** A wireless network to join. */
export type Wifi = {
  kind: "wifi";
  name: string;
  /** As in the text: `WPA`, `WEP`, `SAE` …; `nopass` for an open network. */
  security: string;
  password?: string;
  hidden: boolean;
  /** The user name for WPA Enterprise. */
  identity?: string;
};

/** Parses `WIFI:T:WPA;S:name;P:password;;`, the format that ZXing defined and phones use. */
export function parseWifi(text: string): Wifi | undefined {
  const fields = parseFields(text, "WIFI:");
  const name = unquote(fields?.get("S")?.[0]);
  if (!fields || !name) return undefined;
  const password = unquote(fields.get("P")?.[0]);
  const identity = fields.get("I")?.[0];
  const security = fields.get("T")?.[0]?.trim() || (password ? "WPA" : "nopass");
  return {
    kind: "wifi",
    name,
    security,
    hidden: fields.get("H")?.[0]?.toLowerCase() === "true",
    ...(password && security.toLowerCase() !== "nopass" ? { password } : {}),
    ...(identity ? { identity } : {}),
  };
}

/** Removes quotes around text that could be read as hexadecimal digits; any other quotes are part of the value. */
function unquote(value: string | undefined): string | undefined {
  return /^"([0-9A-Fa-f]+)"$/.exec(value ?? "")?.[1] ?? value;
}
