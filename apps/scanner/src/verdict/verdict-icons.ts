import * as icons from "@scanhook/page-parts/icons";

/** The icons of verdicts. Their shapes differ, so that nobody has to tell colors apart. */
export const verdictIcons = {
  yes: icons.verdictYes,
  look: icons.verdictLook,
  no: icons.verdictNo,
  ask: icons.verdictAsk,
  unchecked: icons.verdictUnchecked,
  undone: icons.verdictUndone,
  asking: icons.wait,
} as const;
