import type { Code, Result } from "../registers/register.ts";
import type { DisplayView } from "../store/displays.ts";

/**
 * Everything that a door display shows. Notes and fields of guests are never in it, and names only
 * if it shows them.
 */
export type DisplayState = {
  register: string;
  /** The only door that it shows; absent for all. */
  door?: string | undefined;
  inside: number;
  capacity?: number | undefined;
  last?:
    | {
        movement: number;
        result: Result;
        code: Code;
        word: string;
        door: string;
        at: string;
        /** The name of the guest. */
        title?: string | undefined;
      }
    | undefined;
};

/** Returns what the page may know of a display. */
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
