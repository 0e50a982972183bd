/** Reads up to `limit` bytes of a body. If the body is longer, cancels the rest and returns `isComplete: false`. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; isComplete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (let result = await reader?.read(); result && !result.done; result = await reader?.read()) {
    chunks.push(result.value);
    size += result.value.length;
    if (size > limit) break;
  }
  const isComplete = size <= limit;
  // An error in the discarded rest does not matter.
  if (!isComplete) reader?.cancel().catch(() => {});
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return { bytes: bytes.subarray(0, limit), isComplete };
}
