import { actions } from "./en/actions.ts";

/** The words for what comes in from outside; they load with it. */
export const actionTexts: typeof actions = actions;
