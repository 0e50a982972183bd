/**
 * Frees the memory of pixels at once. A photo takes 48 MB, and the garbage collector could let
 * several of them pile up.
 */
export function release({ data }: { data: Uint8Array | Uint8ClampedArray }): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  // The pixels are transferred to a closed port.
  port1.postMessage(undefined, [data.buffer as ArrayBuffer]);
  port1.close();
}
