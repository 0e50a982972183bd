import { colouring } from "../colours.ts";
import type { Command, Io } from "../command.ts";
import { readCredentials } from "../credentials.ts";
import type { Question } from "../doctor/answer.ts";
import type { Check, Level } from "../doctor/check.ts";
import { diagnose } from "../doctor/diagnose.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { parseSeconds } from "../input/seconds.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  user: { value: "NAME", help: "user name, when the receiver asks for one" },
  password: {
    value: "WORD",
    help: "its password; better - (from stdin) or the variable SCANHOOK_PASSWORD, since other people on this computer can see arguments",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  origin: {
    value: "ORIGIN",
    help: "where the page lives that will send, to see whether the receiver lets it (default: https://scanner.example)",
  },
  "no-send": { help: "look only, send no scan; then log-in and acceptance stay unchecked" },
  timeout: { value: "SECONDS", help: "how long to wait for each answer (default: 15)" },
  json: { help: "print everything as one line of JSON" },
} as const;

export const doctor: Command = {
  name: "doctor",
  summary: summaries.doctor,
  usage: printUsage({
    lines: ["scanhook doctor URL [options]"],
    about: `Follows a scan's way to a receiver, yours or anybody's: address, name, connection, certificate, log-in, answer,
clock, and whether web pages may send there. One scan with the content "Scanhook doctor" is really sent.`,
    options,
    after:
      "Exit code: 0 nothing stops scans (there may be warnings), 1 something does, 2 wrong use.",
    examples: [
      "scanhook doctor https://192.168.1.5:8443/in/scans --ca data/ca.pem --user phone --password -",
      "scanhook doctor https://n8n.example.org/webhook/scans --no-send",
    ],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["URL"]);
    if (!read.ok) return wrongUse(io, read.reason, doctor.usage);
    const question = await toQuestion(read.words[0] ?? "", read.values, io);
    if ("reason" in question) return wrongUse(io, question.reason, doctor.usage);
    const report = read.values.json
      ? { check() {}, end: toJson(io, question) }
      : printing(io, question);
    const checks: Check[] = [];
    const examination = diagnose(question);
    for (;;) {
      const { value, done } = await examination.next();
      if (done) {
        report.end(checks, value.accepted);
        return checks.some(({ level }) => level === "problem") ? 1 : 0;
      }
      checks.push(value);
      report.check(value);
    }
  },
};

type Examination = Question & { send: boolean };

async function toQuestion(
  text: string,
  values: Values<typeof options>,
  io: Io,
): Promise<Examination | { reason: string }> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const whole = URL.parse(`https://${text}`);
    const hint = whole?.hostname.includes(".") && !text.includes("://") ? whole.href : undefined;
    return {
      reason: `"${text}" is not a web address${hint ? `; did you mean ${hint}?` : "; it starts with https://."}`,
    };
  }
  if (url.username || url.password) {
    return {
      reason:
        "Leave user name and password out of the address; --user and --password are for them.",
    };
  }
  const timeout = parseSeconds(values.timeout, 15);
  if (!timeout.ok) return { reason: `--timeout: ${timeout.reason}` };
  const page = URL.parse(values.origin ?? "https://scanner.example");
  if (!page || !/^https?:$/.test(page.protocol) || page.pathname !== "/") {
    return {
      reason: `--origin is an address without a path such as https://hub.example.org, not "${values.origin}".`,
    };
  }
  const untrusted = url.protocol === "https:" && trustCertificates(values.ca);
  if (untrusted) return { reason: untrusted };
  const credentials = await readCredentials(values, io);
  if (!credentials.ok) return credentials;
  const { user, password } = credentials;
  return {
    url,
    user,
    password,
    origin: page.origin,
    timeoutMs: timeout.ms,
    send: !values["no-send"],
  };
}

function printing(io: Io, { url, send }: Examination) {
  const colour = colouring(io.stdout, io.env);
  const marks: Record<Level, string> = {
    ok: colour("green", "ok     "),
    warning: colour("yellow", "warning"),
    problem: colour("red", "problem"),
  };
  io.stdout.write(`Scanhook doctor looks at ${url.href}\n\n`);
  return {
    check({ level, group, text, advice }: Check): void {
      io.stdout.write(`${marks[level]}  ${group.padEnd(11)}  ${toPlain(text)}\n`);
      if (advice) io.stdout.write(`${" ".repeat(22)}→ ${toPlain(advice)}\n`);
    },
    end(checks: Check[], accepted: boolean): void {
      io.stdout.write(`\n${verdict(checks, accepted, send)}\n`);
    },
  };
}

function verdict(checks: Check[], accepted: boolean, send: boolean): string {
  const count = (level: Level) => checks.filter((check) => check.level === level).length;
  const problems = count("problem");
  const warnings = count("warning");
  if (problems > 0)
    return problems === 1 ? "One problem stops scans." : `${problems} problems stop scans.`;
  const but =
    warnings === 0 ? "" : warnings === 1 ? ", with one warning" : `, with ${warnings} warnings`;
  if (accepted) return `Scans arrive here${but}.`;
  return send
    ? `Nothing found that stops scans, but none was accepted yet${but}.`
    : `Nothing found that stops scans${but}; none was sent (--no-send), so log-in and acceptance are unchecked.`;
}

function toJson(io: Io, { url }: Examination) {
  return (checks: Check[], accepted: boolean): void => {
    const worst = (["problem", "warning"] as const).find((level) =>
      checks.some((check) => check.level === level),
    );
    const report = { url: url.href, verdict: worst ?? "ok", accepted, checks };
    io.stdout.write(`${JSON.stringify(report)}\n`);
  };
}

/** A receiver's text must not draw over the terminal. */
function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}
