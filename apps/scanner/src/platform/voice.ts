/** Reads a text aloud. A newer one interrupts it. */
export type Voice = { speak(text: string, language: string): void };

/** The voice of the browser; undefined where it has none. */
export const voice: Voice | undefined =
  "speechSynthesis" in globalThis ? { speak: speakInBrowser } : undefined;

function speakInBrowser(text: string, language: string): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
