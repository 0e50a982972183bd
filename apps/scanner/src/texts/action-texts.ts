import { actions } from "./en/actions.ts";

/**
 * The texts for links, shared content and return addresses. They load with the screens that show
 * them.
 */
export const actionTexts: typeof actions = actions;
