/** Reads a body up to `limit` bytes; `complete` is false when there was more, which is then given up. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value);
    size += read.value.length;
    if (size > limit) break;
  }
  const complete = size <= limit;
  if (!complete) reader?.cancel().catch(() => {});
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return { bytes: bytes.subarray(0, limit), complete };
}
