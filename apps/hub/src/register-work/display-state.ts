import { bookedCodes } from "../registers/kinds/stock-words.ts";
import type { KindName } from "../registers/register.ts";
import type { Code, Result } from "../registers/verdict.ts";
import type { DisplayView } from "../store/displays.ts";

/**
 * Everything that the page of a door display receives. It never has notes and fields of guests, and
 * has names only if the display shows them.
 */
export type DisplayState = {
  register: string;
  kind: KindName;
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
        /** The word that the sender of the scan was told, in the sender's language. */
        word: string;
        /** The quantity that was booked, in units; absent if the word has none. */
        booked?: { quantity: number; unit?: string | undefined } | undefined;
        door: string;
        at: string;
        /** The name of the guest; absent if the display shows no names. */
        title?: string | undefined;
      }
    | undefined;
};

/** Returns the parts of a view that the page of the display may receive. */
export function toDisplayState(view: DisplayView): DisplayState {
  const { register, kind, door, names, inside, capacity, last } = view;
  const title = last?.verdict.title;
  return {
    register: view.title ?? register,
    kind,
    door,
    inside,
    capacity,
    last: last && {
      movement: last.id,
      result: last.result,
      code: last.code,
      word: last.verdict.word,
      booked: findBooked(last),
      door: last.door,
      at: last.at,
      title: names ? title : undefined,
    },
  };
}

function findBooked({ code, verdict: { booking } }: NonNullable<DisplayView["last"]>) {
  const isBooked = Object.values(bookedCodes).some((booked) => booked === code);
  return isBooked && booking ? { quantity: booking.quantity, unit: booking.unit } : undefined;
}
