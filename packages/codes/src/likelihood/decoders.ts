import { databarDecoder } from "./databar-decoder.ts";
import type { Decoder, LikelihoodFormat } from "./decoder.ts";
import { eanDecoders } from "./ean-decoders.ts";

/** The decoders by format. */
export const decoders: Readonly<Record<LikelihoodFormat, Decoder>> = {
  ...eanDecoders,
  databar: databarDecoder,
};
