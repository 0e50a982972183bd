import type { Command } from "../command.ts";
import type { DoctorOptions } from "../doctor/answer.ts";
import type { CheckLevel, CheckResult } from "../doctor/check.ts";
import { diagnose } from "../doctor/diagnose.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { readCredentials } from "../input/credentials.ts";
import { parseSeconds } from "../input/seconds.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { createColorizer } from "../terminal/colors.ts";

const options = {
  user: { value: "NAME", help: "user name, when the receiver asks for one" },
  password: {
    value: "WORD",
    help: "its password; better - (from stdin) or the variable SCANHOOK_PASSWORD, since other people on this computer can see arguments",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  origin: {
    value: "ORIGIN",
    help: "the origin of the web page that will send, to check whether the receiver allows it (default: https://scanner.example)",
  },
  "no-send": { help: "check without sending a scan; log-in and acceptance stay unchecked" },
  timeout: { value: "SECONDS", help: "how long to wait for each response (default: 15)" },
  json: { help: "print everything as one line of JSON" },
} as const;

export const doctor: Command = {
  name: "doctor",
  summary: summaries.doctor,
  usage: createUsage("doctor", {
    lines: ["scanhook doctor URL [options]"],
    about: `Checks every step on the way of a scan to a receiver, yours or anybody's: receiver URL, name, connection, certificate, log-in,
response, clock, and whether web pages may send there. Sends one scan with the content "Scanhook doctor".`,
    options,
    after:
      "Exit code: 0 the scan was accepted (with --no-send: nothing was found that stops scans), 1 it was not, 2 wrong use. Warnings do not count.",
    examples: [
      "scanhook doctor https://192.168.1.5:8443/in/scans --ca data/ca.pem --user phone --password -",
      "scanhook doctor https://n8n.example.org/webhook/scans --no-send",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["URL"]);
    if (!input.ok) return wrongUse(io, input.reason, doctor.usage);
    const request = await readRequest(input.positionals[0] ?? "", input.values, io);
    if ("reason" in request) return wrongUse(io, request.reason, doctor.usage);
    const report = input.values.json
      ? createJsonReport(io, request)
      : createTextReport(io, request);
    const checks: CheckResult[] = [];
    const diagnosis = diagnose(request);
    for (;;) {
      const { value, done } = await diagnosis.next();
      if (done) {
        report.end(checks, value.accepted);
        const isStopped = checks.some(({ level }) => level === "problem");
        return isStopped || (request.send && !value.accepted) ? 1 : 0;
      }
      checks.push(value);
      report.check(value);
    }
  },
};

type DiagnosisRequest = DoctorOptions & { send: boolean };

async function readRequest(
  urlText: string,
  values: Values<typeof options>,
  io: Io,
): Promise<DiagnosisRequest | { reason: string }> {
  const url = URL.parse(urlText);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const withScheme = URL.parse(`https://${urlText}`);
    const isHost = withScheme?.hostname.includes(".") && !urlText.includes("://");
    const hint = isHost ? withScheme?.href : undefined;
    return {
      reason: `"${urlText}" is not a receiver URL${hint ? `; did you mean ${hint}?` : "; it starts with https://."}`,
    };
  }
  if (url.username || url.password) {
    return {
      reason:
        "Leave user name and password out of the receiver URL; give them with --user and --password.",
    };
  }
  const timeout = parseSeconds(values.timeout, 15);
  if (!timeout.ok) return { reason: `--timeout: ${timeout.reason}` };
  const pageUrl = URL.parse(values.origin ?? "https://scanner.example");
  if (!pageUrl || !/^https?:$/.test(pageUrl.protocol) || pageUrl.pathname !== "/") {
    return {
      reason: `--origin is an address without a path such as https://hub.example.org, not "${values.origin}".`,
    };
  }
  const caProblem = url.protocol === "https:" && trustCertificates(values.ca);
  if (caProblem) return { reason: caProblem };
  const credentials = await readCredentials(values, io);
  if (!credentials.ok) return credentials;
  const { user, password } = credentials.value;
  return {
    url,
    user,
    password,
    origin: pageUrl.origin,
    timeoutMs: timeout.value,
    send: !values["no-send"],
  };
}

type Report = {
  check(check: CheckResult): void;
  end(checks: CheckResult[], accepted: boolean): void;
};

function createTextReport(io: Io, { url, send }: DiagnosisRequest): Report {
  const colorize = createColorizer(io.stdout, io.env);
  const marks: Record<CheckLevel, string> = {
    ok: colorize("green", "ok     "),
    warning: colorize("yellow", "warning"),
    problem: colorize("red", "problem"),
  };
  io.stdout.write(`Scanhook doctor checks ${url.href}\n\n`);
  return {
    check({ level, group, text, advice }) {
      io.stdout.write(`${marks[level]}  ${group.padEnd(12)}  ${toPlain(text)}\n`);
      if (advice) io.stdout.write(`${" ".repeat(23)}→ ${toPlain(advice)}\n`);
    },
    end(checks, accepted) {
      io.stdout.write(`\n${summarize(checks, accepted, send)}\n`);
    },
  };
}

function summarize(checks: CheckResult[], accepted: boolean, send: boolean): string {
  const countOf = (level: CheckLevel) => checks.filter((check) => check.level === level).length;
  const problems = countOf("problem");
  const warnings = countOf("warning");
  if (problems === 1) return "One problem stops scans.";
  if (problems > 1) return `${problems} problems stop scans.`;
  let exceptions = "";
  if (warnings === 1) exceptions = ", with one warning";
  else if (warnings > 1) exceptions = `, with ${warnings} warnings`;
  if (accepted) return `Scans arrive here${exceptions}.`;
  return send
    ? `No scan was accepted${exceptions}; follow the advice above.`
    : `Nothing found that stops scans${exceptions}; no scan was sent (--no-send), so log-in and acceptance are unchecked.`;
}

function createJsonReport(io: Io, { url }: DiagnosisRequest): Report {
  return {
    check() {},
    end(checks, accepted) {
      const worst = (["problem", "warning"] as const).find((level) =>
        checks.some((check) => check.level === level),
      );
      const report = { url: url.href, verdict: worst ?? "ok", accepted, checks };
      io.stdout.write(`${JSON.stringify(report)}\n`);
    },
  };
}

/** Removes control characters, so that a receiver's text cannot change the terminal. */
function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}
