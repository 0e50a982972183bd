export { type ContentProblem, checkContent } from "./check-content.ts";
export {
  hasBars,
  isWritableFormat,
  moduleWidths,
  quietZones,
  type WritableFormat,
  writableFormats,
} from "./formats.ts";
export { type CodeModules, type ModuleRun, toModules, toRuns } from "./to-modules.ts";
export { type CodeSvg, type SvgOptions, toSvg } from "./to-svg.ts";
