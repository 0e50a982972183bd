import { wifiRecord } from "@scanhook/tags";
import { type Made, made, type Problem } from "./made.ts";

export const wifiSecurities = ["wpa", "wep", "open"] as const;

export type WifiValues = {
  ssid: string;
  security: (typeof wifiSecurities)[number];
  password: string;
};

export const emptyWifi: WifiValues = { ssid: "", security: "wpa", password: "" };

/** A network to join (Wi-Fi Simple Configuration). A name has up to 32 bytes (IEEE 802.11). */
export function wifiRecords({ ssid, security, password }: WifiValues): Made<keyof WifiValues> {
  return made(
    { ssid: nameProblem(ssid), security: undefined, password: passwordProblem(security, password) },
    () => [wifiRecord(security === "open" ? { ssid, security } : { ssid, security, password })],
  );
}

function nameProblem(ssid: string): Problem | undefined {
  if (ssid === "") return "no-network";
  return new TextEncoder().encode(ssid).length > 32 ? "long-network" : undefined;
}

/** WPA: 8 to 63 characters of ASCII, or the key itself in 64 hexadecimal digits. WEP: 5 or 13, or 10 or 26 digits. */
function passwordProblem(security: WifiValues["security"], password: string): Problem | undefined {
  if (security === "open") return undefined;
  if (password === "") return "no-password";
  if (security === "wep") {
    return /^(?:[\x20-\x7e]{5}|[\x20-\x7e]{13}|[\da-f]{10}|[\da-f]{26})$/i.test(password)
      ? undefined
      : "wep-password";
  }
  return /^(?:[\x20-\x7e]{8,63}|[\da-f]{64})$/i.test(password) ? undefined : "wpa-password";
}
