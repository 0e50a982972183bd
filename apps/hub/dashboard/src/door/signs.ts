import * as icons from "@scanhook/page-parts/icons";

/** The signs of the display. Verdicts have the same signs as on phones. */
export const signs = {
  yes: icons.verdictYes,
  look: icons.verdictLook,
  no: icons.verdictNo,
  ask: icons.verdictAsk,
  undone: icons.verdictUndone,
  lost: icons.offline,
  waiting: icons.door,
} as const;
