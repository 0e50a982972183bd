import * as icons from "@scanhook/page-parts/icons";

/** The icons of verdicts, whose shapes differ so that they need no colors. */
export const verdictIcons = {
  yes: icons.verdictYes,
  look: icons.verdictLook,
  no: icons.verdictNo,
  ask: icons.verdictAsk,
  unchecked: icons.verdictUnchecked,
  undone: icons.verdictUndone,
  asking: icons.wait,
} as const;
