import * as icons from "@scanhook/page-parts/icons";

/** The signs of the display. Those of verdicts are the same as on the phones. */
export const signs = {
  yes: icons.verdictYes,
  look: icons.verdictLook,
  no: icons.verdictNo,
  undone: icons.verdictUndone,
  lost: icons.offline,
  waiting: icons.door,
} as const;
