import type { LogInProblem, Outcome, ReceiverUrlProblem } from "@scanhook/webhook";
import { sendingTexts } from "../texts/sending.ts";

/** Returns an outcome whose reason is in the language of this page. */
export function localizeFailure(outcome: Outcome): Outcome {
  if (outcome.kind === "unreachable")
    return { ...outcome, reason: sendingTexts.causes[outcome.cause] };
  return outcome.kind === "refused" ? { ...outcome, reason: describeRefusal(outcome) } : outcome;
}

type Refusal = {
  status: number;
  location?: string | undefined;
  logIn?: LogInProblem | undefined;
};

/** Returns why a receiver refused a scan, in the language of this page. */
export function describeRefusal({ status, location, logIn }: Refusal): string {
  if (logIn) return describeLogIn(logIn);
  if (status >= 400) return sendingTexts.status({ status: `${status}` });
  // Browsers hide the status and the address of a redirect from pages.
  return location ? sendingTexts.redirectTo({ location }) : sendingTexts.redirect;
}

function describeLogIn(logIn: LogInProblem): string {
  const texts = sendingTexts.logIn;
  return logIn.problem === "other-scheme" ? texts["other-scheme"](logIn) : texts[logIn.problem];
}

/** Returns why a receiver URL cannot be used, in the language of this page. */
export function describeUrlProblem(found: ReceiverUrlProblem): string {
  const texts = sendingTexts.url;
  if (found.problem === "not-a-url") return texts["not-a-url"](found);
  return found.problem === "scheme" ? texts.scheme(found) : texts[found.problem];
}
