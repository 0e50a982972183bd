import type { DisplayState } from "../../../src/register-work/display-state.ts";
import { doorTexts as texts } from "../texts/door.ts";
import type { signs } from "./signs.ts";
import { tellWord } from "./verdict-word.ts";

/**
 * The state of the connection to the hub. `since` is the time of the last event, in milliseconds
 * since 1970.
 */
export type Connection =
  | { kind: "connecting" | "live" | "ended" }
  | { kind: "lost"; since: number };

/** The large part of a display: the last verdict, or a message instead of it. */
export type Panel = {
  look: keyof typeof signs;
  word: string;
  title?: string | undefined;
  text?: string | undefined;
  where?: string;
  movement?: number;
};

/**
 * Returns the panel to show. A verdict that may be out of date is never shown, because people would
 * be let in by an old yes. `formatTime` takes milliseconds since 1970.
 */
export function toPanel(
  connection: Connection,
  state: DisplayState | undefined,
  formatTime: (time: number) => string,
): Panel {
  if (connection.kind === "ended") return { look: "lost", ...texts.ended };
  if (connection.kind === "lost") {
    const text = texts.lost.text({ time: formatTime(connection.since) });
    return { look: "lost", word: texts.lost.word, text };
  }
  if (!state) return { look: "waiting", ...texts.connecting };
  if (!state.last) return { look: "waiting", ...texts.waiting };
  const { result, code, title, door, at, movement } = state.last;
  const word = tellWord(state.last, state.kind);
  const where = texts.where({ door, time: formatTime(Date.parse(at)) });
  return { look: code === "undone" ? "undone" : result, word, title, where, movement };
}
