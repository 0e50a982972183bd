export type Level = "ok" | "warning" | "problem";
export type Group =
  | "receiver URL"
  | "name"
  | "connection"
  | "certificate"
  | "log-in"
  | "answer"
  | "time"
  | "web page";

/** The result of one check. A warning or problem has advice on what to do about it. */
export type Check = { group: Group; level: Level; text: string; advice?: string };

/** The receiver that is checked. `host` is without the brackets of an IPv6 address. */
export type Target = { url: URL; host: string; port: number };

export function toTarget(url: URL): Target {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { url, host, port: Number(url.port) || (url.protocol === "https:" ? 443 : 80) };
}

export function ok(group: Group, text: string): Check {
  return { group, level: "ok", text };
}

export function warning(group: Group, text: string, advice: string): Check {
  return { group, level: "warning", text, advice };
}

export function problem(group: Group, text: string, advice: string): Check {
  return { group, level: "problem", text, advice };
}
