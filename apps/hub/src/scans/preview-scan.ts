import { compileFilter } from "../shaping/filter.ts";
import type { OutgoingScan } from "../shaping/outgoing-scan.ts";
import { includesInbox } from "../store/own-inboxes.ts";
import type { RouteFilter } from "../store/routing.ts";
import type { Store } from "../store/store.ts";

/** The scan of a preview, and how many of the latest scans pass the filter. */
export type PreviewScan = {
  scan: OutgoingScan;
  /** Whether the scan is a made-up example, because the inbox has no scans yet. */
  example: boolean;
  passes: boolean;
  recent: { scans: number; pass: number };
};

const maxRecentScans = 100;
const maxRecentBytes = 8 * 1024 * 1024;

/**
 * Finds the scan with an id. Without an id, returns the last scan of the inbox that passes the
 * filter, else its last scan, else an example. The filter must be valid. Returns undefined if there
 * is no scan with the id.
 */
export async function findPreviewScan(
  store: Store,
  request: { scan?: number | undefined; inbox?: string | undefined; filter: RouteFilter },
  now: Date = new Date(),
): Promise<PreviewScan | undefined> {
  const { inbox, filter } = request;
  const compiled = compileFilter(filter);
  const passesFilter = (scan: OutgoingScan | Omit<OutgoingScan, "body">) =>
    compiled.ok && includesInbox(inbox, scan.inbox) && compiled.passes(scan);
  const stored = await store.listScans(inbox === undefined ? {} : { inbox }, {
    limit: maxRecentScans,
    maxBytes: maxRecentBytes,
  });
  const lastScans = stored.filter((scan) => includesInbox(inbox, scan.inbox));
  const recent = { scans: lastScans.length, pass: lastScans.filter(passesFilter).length };
  const id = request.scan ?? (lastScans.find(passesFilter) ?? lastScans[0])?.id;
  const scan = id === undefined ? undefined : await store.scan(id);
  if (scan) return { scan, example: false, passes: passesFilter(scan), recent };
  if (request.scan !== undefined) return undefined;
  const examples = createExamples(inbox ?? "scans", now);
  const example = examples.find(passesFilter) ?? examples[0];
  return { scan: example, example: true, passes: passesFilter(example), recent };
}

/** Creates an example scan of a tag and one of a code, in the form in which phones send them. */
function createExamples(inbox: string, now: Date): [OutgoingScan, OutgoingScan] {
  const receivedAt = now.toISOString();
  const commonFields = { inbox, user: "scanner", receivedAt, repeats: 0 };
  const date = `${receivedAt.slice(0, 19)}Z`;
  const tag = { identifier: "04:A2:7F:1B:5E:80:00", date, content: "https://example.org/door/7" };
  const code = {
    identifier: "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
    date,
    content: "4006381333931",
  };
  return [
    {
      ...commonFields,
      ...tag,
      id: 1,
      source: "nfc",
      tag: tag.identifier,
      tagName: "Front door",
      body: JSON.stringify(tag),
    },
    { ...commonFields, ...code, id: 2, source: "code", body: JSON.stringify(code) },
  ];
}
