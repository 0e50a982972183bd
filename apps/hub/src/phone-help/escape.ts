/**
 * Escapes a text for an element or a quoted attribute of HTML or XML. Drops control characters,
 * which XML forbids.
 */
export function escapeText(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text
    .replace(/\p{Cc}/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
