import type { HttpMessage } from "../kind.ts";

/** Returns an HTTP request with a JSON body. */
export function jsonRequest(
  url: string,
  body: unknown,
  options: { method?: string; headers?: Record<string, string> } = {},
): HttpMessage {
  return {
    via: "http",
    method: options.method ?? "POST",
    url,
    headers: { "content-type": "application/json", ...options.headers },
    body: JSON.stringify(body),
  };
}

/** Returns a URL below the server's address, which may end with a slash. */
export function joinUrl(server: unknown, path: string): string {
  return `${String(server).replace(/\/+$/, "")}/${path}`;
}
