import { isIP } from "node:net";
import { isLoopback } from "@scanhook/webhook";
import { type Check, ok, problem, type Target, warning } from "./check.ts";

/** What the address alone tells. */
export function checkAddress({ url, host, port }: Target): Check[] {
  const checks: Check[] = [];
  const loopback = isLoopback(host);
  if (url.protocol === "http:" && !loopback) {
    checks.push(
      problem(
        "address",
        "The address starts with http://. The app sends only to https://.",
        "Use the receiver's https:// address; a Scanhook hub has one on port 8443 unless it was told otherwise.",
      ),
    );
  }
  if (loopback) {
    checks.push(
      warning(
        "address",
        `${host} is this computer itself: on a phone the same address means the phone.`,
        "Fine for trying out here. Give phones the address this computer has in the network.",
      ),
    );
  } else if (!host.includes(".") && !isIP(host)) {
    checks.push(
      warning(
        "address",
        `"${host}" is a name without a dot: not every network and phone finds it.`,
        "Give phones the full name or the IP address.",
      ),
    );
  }
  if (url.hash) {
    checks.push(
      warning(
        "address",
        `What follows # (${url.hash}) is never sent to a receiver.`,
        "Leave it out, or put it before the #.",
      ),
    );
  }
  if (checks.length === 0) checks.push(ok("address", `https, host ${host}, port ${port}`));
  return checks;
}
