import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { judge, type Labelled } from "./fixtures/judge.ts";
import { createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";

const corpus = process.env.CODES_CORPUS;
if (!corpus) console.log("CODES_CORPUS is not set: the real photos are not read in this run.");

test.skipIf(!corpus)(
  "at least 77 % of real photos are read, at most 4 of them wrongly, and nothing where there is no code",
  async () => {
    const pictures: Labelled[] = JSON.parse(await readFile(join(corpus!, "index.json"), "utf8"));
    const reader = await createCodeReader({ wasm: await readerWasm() });
    const verdicts = { hit: [], wrong: [], missed: [], clean: [] } as Record<string, string[]>;
    for (const picture of pictures) {
      const { data, info } = await sharp(join(corpus!, picture.file))
        .autoOrient()
        .flatten({ background: "white" })
        .toColourspace("srgb")
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const readings = await reader.still({ data, width: info.width, height: info.height });
      verdicts[judge(picture, readings)]!.push(picture.file);
    }
    const withCode = pictures.filter((picture) => picture.format !== "none").length;
    const recall = verdicts.hit!.length / withCode;
    console.log(
      `${(recall * 100).toFixed(1)} % of ${withCode} pictures read; wrong: ${verdicts.wrong!.join(", ")}`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.77);
    expect(verdicts.wrong!.length).toBeLessThanOrEqual(4);
  },
  600_000,
);
