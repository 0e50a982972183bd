import { isIP } from "node:net";
import { isLoopback } from "@scanhook/webhook";
import { type CheckResult, failed, passed, type Target, warned } from "./check.ts";

/** Checks the receiver URL itself, without any network access. */
export function checkAddress({ url, host, port }: Target): CheckResult[] {
  const checks: CheckResult[] = [];
  const loopback = isLoopback(host);
  if (url.protocol === "http:" && !loopback) {
    checks.push(
      failed(
        "receiver URL",
        "The receiver URL starts with http://. The app sends only to https://.",
        "Use a receiver URL with https://; a Scanhook hub has one on port 8443 unless its settings change it.",
      ),
    );
  }
  if (loopback) {
    checks.push(
      warned(
        "receiver URL",
        `${host} always means the device that uses it. On a phone, it means the phone itself.`,
        "This receiver URL is fine for tests on this computer. On phones, enter one with the address that this computer has on the network.",
      ),
    );
  } else if (!host.includes(".") && !isIP(host)) {
    checks.push(
      warned(
        "receiver URL",
        `"${host}" is a name without a dot, which not every network and phone can find.`,
        "On phones, enter the full name or the IP address.",
      ),
    );
  }
  if (url.hash) {
    checks.push(
      warned(
        "receiver URL",
        `The part after # (${url.hash}) is never sent to a receiver.`,
        "Leave that part out, or move it before the #.",
      ),
    );
  }
  if (checks.length === 0)
    checks.push(
      passed("receiver URL", `The receiver URL uses https, host ${host} and port ${port}`),
    );
  return checks;
}
