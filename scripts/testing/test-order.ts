// The order in which Vitest runs test files.
import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { secondSet } from "../second-set.ts";

const seconds = new Map(secondSet.map((entry) => [entry.file, entry.seconds]));

/**
 * Shuffles the files that share a process by the seed in `ORDER_SEED`, so that none leans on what
 * another left there. Starts the longest of the others first, so that none runs alone at the end.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const entries = files.map((file) => {
      const path = file.moduleId.slice(`${this.ctx.config.root}/`.length);
      const draw = drawNumber(`${process.env.ORDER_SEED} ${path}`);
      return { file, draw, seconds: seconds.get(path) ?? 0 };
    });
    entries.sort((a, b) => b.seconds - a.seconds || a.draw - b.draw);
    return entries.map(({ file }) => file);
  }
}

/** Returns a number from 0 to 2³² - 1 that looks random and is the same for the same text. */
function drawNumber(text: string): number {
  return createHash("sha1").update(text).digest().readUInt32BE();
}
