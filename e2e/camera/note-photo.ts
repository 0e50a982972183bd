// A photo of a sheet with printed lines, for the stories of documents.
import sharp from "sharp";
import { type CodeSymbol, drawSymbol } from "./symbol.ts";

type Note = {
  title: string;
  /** The degrees by which the sheet lies turned. */
  degrees?: number;
  /** Printed beside the lines. */
  codes?: readonly CodeSymbol[];
  /** The file of a picture of the table; a plain dark one without it. */
  table?: string;
};

/**
 * Draws a sheet of A4 on a table, and writes the photo of it as a JPEG file. Returns the path.
 */
export async function drawNotePhoto(
  path: string,
  { title, degrees = 6, codes = [], table }: Note,
): Promise<string> {
  const lines = Array.from(
    { length: 20 },
    (_, line) =>
      `<text x="120" y="${330 + line * 60}" font-size="34">Box ${line + 1} holds ${7 * line + 3} parts</text>`,
  );
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754" font-family="sans-serif">
    <rect width="100%" height="100%" fill="#fbfaf5"/>
    <text x="120" y="200" font-size="64" font-weight="bold" fill="#1e3a8a">${title}</text>${lines.join("")}</svg>`;
  const prints = codes.map(async (symbol, index) => {
    const { data, width, height } = await drawSymbol(symbol);
    const input = await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    return { input, left: 570, top: 320 + index * 320 };
  });
  const printed = await sharp(Buffer.from(sheet))
    .composite(await Promise.all(prints))
    .png()
    .toBuffer();
  const turned = await sharp(printed).rotate(degrees, { background: "#0000" }).png().toBuffer();
  const size = { width: 1700, height: 2200 };
  const under = table
    ? sharp(table).resize({ ...size, fit: "cover" })
    : sharp({ create: { ...size, channels: 3, background: "#4a3423" } });
  await under
    .composite([{ input: turned, gravity: "center" }])
    .jpeg({ quality: 90 })
    .toFile(path);
  return path;
}
