import { createUuid } from "@scanhook/webhook";
import { type Arrival, toFileKind } from "./arrivals.ts";
import { showIncoming } from "./incoming.svelte.ts";

/** The files that the system opens an installed app with (Launch Handler API). */
type LaunchQueue = {
  setConsumer(consume: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
};

/** Shows the files that were opened with the app. They arrive shortly after the app starts. */
export function takeFiles(): void {
  showIncoming({ kind: "shared", arrivals: [] });
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    // The consumer is also called for later launches, including those without files.
    if (files.length === 0) return;
    void readFiles(files).then((arrivals) => showIncoming({ kind: "shared", arrivals }));
  });
}

async function readFiles(files: readonly { getFile(): Promise<File> }[]): Promise<Arrival[]> {
  const results = await Promise.allSettled(files.map((handle) => handle.getFile()));
  return results.flatMap((result) => {
    // A file that was moved or deleted in the meantime is left out.
    if (result.status === "rejected") return [];
    const file = result.value;
    const kind = toFileKind(file.type) ?? "picture";
    return [{ id: createUuid(), kind, name: file.name, file }];
  });
}
