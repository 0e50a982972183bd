export { toBits } from "./bits.ts";
export { type FoundPage, findPage, locatePage } from "./corners/find-page.ts";
export { createOutlineSteadiness, type OutlineSteadiness } from "./corners/outline-steadiness.ts";
export { measureSharpness, sharpEnough } from "./corners/sharpness.ts";
export { findCurl } from "./curl/find-curl.ts";
export { straightenLines } from "./curl/straighten-lines.ts";
export { applyFilter, type Filter, filters } from "./filters/apply-filter.ts";
export { decideStyle, type Style } from "./filters/style.ts";
export { estimateAspect } from "./geometry/aspect.ts";
export type { Curl } from "./geometry/curl.ts";
export {
  applyHomography,
  findHomography,
  type Homography,
  invertHomography,
} from "./geometry/homography.ts";
export {
  choosePageSize,
  guessPageSize,
  isReceipt,
  type PageSize,
  type PageSizeName,
  type ReceiptName,
} from "./geometry/page-size.ts";
export { frameQuad, isConvex, orderQuad, overlap } from "./geometry/polygon.ts";
export { measureResolution } from "./geometry/resolution.ts";
export { findGutter } from "./gutter.ts";
export type { QuarterTurns } from "./ocr/find-upright.ts";
export { isLanguageCode, textLanguages } from "./ocr/languages.ts";
export { findReceiptName } from "./ocr/receipt-name.ts";
export type { TextEngineFiles } from "./ocr/text-engine-files.ts";
export {
  createTextReader,
  type ReadOptions,
  readingDpi,
  type TextReader,
  type TextReaderOptions,
} from "./ocr/text-reader.ts";
export type { TextFailure, TextResult } from "./ocr/text-result.ts";
export { type PageText, scaleWords, type Word } from "./ocr/word.ts";
export type { CodedPicture, CodedResult, DecodeCoded } from "./pdf/coded/coded-picture.ts";
export { createCodedDecoder, type DecoderFile } from "./pdf/coded/decode-coded.ts";
export { type DecoderWorker, limitDecoding } from "./pdf/coded/limit-decoding.ts";
export { encodeG4 } from "./pdf/g4/encode-g4.ts";
export type { PdfInfo } from "./pdf/metadata.ts";
export { createPdfWriter, type PdfImage, type PdfPage, type PdfWriter } from "./pdf/pdf-writer.ts";
export { readPdfPictures } from "./pdf/read-pdf-pictures.ts";
export type { DecodedImage } from "./pdf/reading/decode-image.ts";
export type { PdfPicturePage, PdfPictures, PdfProblemPage } from "./pdf/reading/read-pictures.ts";
export type { PdfWord } from "./pdf/text-layer.ts";
export type { Picture } from "./picture.ts";
export type { Point, Quad } from "./quad.ts";
export { rectify } from "./rectify.ts";
export { turn } from "./turn.ts";
