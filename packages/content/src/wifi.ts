import { parseFields, unescapeField } from "./docomo-fields.ts";

/** A wireless network to join. */
export type Wifi = {
  kind: "wifi";
  name: string;
  /** As in the text: `WPA`, `WEP`, `SAE` …; `nopass` for an open network. */
  security: string;
  password?: string | undefined;
  hidden: boolean;
  /** The user name for WPA Enterprise. */
  identity?: string | undefined;
};

/** Parses `WIFI:T:WPA;S:name;P:password;;`, the format that ZXing defined and phones use. */
export function parseWifi(text: string): Wifi | undefined {
  const fields = parseFields(text, "WIFI:");
  if (!fields) return undefined;
  const textOf = (key: string) => unescapeField(fields.get(key)?.[0] ?? "");
  const name = unquote(textOf("S"));
  if (!name) return undefined;
  const password = unquote(textOf("P"));
  const security = textOf("T").trim() || (password ? "WPA" : "nopass");
  return {
    kind: "wifi",
    name,
    security,
    hidden: textOf("H").toLowerCase() === "true",
    password: (security.toLowerCase() !== "nopass" && password) || undefined,
    identity: textOf("I") || undefined,
  };
}

/**
 * Removes quotes around text that could be read as hexadecimal digits; any other quotes are part of
 * the value.
 */
function unquote(value: string): string {
  return /^"([0-9A-Fa-f]+)"$/.exec(value)?.[1] ?? value;
}

/**
 * Serializes a network in the format that `parseWifi` reads. Names and passwords of hexadecimal
 * digits get no quotes, because Android and iOS would take them for a part of the value.
 */
export function serializeWifi({
  name,
  security,
  password = "",
  hidden,
}: Omit<Wifi, "kind" | "identity">): string {
  const write = (value: string) => value.replace(/[\\;,:"]/g, "\\$&");
  const secret = security === "nopass" ? "" : `P:${write(password)};`;
  return `WIFI:T:${security};S:${write(name)};${secret}${hidden ? "H:true;" : ""};`;
}
