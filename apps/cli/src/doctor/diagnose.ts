import { parseReceiverUrl } from "@scanhook/webhook";
import { checkAddress } from "./address.ts";
import { checkAnswer, type Question } from "./answer.ts";
import { checkCertificate } from "./certificate.ts";
import { type Check, toTarget } from "./check.ts";
import { checkConnection } from "./connection.ts";
import { checkHub } from "./hub.ts";
import { checkName } from "./names.ts";
import { askPreflight, checkPage } from "./page.ts";
import { checkTime } from "./time.ts";

/**
 * Follows a scan's way to a receiver and yields what it finds at each step, in order. Ends where a scan would end:
 * what lies behind a closed door is not guessed. Says through `sent` whether a scan was accepted.
 */
export async function* diagnose(
  question: Question & { send: boolean },
): AsyncGenerator<Check, { accepted: boolean }> {
  const { url, origin, timeoutMs } = question;
  const target = toTarget(url);
  // Looking up and connecting are quick or hopeless.
  const patience = Math.min(timeoutMs, 5000);
  yield* checkAddress(target);

  const { checks: names, addresses } = await checkName(target, patience);
  yield* names;
  if (addresses.length === 0) return { accepted: false };

  const { checks: connections, reached } = await checkConnection(target, addresses, patience);
  yield* connections;
  if (!reached[0]) return { accepted: false };

  // The address was a problem already: the app would send nothing in the clear, and neither do we.
  if (!parseReceiverUrl(url.href).ok) return { accepted: false };
  if (url.protocol === "https:") {
    const certificates = await checkCertificate(target, reached[0], patience);
    yield* certificates;
    if (certificates.some(({ level }) => level === "problem")) return { accepted: false };
  }

  yield* await checkHub(url, timeoutMs);
  const preflight = await askPreflight(url, origin, timeoutMs);
  const answer = question.send ? await checkAnswer(question) : undefined;
  if (answer) yield* answer.checks;
  const exchanges = answer?.exchanges ?? (preflight ? [preflight] : []);
  if (exchanges.length > 0) yield* checkTime(exchanges);
  yield* checkPage(url, origin, preflight, answer?.exchanges ?? []);
  return { accepted: answer?.outcome.kind === "accepted" };
}
