/**
 * Copies a text to the clipboard, also on plain HTTP, where the Clipboard API is missing. `button`
 * is what the person pressed. Returns false if the browser refuses.
 */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, button);
  }
}

// An open modal dialog allows selections only inside it, so the text area goes beside the button.
function copyBySelection(text: string, button: HTMLElement): boolean {
  const textArea = document.createElement("textarea");
  textArea.value = text;
  textArea.style.position = "fixed";
  textArea.style.opacity = "0";
  button.after(textArea);
  textArea.select();
  try {
    return document.execCommand("copy");
  } finally {
    textArea.remove();
    button.focus();
  }
}
