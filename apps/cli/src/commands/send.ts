import {
  codeScan,
  compatibilityIdentifier,
  mayHaveStored,
  nfcScan,
  type Outcome,
  parseReceiverUrl,
  type Receiver,
  type Scan,
  sendAnswers,
  send as sendScan,
  sourceOf,
} from "@scanhook/webhook";
import { nodeFetch } from "@scanhook/webhook/node-fetch";
import { type Answering, answerVerdict } from "../asking/answer-verdict.ts";
import { answerOption, describeUnanswered, readAnswerOptions } from "../asking/answers.ts";
import type { Command } from "../command.ts";
import { adviseOnCa } from "../hub-access/ca-advice.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { readCredentials } from "../input/credentials.ts";
import { parseSeconds } from "../input/seconds.ts";
import { readStdin } from "../input/stdin.ts";
import { isTimestamp } from "../input/timestamp.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";

const options = {
  to: { value: "URL", help: "the receiver URL: https, or http on this computer" },
  content: { value: "TEXT", help: "the content of the code or tag; - reads it from stdin" },
  source: { value: "code|nfc", help: "whether a code (default) or an NFC tag was scanned" },
  identifier: {
    value: "ID",
    help: "a UUID for a code (default: a new one), or the UID of a tag such as 04:A2:B3:C4 (default: unknown)",
  },
  date: {
    value: "TIME",
    help: "the time of the scan, such as 2026-05-12T14:23:01Z (default: now)",
  },
  user: { value: "NAME", help: "user name, when the receiver asks for one" },
  password: {
    value: "WORD",
    help: "its password; better - (from stdin) or the variable SCANHOOK_PASSWORD, since other people on this computer can see arguments",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  timeout: { value: "SECONDS", help: "how long to wait for each response (default: 15)" },
  ...answerOption,
  json: {
    help: "print the outcome and the scan as one line of JSON, and the verdict on answers as another",
  },
} as const;

export const send: Command = {
  name: "send",
  summary: summaries.send,
  usage: createUsage("send", {
    lines: ["scanhook send --to URL --content TEXT [options]"],
    about: `Sends one scan to a receiver exactly as the app does: one POST, and the password only when the receiver asks for it with
a Basic challenge. Nothing is sent again automatically. If the receiver asks questions, --answer answers them, or the command
asks them in a terminal.`,
    options,
    after: `Exit code: 0 accepted, 1 refused or unreachable, 2 wrong use. If a register of the hub decides about the scan: 0 yes,
3 no, 4 look (a person has to read it), 5 ask (questions are open).`,
    examples: [
      "scanhook send --to http://localhost:8080/in/scans --user phone --password - --content 4006381333931",
      "scanhook send --to https://example.org/hook --source nfc --identifier 04:A2:B3:C4 --content https://example.org/7",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, send.usage);
    const request = await readRequest(input.values, io);
    if ("reason" in request) return wrongUse(io, request.reason, send.usage);
    const given = readAnswerOptions(input.values.answer);
    if (!given.ok) return wrongUse(io, given.reason, send.usage);
    const { scan, receiver, timeoutMs } = request;
    const startedAt = performance.now();
    const outcome = await sendScan(scan, receiver, {
      timeoutMs,
      fetch: nodeFetch,
      signal: io.signal,
    });
    const durationMs = Math.round(performance.now() - startedAt);
    const isAccepted = outcome.kind === "accepted";
    if (input.values.json) {
      io.stdout.write(`${JSON.stringify({ ...outcome, ms: durationMs, scan })}\n`);
    } else {
      const output = isAccepted ? io.stdout : io.stderr;
      output.write(`${formatOutcome(outcome, durationMs)}${adviseOnLogin(outcome, receiver)}\n`);
    }
    if (outcome.kind !== "accepted") return 1;
    const { verdict } = outcome;
    if (!verdict) return 0;
    const sendTyped: Answering["send"] = async (movement, answers) => {
      const answered = await sendAnswers(movement, answers, receiver, {
        timeoutMs,
        fetch: nodeFetch,
      });
      return answered.kind === "verdict"
        ? { ok: true, verdict: answered.verdict }
        : { ok: false, reason: printable(describeUnanswered(answered)) };
    };
    const answering = { given: given.value, send: sendTyped, json: input.values.json };
    return answerVerdict(verdict, answering, io);
  },
};

type SendRequest = { scan: Scan; receiver: Receiver; timeoutMs: number };

async function readRequest(
  values: Values<typeof options>,
  io: Io,
): Promise<SendRequest | { reason: string }> {
  if (values.to === undefined) return { reason: "--to URL is missing; give the receiver URL." };
  const receiver = parseReceiverUrl(values.to);
  if (!receiver.ok) return { reason: `--to: ${receiver.reason}` };
  if (values.content === undefined)
    return { reason: "--content TEXT is missing; give the content of the scan." };
  if (values.content === "-" && values.password === "-") {
    return { reason: "Only one of --content and --password can come from stdin." };
  }
  const timeout = parseSeconds(values.timeout, 15);
  if (!timeout.ok) return { reason: `--timeout: ${timeout.reason}` };
  const problem = findScanProblem(values);
  if (problem) return { reason: problem };
  const caProblem = receiver.url.protocol === "https:" && trustCertificates(values.ca);
  if (caProblem) return { reason: caProblem };
  const credentials = await readCredentials(values, io);
  if (!credentials.ok) return credentials;
  const content = values.content === "-" ? await readStdin(io) : values.content;
  if (content === undefined) return { reason: "--content -: stdin is not UTF-8 text." };
  const { user, password } = credentials.value;
  return {
    scan: toScan(values, content),
    receiver: { url: values.to, user, password },
    timeoutMs: timeout.value,
  };
}

function findScanProblem(values: Values<typeof options>): string | undefined {
  const { source = "code", identifier, date } = values;
  if (source !== "code" && source !== "nfc") return `--source is code or nfc, not "${source}".`;
  if (identifier !== undefined && sourceOf(identifier) !== source) {
    return source === "code"
      ? `--identifier of a code is a UUID such as 4f3c0b1e-8a57-4c1d-9b52-0a6f7d2e9c11, not "${identifier}".`
      : `--identifier of a tag is its UID such as 04:A2:B3:C4:D5:E6:80, or ${compatibilityIdentifier}, not "${identifier}".`;
  }
  if (date !== undefined && !isTimestamp(date)) {
    return `--date is a time with its zone such as 2026-05-12T14:23:01Z or 2026-05-12T16:23:01+02:00, not "${date}".`;
  }
}

function toScan(values: Values<typeof options>, content: string): Scan {
  const { source, identifier } = values;
  const scan = source === "nfc" ? nfcScan({ uid: identifier, content }) : codeScan({ content });
  // Sends the UUID and the date unchanged, because the command may be used to test how the receiver
  // handles them.
  if (source !== "nfc" && identifier !== undefined) scan.identifier = identifier;
  if (values.date !== undefined) scan.date = values.date;
  return scan;
}

function formatOutcome(outcome: Outcome, durationMs: number): string {
  if (outcome.kind === "off" || outcome.kind === "not-configured") return "Not sent.";
  if (outcome.kind === "unreachable")
    return `Not sent, unreachable (${outcome.cause}): ${outcome.reason}${adviseOnCa(outcome.cause)}`;
  const { status } = outcome;
  const reply = outcome.reply ? ` It says: ${toOneLine(outcome.reply.text)}` : "";
  if (outcome.kind === "accepted" && outcome.verdict)
    return `${toOneLine(outcome.reply?.text ?? outcome.verdict.text)} (${durationMs} ms)`;
  if (outcome.kind === "accepted") return `Accepted with ${status} in ${durationMs} ms.${reply}`;
  const advice = status === 404 && reply === "" ? doctorAdvice : "";
  const title = mayHaveStored(status) ? "Not confirmed" : "Refused";
  return `${title} with ${status}: ${outcome.reason}${reply}${advice}`;
}

function adviseOnLogin(outcome: Outcome, { user }: Receiver): string {
  const isLoginMissing = outcome.kind === "refused" && outcome.status === 401 && user === undefined;
  return isLoginMissing ? " On this command line: --user and --password." : "";
}

/** Advice for a 404 without a reason, which the doctor may find. */
const doctorAdvice = ' "scanhook doctor" with the same receiver URL tells more.';

/**
 * Removes control characters and line breaks, so that a receiver's text cannot change the terminal.
 */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
}
