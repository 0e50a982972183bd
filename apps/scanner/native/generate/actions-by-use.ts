import { type Action, type ActionId, actions } from "../../src/links/actions.ts";

/**
 * The actions that people need most often. An iPhone shows these four in the menu of the icon,
 * launchers of Android these and perhaps one more.
 */
const mostUsed: readonly ActionId[] = ["scan-nfc", "scan-code", "scan-document", "write-nfc"];

/** The actions of the icon's menu on an iPhone. */
export const quickActions: readonly Action[] = mostUsed.map(
  (id) => actions.find((action) => action.id === id)!,
);

/** All actions, those that people need most often first. */
export const actionsByUse: readonly Action[] = [
  ...quickActions,
  ...actions.filter(({ id }) => !mostUsed.includes(id)),
];
