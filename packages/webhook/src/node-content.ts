import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from "node:zlib";

/**
 * Returns the content behind the codings of a Content-Encoding field (RFC 9110, section 8.4), in
 * Node. Content in an unknown coding stays as it is.
 */
export function decodeContent(content: Readable, contentEncoding: string | undefined): Readable {
  const names = (contentEncoding ?? "").toLowerCase().split(",");
  const codings = names.map((name) => name.trim()).filter((name) => name && name !== "identity");
  // Each coding takes memory, and no server applies as many.
  if (codings.length > 3) return content;
  const decoders: Transform[] = [];
  for (const name of codings.reverse()) {
    const create = creators[name];
    if (!create) return content;
    decoders.push(create());
  }
  const [last] = decoders.slice(-1);
  if (!last) return content;
  // An error also reaches the last stream, which is the one that is read.
  pipeline([content, ...decoders], () => undefined);
  return last;
}

/** Content that is cut off is decoded as far as it goes. */
const unzip = () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });

const creators: Readonly<Record<string, () => Transform>> = {
  gzip: unzip,
  "x-gzip": unzip,
  // In the format of zlib, as section 8.4.1.2 says.
  deflate: unzip,
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};
