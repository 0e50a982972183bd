import type { Signal } from "../card-readers.ts";

/** `transmit`: a pseudo APDU. `control`: only understood as an escape command. */
export type SignalCommand = { by: "transmit" | "control"; bytes: Uint8Array };

/** What makes a reader beep and blink, by its name; nothing for readers whose commands we do not know. */
export function signalCommands(reader: string, signal: Signal): SignalCommand[] {
  if (/\bACR ?122/.test(reader)) return [acr122[signal]];
  if (/\bACR ?1[25]52/.test(reader)) return escapes(signal);
  return [];
}

/**
 * FF 00 40 (ACR122U API 2.04, 6.2): the bits of P2 are the lights' final state, which of them change, how they begin
 * and which of them blink; then the time on, the time off (in 100 ms), how often, and during what the buzzer sounds.
 */
const acr122: Record<Signal, SignalCommand> = {
  good: { by: "transmit", bytes: Uint8Array.of(0xff, 0, 0x40, 0b10101110, 4, 1, 1, 1, 1) },
  bad: { by: "transmit", bytes: Uint8Array.of(0xff, 0, 0x40, 0b01011110, 4, 2, 1, 3, 1) },
};

/** E0 00 00 28 sounds the buzzer for a time in 10 ms. The lights show what the reader does and are left to it. */
function escapes(signal: Signal): SignalCommand[] {
  const tenMs = signal === "good" ? 10 : 60;
  return [{ by: "control", bytes: Uint8Array.of(0xe0, 0, 0, 0x28, 1, tenMs) }];
}
