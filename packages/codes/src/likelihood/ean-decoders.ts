import { memoize } from "../memoize.ts";
import type { Decoder } from "./decoder.ts";
import { createEanWindows } from "./ean-windows.ts";
import { scoredBlurs } from "./score-placement.ts";
import { solveDigits } from "./solve-digits.ts";
import { type EanFormat, type Symbology, symbologies, toModules } from "./symbologies.ts";
import { createTemplates } from "./templates.ts";

/** The decoders of EAN and UPC by format. Their characters are indices into `codes`. */
export const eanDecoders: Readonly<Record<EanFormat, Decoder>> = {
  ean13: createDecoder(symbologies.ean13),
  ean8: createDecoder(symbologies.ean8),
  upce: createDecoder(symbologies.upce),
};

function createDecoder(symbology: Symbology): Decoder {
  const { format, modules, quietZone, widths } = symbology;
  return {
    format,
    modules,
    quietZone,
    widths,
    minScore: 0.78,
    windows: memoize(() => scoredBlurs.map((blur) => createEanWindows(symbology, blur))),
    toModules: (characters) => toModules(symbology, characters),
    solve: (samples, levels, { blur, gain }) =>
      solveDigits(samples, levels, symbology, createTemplates(symbology, blur, gain)),
  };
}
