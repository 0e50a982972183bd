import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from "node:zlib";

/**
 * Decodes the codings of a Content-Encoding field (RFC 9110, section 8.4) in Node. Returns the
 * content unchanged if a coding is unknown, or if there are more than three.
 */
export function decodeContent(content: Readable, contentEncoding: string | undefined): Readable {
  const names = (contentEncoding ?? "").toLowerCase().split(",");
  const codings = names.map((name) => name.trim()).filter((name) => name && name !== "identity");
  // Each decoder takes memory, and no server applies more than three codings.
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

/** Decompresses content, also if its end is cut off. */
const unzip = () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });

const creators: Readonly<Record<string, () => Transform>> = {
  gzip: unzip,
  "x-gzip": unzip,
  // `deflate` is the zlib format (section 8.4.1.2).
  deflate: unzip,
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};
