import type { Act } from "./rights.ts";

/** The parts of the settings after the account, in order, with what a person needs to see them. */
export const settingsParts = {
  tokens: undefined,
  people: "seePeople",
  "sign-on": "own",
  changes: "own",
  alerts: "own",
  backup: "own",
} as const satisfies Record<string, Act | undefined>;

export type SettingsPart = keyof typeof settingsParts;

export const settingsPartNames = Object.keys(settingsParts) as SettingsPart[];
