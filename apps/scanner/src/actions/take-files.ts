import type { Arrival } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";
import { takeArrivals } from "./take-arrivals.ts";

/** What the system opens an installed app with (Launch Handler API). */
type LaunchQueue = {
  setConsumer(take: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
};

/** Takes the pictures that were opened with the app. They come a moment after it was started. */
export function takeFiles(): void {
  showIncoming({ kind: "shared", arrivals: [] });
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    // The consumer stays for every later start, with files or without.
    if (files.length > 0) void read(files).then(takeArrivals);
  });
}

async function read(files: readonly { getFile(): Promise<File> }[]): Promise<Arrival[]> {
  const opened = await Promise.allSettled(files.map((each) => each.getFile()));
  return opened.flatMap((each) => {
    if (each.status === "rejected") return [];
    const file = each.value;
    return [{ id: crypto.randomUUID(), kind: "picture" as const, name: file.name, file }];
  });
}
