/**
 * A picture of a PDF in JBIG2 (ITU-T T.88) or JPEG 2000 (ITU-T T.800), whose decoders are loaded
 * when they are needed. `globals` are the segments that several pictures share. Without
 * `components`, the file of JPEG 2000 says itself how many it has. The samples of an indexed
 * picture are indexes of a palette, and are not scaled.
 */
export type CodedPicture =
  | {
      kind: "jbig2";
      data: Uint8Array;
      globals: Uint8Array | undefined;
      width: number;
      height: number;
    }
  | { kind: "jpx"; data: Uint8Array; components: 1 | 3 | undefined; isIndexed: boolean };

/**
 * The samples of a picture, row by row: of JBIG2 bits in rows of whole bytes, 0 for black; of JPEG
 * 2000 a byte for each component of each pixel. `missing`: the decoder could not be loaded.
 */
export type CodedResult =
  | { ok: true; samples: Uint8Array }
  | { ok: false; reason: "damaged" | "missing" | "slow" };

export type DecodeCoded = (picture: CodedPicture) => Promise<CodedResult>;
