/** What the person chose, apart from the password. Kept in localStorage as JSON. */
export type Settings = {
  receiverUrl: string;
  user: string;
  sendNfc: boolean;
  sendCodes: boolean;
  /** Go on scanning after a code was read. */
  continuous: boolean;
  /** When the same code counts again: always; not twice in a row; after some seconds; once until the app is closed. */
  repeats: RepeatRule;
  repeatSeconds: number;
  sound: boolean;
  vibration: boolean;
  keepAwake: boolean;
  /** `deviceId` of the camera chosen last. */
  camera?: string;
  theme: Theme;
};

export const repeatRules = ["never", "row", "seconds", "session"] as const;
export type RepeatRule = (typeof repeatRules)[number];

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const defaultSettings: Settings = {
  receiverUrl: "",
  user: "",
  sendNfc: true,
  sendCodes: true,
  continuous: false,
  repeats: "seconds",
  repeatSeconds: 3,
  sound: true,
  vibration: true,
  keepAwake: true,
  theme: "system",
};

/** Reads settings as they were stored; each one that is missing or damaged gets its default. */
export function parseSettings(stored: string | null): Settings {
  const value = parseObject(stored);
  const settings: Settings = {
    receiverUrl: text(value.receiverUrl),
    user: text(value.user),
    sendNfc: flag(value.sendNfc, defaultSettings.sendNfc),
    sendCodes: flag(value.sendCodes, defaultSettings.sendCodes),
    continuous: flag(value.continuous, defaultSettings.continuous),
    repeats: repeatRules.find((rule) => rule === value.repeats) ?? defaultSettings.repeats,
    repeatSeconds: seconds(value.repeatSeconds),
    sound: flag(value.sound, defaultSettings.sound),
    vibration: flag(value.vibration, defaultSettings.vibration),
    keepAwake: flag(value.keepAwake, defaultSettings.keepAwake),
    theme: themes.find((theme) => theme === value.theme) ?? defaultSettings.theme,
  };
  if (typeof value.camera === "string") settings.camera = value.camera;
  return settings;
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

function seconds(value: unknown): number {
  const whole = typeof value === "number" ? Math.round(value) : Number.NaN;
  return whole >= 1 && whole <= 60 ? whole : defaultSettings.repeatSeconds;
}
