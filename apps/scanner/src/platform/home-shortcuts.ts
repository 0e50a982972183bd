import type { Action } from "../links/actions.ts";

/** Shortcuts of actions on the home screen of the phone. */
export type HomeShortcuts = {
  /** Returns whether the launcher takes shortcuts from an app. */
  isSupported(): Promise<boolean>;
  /** Lets the launcher ask the person about a shortcut. Rejects if it does not ask. */
  pin(action: Pick<Action, "id" | "icon" | "link">): Promise<void>;
};

/** Undefined, because no browser lets a page add one. */
export const homeShortcuts: HomeShortcuts | undefined = undefined;
