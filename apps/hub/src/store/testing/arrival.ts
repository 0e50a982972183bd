import type { Arrival } from "../store.ts";

/** Returns a scan that arrives now, with its own body. */
export function arrival(content: string): Arrival {
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content };
  return { inbox: "scans", scan, body: JSON.stringify(scan), receivedAt: new Date() };
}
