import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCodeReader } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";
import { expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";

const isMissing = spawnSync("pdftoppm", ["-v"]).error !== undefined;
if (isMissing) console.warn("Skipped: the sheets of labels, which need poppler-utils.");

const columns = 3;
const rows = 8;

test.skipIf(isMissing)(
  "a page of labels has the names, and a camera reads every code",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanhook-labels-"));
    try {
      const run = (...args: string[]) =>
        runScanhook(["register", ...args], { env: { SCANHOOK_DATA: folder } });
      const list = join(folder, "guests.csv");
      const names = ["Zoë Żółć", "Ελένη Παππά", "Фёдор Шаляпин", "Nguyễn Minh", "李小龍", "محمد"];
      const guests = Array.from({ length: 25 }, (_, n) => names[n] ?? `Guest ${n}`);
      await writeFile(
        list,
        `name,table,mail,team\n${guests.map((name) => `${name},7,a@b.org,4\n`).join("")}`,
      );
      await run("add", "gala", "--kind", "check-in", "--title", "Winter gala");
      await run("import", "gala", list, "--label", "name", "--group", "team");
      const sheets = join(folder, "sheets.pdf");
      expect(await run("labels", "gala", "--out", sheets)).toEqual({
        code: 0,
        stdout: `Wrote 25 labels to ${sheets}. 2 lack a name or a detail in a script that cannot be printed.\n`,
        stderr: "",
      });
      const text = execFileSync("pdftotext", ["-raw", sheets, "-"], { encoding: "utf8" });
      for (const name of [...names.slice(0, 4), ...guests.slice(6)]) expect(text).toContain(name);
      expect(text.match(/\(name not\s+printable\)/g)).toHaveLength(2);
      expect(text.match(/Winter gala/g)).toHaveLength(25);
      expect(text.match(/Group: 4/g)).toHaveLength(25);
      expect(text.match(/table: 7/g)).toHaveLength(25);
      expect(text).not.toContain("a@b.org");
      await run("change", "gala", "--show", "mail");
      await run("labels", "gala", "--out", sheets);
      const shown = execFileSync("pdftotext", ["-raw", sheets, "-"], { encoding: "utf8" });
      expect(shown.match(/mail: a@b\.org/g)).toHaveLength(25);
      expect(shown).not.toContain("table: 7");
      execFileSync("pdftoppm", ["-r", "150", "-png", sheets, join(folder, "page")]);
      const read = await readCells(join(folder, "page-1.png"), columns * rows);
      const [last] = await readCells(join(folder, "page-2.png"), 1);
      const csv = (await run("export", "gala")).stdout.trim().split("\r\n").slice(1);
      expect([...read, last]).toStrictEqual(csv.map((line) => line.split(",")[3]));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

/** Reads the code in each of the first cells of a page. */
async function readCells(page: string, count: number): Promise<(string | undefined)[]> {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: ["qr"] });
  const { width, height } = await sharp(page).metadata();
  const size = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  const contents: (string | undefined)[] = [];
  for (let cell = 0; cell < count; cell++) {
    const left = (cell % columns) * size.width;
    const top = Math.floor(cell / columns) * size.height;
    const { data } = await sharp(page)
      .extract({ left, top, ...size })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [reading] = await reader.still({ data: new Uint8ClampedArray(data), ...size });
    contents.push(reading?.content);
  }
  return contents;
}
