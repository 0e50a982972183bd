/** Puts text on the clipboard, also on plain HTTP where the clipboard API is missing. False: not possible. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

// In an open modal dialog only what lies inside it can be selected, hence `near`.
function copyBySelection(text: string, near: HTMLElement): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  near.after(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    near.focus();
  }
}
