/**
 * Frees the memory of pixels at once. A photo takes 48 MB, and several would wait for the collector
 * of garbage.
 */
export function release({ data }: { data: Uint8Array | Uint8ClampedArray }): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  // The pixels move into a message to nobody.
  port1.postMessage(undefined, [data.buffer as ArrayBuffer]);
  port1.close();
}
