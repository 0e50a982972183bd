export {
  formatBasic,
  formatBasicChallenge,
  parseBasic,
  parseChallenges,
} from "./basic-authentication.ts";
export { decodeText } from "./decode-text.ts";
export { compatibilityIdentifier, sourceOf, toIdentifier } from "./identifier.ts";
export { mayHaveStored } from "./may-have-stored.ts";
export { nfcScan } from "./nfc-scan.ts";
export type { Outcome, Reply, UnreachableCause } from "./outcome.ts";
export { parseScan } from "./parse-scan.ts";
export { createReceiver, receiverHeaders } from "./receive.ts";
export { isLoopback, parseReceiverUrl } from "./receiver-url.ts";
export type { Scan, Source } from "./scan.ts";
export { codeScan, createUuid } from "./scan.ts";
export { scanJsonSchema } from "./scan-schema.ts";
export type { Receiver, SendOptions, SendStep } from "./send.ts";
export { send } from "./send.ts";
export { serializeScan } from "./serialize-scan.ts";
export { type Booking, type Hand, parseVerdict, type Verdict, verdictType } from "./verdict.ts";
