import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";
import { type LabelledPicture, type Score, scorePicture } from "./testing/score-picture.ts";

const corpusFolder = process.env.CODES_CORPUS;
if (!corpusFolder) console.log("Skipped: reading real photos, because CODES_CORPUS is not set.");

test.skipIf(!corpusFolder)(
  "reads at least 77 % of real photos and at most 4 of them wrongly",
  async () => {
    const pictures: LabelledPicture[] = JSON.parse(
      await readFile(join(corpusFolder!, "index.json"), "utf8"),
    );
    const reader = await createCodeReader({ wasm: await readerWasm() });
    const filesByScore: Record<Score, string[]> = {
      exact: [],
      spelling: [],
      wrong: [],
      missed: [],
      clean: [],
    };
    for (const picture of pictures) {
      const { data, info } = await sharp(join(corpusFolder!, picture.file))
        .autoOrient()
        .flatten({ background: "white" })
        .toColourspace("srgb")
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const readings = await reader.still({ data, width: info.width, height: info.height });
      filesByScore[scorePicture(picture, readings)].push(picture.file);
    }
    const pictureWithCodeCount = pictures.filter((picture) => picture.format !== "none").length;
    const readCount = filesByScore.exact.length + filesByScore.spelling.length;
    const recall = readCount / pictureWithCodeCount;
    console.log(
      `${(recall * 100).toFixed(1)} % of ${pictureWithCodeCount} pictures read, ` +
        `${filesByScore.spelling.length} of them spelled otherwise than the label; ` +
        `wrong: ${filesByScore.wrong.join(", ")}`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.77);
    expect(filesByScore.wrong.length).toBeLessThanOrEqual(4);
  },
  600_000,
);
