import type { DisplayState } from "../../../src/register-work/display-state.ts";
import { texts } from "../texts/en/door.ts";
import type { signs } from "./signs.ts";

/**
 * Whether what is shown is current. `since` is when the hub was last heard of, in milliseconds
 * since 1970.
 */
export type Connection =
  | { kind: "connecting" | "live" | "ended" }
  | { kind: "lost"; since: number };

/** The large part of a display: the last verdict, or why there is none to show. */
export type Panel = {
  look: keyof typeof signs;
  word: string;
  title?: string | undefined;
  text?: string | undefined;
  where?: string;
  movement?: number;
};

/**
 * Describes what a display says. A verdict that may be old is never shown, because people would be
 * let in on a green one. `formatTime` takes milliseconds since 1970.
 */
export function toPanel(
  connection: Connection,
  state: DisplayState | undefined,
  formatTime: (time: number) => string,
): Panel {
  if (connection.kind === "ended") return { look: "lost", ...texts.ended };
  if (connection.kind === "lost") {
    const text = texts.lost.text(formatTime(connection.since));
    return { look: "lost", word: texts.lost.word, text };
  }
  if (!state) return { look: "waiting", ...texts.connecting };
  if (!state.last) return { look: "waiting", ...texts.waiting };
  const { result, code, word, title, door, at, movement } = state.last;
  const where = texts.where(door, formatTime(Date.parse(at)));
  return { look: code === "undone" ? "undone" : result, word, title, where, movement };
}
