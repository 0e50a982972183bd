import { parseFields } from "./fields.ts";

/** A wireless network to join. */
export type Wifi = {
  kind: "wifi";
  name: string;
  /** As written: `WPA`, `WEP`, `SAE` …; `nopass` for an open network. */
  security: string;
  password?: string;
  hidden: boolean;
  /** WPA Enterprise: the user's identity. */
  identity?: string;
};

/** Reads `WIFI:T:WPA;S:name;P:password;;` as ZXing wrote it down and phones show it. */
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

/** Quotes stand only round text that could be taken for hexadecimal digits; others belong to the name. */
function unquote(value: string | undefined): string | undefined {
  return /^"([0-9A-Fa-f]+)"$/.exec(value ?? "")?.[1] ?? value;
}
