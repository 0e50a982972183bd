export type { Point } from "./geometry/point.ts";
export { type CodeReader, createCodeReader } from "./reader.ts";
export { type CodeFormat, codeFormats, isCodeFormat } from "./readings/formats.ts";
export { toFullAscii } from "./readings/full-ascii.ts";
export type { Frame, Reading } from "./readings/reading.ts";
