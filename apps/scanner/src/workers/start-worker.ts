const scriptUrls = new Map<string, string>();

/** Starts a worker from its address, or from the script that `keepWorker` was given for it. */
export function startWorker(address: string): Worker {
  return new Worker(scriptUrls.get(address) ?? address, { type: "module" });
}

/** Keeps a script that was loaded ahead, for workers that start while the page is open. */
export function keepWorker(address: string, script: Blob): void {
  scriptUrls.set(address, URL.createObjectURL(script));
}
