export { type CodeFormat, codeFormats, isCodeFormat } from "./formats.ts";
export { toFullAscii } from "./full-ascii.ts";
export { type CodeReader, createCodeReader } from "./reader.ts";
export type { Frame, Point, Reading } from "./reading.ts";
