/**
 * Opens the print dialog of the browser for a PDF file. Returns false if the browser cannot show
 * PDF files within a page, as on phones, or does not let a page print them.
 */
export async function printPdf(pdf: File): Promise<boolean> {
  if (!navigator.pdfViewerEnabled) return false;
  document.querySelector(`iframe.${frameClass}`)?.remove();
  const frame = document.createElement("iframe");
  // A frame without a size prints nothing in some browsers.
  frame.className = `visually-hidden ${frameClass}`;
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  const address = URL.createObjectURL(pdf);
  frame.src = address;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  try {
    const view = frame.contentWindow;
    view?.focus();
    view?.print();
    return view !== null;
  } catch {
    frame.remove();
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Marks the frame. It stays until the next print, because the dialog may be open longer than the
 * call.
 */
const frameClass = "printed-document";
