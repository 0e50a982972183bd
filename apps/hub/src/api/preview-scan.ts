import type { OutgoingScan } from "../destinations/kind.ts";
import { compileFilter } from "../shaping/filter.ts";
import type { RouteFilter } from "../store/forwarding.ts";
import type { Store } from "../store/store.ts";

/** The scan a preview is made of, and how the filter does on the last ones. */
export type PreviewScan = {
  scan: OutgoingScan;
  /** Made up, because nothing was scanned yet. */
  example: boolean;
  passes: boolean;
  recent: { scans: number; pass: number };
};

const recentScans = 100;

/**
 * The scan with this number; else the last one of the inbox that passes the filter, else its last one, else an example.
 * `filter` was checked before. Undefined: there is no scan with this number.
 */
export async function findPreviewScan(
  store: Store,
  wanted: { scan?: number; inbox?: string; filter: RouteFilter },
  now: Date = new Date(),
): Promise<PreviewScan | undefined> {
  const { inbox, filter } = wanted;
  const compiled = compileFilter(filter);
  const passes = (scan: OutgoingScan | Omit<OutgoingScan, "body">) =>
    compiled.ok && (inbox === undefined || scan.inbox === inbox) && compiled.passes(scan);
  const last = await store.listScans(inbox === undefined ? {} : { inbox }, { limit: recentScans });
  const recent = { scans: last.length, pass: last.filter(passes).length };
  const id = wanted.scan ?? (last.find(passes) ?? last[0])?.id;
  const found = id === undefined ? undefined : await store.scan(id);
  if (found) return { scan: found, example: false, passes: passes(found), recent };
  if (wanted.scan !== undefined) return undefined;
  const examples = makeExamples(inbox ?? "scans", now);
  const scan = examples.find(passes) ?? examples[0];
  return { scan, example: true, passes: passes(scan), recent };
}

/** A tag and a code as a phone sends them. */
function makeExamples(inbox: string, now: Date): [OutgoingScan, OutgoingScan] {
  const receivedAt = now.toISOString();
  const common = { inbox, user: "scanner", receivedAt, repeats: 0 };
  const date = `${receivedAt.slice(0, 19)}Z`;
  const tag = { identifier: "04:A2:7F:1B:5E:80:00", date, content: "https://example.org/door/7" };
  const code = {
    identifier: "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
    date,
    content: "4006381333931",
  };
  return [
    {
      ...common,
      ...tag,
      id: 1,
      source: "nfc",
      tag: tag.identifier,
      tagName: "Front door",
      body: JSON.stringify(tag),
    },
    { ...common, ...code, id: 2, source: "code", body: JSON.stringify(code) },
  ];
}
