/** The settings except the jobs. They are stored in localStorage as JSON. */
export type Settings = {
  sendNfc: boolean;
  sendCodes: boolean;
  /** Whether scanning continues after a code was read. */
  continuous: boolean;
  /**
   * Which repeated codes and tags are suppressed: `never` none, `row` the code that was scanned
   * last, `seconds` a code that was out of sight for less than `repeatSeconds`, and `session` every
   * scanned code until the app is closed.
   */
  repeats: DuplicateRuleName;
  repeatSeconds: number;
  /** Whether a Code 39 is read as full ASCII, as some printers write lower case. */
  fullAscii: boolean;
  sound: boolean;
  vibration: boolean;
  /** Whether results and decisions of a receiver are read aloud. */
  speak: boolean;
  keepAwake: boolean;
  /** The `deviceId` of the camera that was chosen last. */
  camera?: string;
  theme: Theme;
};

export const duplicateRules = ["never", "row", "seconds", "session"] as const;
export type DuplicateRuleName = (typeof duplicateRules)[number];

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const defaultSettings: Settings = {
  sendNfc: true,
  sendCodes: true,
  continuous: false,
  repeats: "seconds",
  repeatSeconds: 3,
  fullAscii: false,
  sound: true,
  vibration: true,
  speak: false,
  keepAwake: true,
  theme: "system",
};

/** Parses stored settings. Each one that is missing or invalid gets its default. */
export function parseSettings(stored: string | null): Settings {
  const value = parseObject(stored);
  const settings: Settings = {
    sendNfc: toFlag(value.sendNfc, defaultSettings.sendNfc),
    sendCodes: toFlag(value.sendCodes, defaultSettings.sendCodes),
    continuous: toFlag(value.continuous, defaultSettings.continuous),
    repeats: duplicateRules.find((rule) => rule === value.repeats) ?? defaultSettings.repeats,
    repeatSeconds: toSeconds(value.repeatSeconds),
    fullAscii: toFlag(value.fullAscii, defaultSettings.fullAscii),
    sound: toFlag(value.sound, defaultSettings.sound),
    vibration: toFlag(value.vibration, defaultSettings.vibration),
    speak: toFlag(value.speak, defaultSettings.speak),
    keepAwake: toFlag(value.keepAwake, defaultSettings.keepAwake),
    theme: themes.find((theme) => theme === value.theme) ?? defaultSettings.theme,
  };
  if (typeof value.camera === "string") settings.camera = value.camera;
  return settings;
}

/** Parses stored JSON. Returns an empty object for anything else. */
export function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns a stored text; empty if it is none. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function toFlag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback;
}

function toSeconds(value: unknown): number {
  const rounded = typeof value === "number" ? Math.round(value) : Number.NaN;
  return rounded >= 1 && rounded <= 60 ? rounded : defaultSettings.repeatSeconds;
}
