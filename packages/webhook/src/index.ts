export {
  type Answer,
  type Answers,
  type Ask,
  consentAnswers,
  maxHintLength,
  passFailAnswers,
  type Question,
  readAsk,
} from "./ask.ts";
export {
  formatBasic,
  formatBasicChallenge,
  parseBasic,
  parseChallenges,
} from "./basic-authentication.ts";
export {
  type AnswerProblem,
  checkAnswer,
  checkAnswers,
  countsAsFailed,
  toAnswers,
} from "./check-answers.ts";
export { decodeText } from "./decode-text.ts";
export { compatibilityIdentifier, sourceOf, toIdentifier } from "./identifier.ts";
export { mayHaveStored } from "./may-have-stored.ts";
export { needsAnswers } from "./needs-answers.ts";
export { nfcScan } from "./nfc-scan.ts";
export type { LogInProblem, Outcome, Reply, UnreachableCause } from "./outcome.ts";
export { parseScan } from "./parse-scan.ts";
export { createReceiver, receiverHeaders } from "./receive.ts";
export { isLoopback, parseReceiverUrl, type ReceiverUrlProblem } from "./receiver-url.ts";
export { type RequestOptions, type ResponseBelow, requestBelow } from "./request-below.ts";
export type { Scan, Source } from "./scan.ts";
export { codeScan, createUuid } from "./scan.ts";
export { scanJsonSchema } from "./scan-schema.ts";
export type { Receiver, SendOptions, SendStep } from "./send.ts";
export { send } from "./send.ts";
export { type AnswersOutcome, finalRefusals, sendAnswers } from "./send-answers.ts";
export { serializeScan } from "./serialize-scan.ts";
export {
  type Booking,
  type Hand,
  type Loan,
  parseVerdict,
  type Verdict,
  verdictType,
} from "./verdict.ts";
