export type CheckLevel = "ok" | "warning" | "problem";
export type CheckGroup =
  | "receiver URL"
  | "name"
  | "connection"
  | "certificate"
  | "log-in"
  | "answer"
  | "time"
  | "web page";

/** The result of one check. A check that warned or failed has advice on what to do. */
export type CheckResult = { group: CheckGroup; level: CheckLevel; text: string; advice?: string };

/** The receiver that is checked. `host` is without the brackets of an IPv6 address. */
export type Target = { url: URL; host: string; port: number };

export function toTarget(url: URL): Target {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { url, host, port: Number(url.port) || (url.protocol === "https:" ? 443 : 80) };
}

export function passed(group: CheckGroup, text: string): CheckResult {
  return { group, level: "ok", text };
}

export function warned(group: CheckGroup, text: string, advice: string): CheckResult {
  return { group, level: "warning", text, advice };
}

export function failed(group: CheckGroup, text: string, advice: string): CheckResult {
  return { group, level: "problem", text, advice };
}
