/**
 * Reads up to `limit` bytes of the body of a request or response. If the body is longer, cancels
 * the rest and returns `isComplete: false`.
 */
export async function readBody(
  message: Request | Response,
  limit: number,
): Promise<{ bytes: Uint8Array; isComplete: boolean }> {
  // Firefox does not implement Request.prototype.body.
  const stream = message.body as ReadableStream<Uint8Array> | null | undefined;
  if (stream === undefined) {
    const bytes = new Uint8Array(await message.arrayBuffer());
    return { bytes: bytes.subarray(0, limit), isComplete: bytes.length <= limit };
  }
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
