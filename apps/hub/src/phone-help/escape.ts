/** Text for an element or a quoted attribute of HTML or XML. Control characters, which XML forbids, are dropped. */
export function escapeText(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/\p{Cc}/gu, "").replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
