export type { Hub } from "./hub.ts";
export { startHub } from "./hub.ts";
export type { ParsedSettings, Settings } from "./settings.ts";
export { parseSettings, settingsHelp } from "./settings.ts";
