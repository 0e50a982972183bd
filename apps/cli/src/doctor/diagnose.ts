import { parseReceiverUrl } from "@scanhook/webhook";
import { checkAddress } from "./address.ts";
import { checkResponse, type DoctorOptions } from "./answer.ts";
import { checkCertificate } from "./certificate.ts";
import { type CheckResult, toTarget } from "./check.ts";
import { checkConnection } from "./connection.ts";
import { checkPage, sendPreflight } from "./cors.ts";
import { checkHub } from "./hub.ts";
import { checkName } from "./name.ts";
import { checkTime } from "./time.ts";

/**
 * Checks every step that a scan takes to a receiver and yields the results in order. Stops at the
 * first step that a scan could not pass. Returns whether a scan was accepted.
 */
export async function* diagnose(
  options: DoctorOptions & { send: boolean },
): AsyncGenerator<CheckResult, { accepted: boolean }> {
  const { url, origin, timeoutMs } = options;
  const target = toTarget(url);
  // Looking up a name and connecting either succeed quickly or not at all.
  const connectTimeoutMs = Math.min(timeoutMs, 5000);
  yield* checkAddress(target);

  const { checks: names, addresses } = await checkName(target, connectTimeoutMs);
  yield* names;
  if (addresses.length === 0) return { accepted: false };

  const { checks: connections, reached } = await checkConnection(
    target,
    addresses,
    connectTimeoutMs,
  );
  yield* connections;
  if (!reached[0]) return { accepted: false };

  // checkAddress has already reported this problem. The app would not send in the clear, and
  // neither does the doctor.
  if (!parseReceiverUrl(url.href).ok) return { accepted: false };
  if (url.protocol === "https:") {
    const certificates = await checkCertificate(target, reached[0], connectTimeoutMs);
    yield* certificates;
    if (certificates.some(({ level }) => level === "problem")) return { accepted: false };
  }

  yield* await checkHub(url, timeoutMs);
  const preflight = await sendPreflight(url, origin, timeoutMs);
  const responseCheck = options.send ? await checkResponse(options) : undefined;
  if (responseCheck) yield* responseCheck.checks;
  const exchanges = responseCheck?.exchanges ?? (preflight ? [preflight] : []);
  if (exchanges.length > 0) yield* checkTime(exchanges);
  yield* checkPage(url, origin, preflight, responseCheck?.exchanges ?? []);
  return { accepted: responseCheck?.outcome.kind === "accepted" };
}
