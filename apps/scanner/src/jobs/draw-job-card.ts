import { encode } from "uqr";

/** The size of a card in millimeters: A6 (ISO 216). */
export const cardSize = { width: 105, height: 148 };

const pixelsPerMm = 300 / 25.4;

/**
 * Draws the card of a job as a PNG file with 300 dots per inch: its name, the QR code of `text`,
 * what to do with it, and the address of the hub. Rejects if the browser cannot draw.
 */
export async function drawJobCard(
  text: string,
  { name, address, instruction }: { name: string; address: string; instruction: string },
): Promise<Blob> {
  const [width, height] = [cardSize.width * pixelsPerMm, cardSize.height * pixelsPerMm].map(
    Math.round,
  );
  const canvas = new OffscreenCanvas(width!, height!);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  context.scale(pixelsPerMm, pixelsPerMm);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, cardSize.width, cardSize.height);
  context.fillStyle = "#000";
  context.textAlign = "center";
  writeLines(context, name, { top: 9, size: 11, weight: 700, lines: 2 });
  drawCode(context, text, { left: (cardSize.width - 84) / 2, top: 36, side: 84 });
  writeLines(context, instruction, { top: 122, size: 4.6, weight: 400, lines: 2 });
  writeLines(context, address, { top: 138, size: 3.8, weight: 400, lines: 1 });
  return canvas.convertToBlob({ type: "image/png" });
}

function drawCode(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { left, top, side }: { left: number; top: number; side: number },
): void {
  // ISO/IEC 18004 requires a quiet zone of four modules.
  const { data, size } = encode(text, { ecc: "Q", border: 4 });
  // Whole pixels, so that no light lines run between the modules.
  const module = Math.floor((side / size) * pixelsPerMm) / pixelsPerMm;
  const inset = (side - module * size) / 2;
  const toEdge = (position: number) => Math.round(position * pixelsPerMm) / pixelsPerMm;
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark)
        context.fillRect(
          toEdge(left + inset) + x * module,
          toEdge(top + inset) + y * module,
          module,
          module,
        );
    }
  }
}

/** Writes a text in the middle, smaller if it needs more lines than there is room for. */
function writeLines(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { top, size, weight, lines }: { top: number; size: number; weight: number; lines: number },
): void {
  const room = cardSize.width - 12;
  for (let fitting = size; ; fitting *= 0.9) {
    context.font = `${weight} ${fitting}px system-ui, "DejaVu Sans", sans-serif`;
    const wrapped = wrap(context, text, room);
    const isSmallest = fitting < size / 4;
    if (
      !isSmallest &&
      (wrapped.length > lines || wrapped.some((line) => context.measureText(line).width > room))
    )
      continue;
    for (const [index, line] of wrapped.slice(0, lines).entries())
      context.fillText(line, cardSize.width / 2, top + size * 0.8 + index * fitting * 1.15, room);
    return;
  }
}

function wrap(context: OffscreenCanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= room)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
