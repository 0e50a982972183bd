const kept = new Map<string, string>();

/** Starts a worker from its address, or from the copy that was loaded ahead. */
export function startWorker(address: string): Worker {
  return new Worker(kept.get(address) ?? address, { type: "module" });
}

/** Keeps the script of a worker for as long as the page is open. */
export function keepWorker(address: string, script: Blob): void {
  kept.set(address, URL.createObjectURL(script));
}
