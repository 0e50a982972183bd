import { serializeWifi } from "@scanhook/content";
import { wifiRecord } from "@scanhook/tags";
import {
  type ContentResult,
  type FieldChecks,
  type FieldProblem,
  type FormResult,
  toContentResult,
  toFormResult,
} from "./form-result.ts";

export const wifiSecurities = ["wpa", "wep", "open"] as const;

export type WifiValues = {
  ssid: string;
  security: (typeof wifiSecurities)[number];
  password: string;
};

export const emptyWifi: WifiValues = { ssid: "", security: "wpa", password: "" };

/** Returns the credentials of a network (Wi-Fi Simple Configuration). */
export function toWifiRecords(values: WifiValues): FormResult<keyof WifiValues> {
  const { ssid, security, password } = values;
  return toFormResult(checkWifi(values), () => [
    wifiRecord(security === "open" ? { ssid, security } : { ssid, security, password }),
  ]);
}

/** The names of the protections in the content of a code. */
const codeSecurities = { wpa: "WPA", wep: "WEP", open: "nopass" } as const;

/** Returns the network as the content of a code, `WIFI:T:WPA;S:name;P:password;;`. */
export function toWifiContent(values: WifiValues): ContentResult<keyof WifiValues> {
  const { ssid: name, security, password } = values;
  return toContentResult(checkWifi(values), () =>
    serializeWifi({ name, security: codeSecurities[security], password, hidden: false }),
  );
}

function checkWifi({ ssid, security, password }: WifiValues): FieldChecks<keyof WifiValues> {
  return {
    ssid: findSsidProblem(ssid),
    security: undefined,
    password: findPasswordProblem(security, password),
  };
}

/** Checks that an SSID has 1 to 32 bytes (IEEE 802.11). */
function findSsidProblem(ssid: string): FieldProblem | undefined {
  if (ssid === "") return "no-network";
  return new TextEncoder().encode(ssid).length > 32 ? "long-network" : undefined;
}

/**
 * Checks a password. For WPA it has 8 to 63 ASCII characters, or 64 hexadecimal digits that are the
 * key itself; for WEP it has 5 or 13 characters, or 10 or 26 hexadecimal digits.
 */
function findPasswordProblem(
  security: WifiValues["security"],
  password: string,
): FieldProblem | undefined {
  if (security === "open") return undefined;
  if (password === "") return "no-password";
  if (security === "wep") {
    return /^(?:[\x20-\x7e]{5}|[\x20-\x7e]{13}|[\da-f]{10}|[\da-f]{26})$/i.test(password)
      ? undefined
      : "wep-password";
  }
  return /^(?:[\x20-\x7e]{8,63}|[\da-f]{64})$/i.test(password) ? undefined : "wpa-password";
}
