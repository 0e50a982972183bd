import type { Feedback } from "../card-readers.ts";

/**
 * A command for the reader itself. `transmit`: a pseudo APDU. `control`: a command that the reader
 * accepts only as an escape command.
 */
export type FeedbackCommand = { by: "transmit" | "control"; bytes: Uint8Array };

/**
 * Returns the commands that make a reader beep and blink. `reader` is its name. Returns an empty
 * list if the commands of the reader are not known.
 */
export function listFeedbackCommands(reader: string, feedback: Feedback): FeedbackCommand[] {
  if (/\bACR ?122/.test(reader)) return [acr122[feedback]];
  if (/\bACR ?1[25]52/.test(reader)) return createBuzzerCommands(feedback);
  return [];
}

/**
 * FF 00 40 (ACR122U API 2.04, 6.2). P2 holds the final state of the lights, which of them change,
 * their initial blinking state and which of them blink. The data holds the time on and the time off
 * (in units of 100 ms), the number of repetitions, and during which of them the buzzer sounds.
 */
const acr122: Record<Feedback, FeedbackCommand> = {
  good: { by: "transmit", bytes: Uint8Array.of(0xff, 0, 0x40, 0b10101110, 4, 1, 1, 1, 1) },
  bad: { by: "transmit", bytes: Uint8Array.of(0xff, 0, 0x40, 0b01011110, 4, 2, 1, 3, 1) },
  ask: { by: "transmit", bytes: Uint8Array.of(0xff, 0, 0x40, 0b11111110, 4, 1, 1, 2, 1) },
};

/**
 * E0 00 00 28 sounds the buzzer. The lights always show the state of the reader.
 */
function createBuzzerCommands(feedback: Feedback): FeedbackCommand[] {
  /** In units of 10 ms. */
  const duration = { good: 10, ask: 30, bad: 60 }[feedback];
  return [{ by: "control", bytes: Uint8Array.of(0xe0, 0, 0, 0x28, 1, duration) }];
}
