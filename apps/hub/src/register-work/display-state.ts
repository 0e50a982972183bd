import type { Code, Result } from "../registers/verdict.ts";
import type { DisplayView } from "../store/displays.ts";

/**
 * Everything that the page of a door display receives. It never has notes and fields of guests, and
 * has names only if the display shows them.
 */
export type DisplayState = {
  register: string;
  /** The door whose movements are shown; absent for the movements of all doors. */
  door?: string | undefined;
  /** How many guests are inside; absent for a stock. */
  inside?: number | undefined;
  capacity?: number | undefined;
  last?:
    | {
        movement: number;
        result: Result;
        code: Code;
        word: string;
        door: string;
        at: string;
        /** The name of the guest; absent if the display shows no names. */
        title?: string | undefined;
      }
    | undefined;
};

/** Returns the parts of a view that the page of the display may receive. */
export function toDisplayState(view: DisplayView): DisplayState {
  const { register, door, names, inside, capacity, last } = view;
  const title = last?.verdict.title;
  return {
    register: view.title ?? register,
    door,
    inside,
    capacity,
    last: last && {
      movement: last.id,
      result: last.result,
      code: last.code,
      word: last.verdict.word,
      door: last.door,
      at: last.at,
      title: names ? title : undefined,
    },
  };
}
