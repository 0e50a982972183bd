import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeFormat, createCodeReader } from "@scanhook/codes";
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

test.skipIf(isMissing)(
  "a roll has one label on each page, and the codes of articles, places and number cards are read",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanhook-labels-"));
    try {
      const run = (...args: string[]) =>
        runScanhook(["register", ...args], { env: { SCANHOOK_DATA: folder } });
      const list = join(folder, "parts.csv");
      await writeFile(
        list,
        "Code,Name,Role,Size\nP-A1,Shelf A1,place,\nN-12,12,number,\n4006381333931,Pens,,M\n96385074,Ink,,\n",
      );
      await run("add", "parts", "--kind", "stock", "--title", "Storeroom");
      expect((await run("import", "parts", list)).code).toBe(0);
      const roll = join(folder, "roll.pdf");
      const write = (...args: string[]) => run("labels", "parts", "--out", roll, ...args);
      const read = async () => {
        execFileSync("pdftoppm", ["-r", "300", "-png", roll, join(folder, "label")]);
        const files = (await readdir(folder)).filter((file) => /^label-\d+\.png$/.test(file));
        const pages = files.sort().map((file) => join(folder, file));
        const contents = await Promise.all(pages.map((page) => readPage(page)));
        await Promise.all(pages.map((page) => rm(page)));
        return contents;
      };
      expect(await write("--paper", "roll62")).toMatchObject({ code: 0, stderr: "" });
      expect(await read()).toEqual(["P-A1", "N-12", "4006381333931", "96385074"]);
      const text = execFileSync("pdftotext", ["-raw", roll, "-"], { encoding: "utf8" });
      for (const line of ["Storeroom", "Shelf A1", "P-A1", "Size: M", "4006381333931"])
        expect(text).toContain(line);
      const sizes = execFileSync("pdfinfo", ["-l", "4", roll], { encoding: "utf8" });
      expect(sizes.match(/size: +175\.7\d+ x 85\.0\d+ pts/g)).toHaveLength(4);
      for (const [role, codes] of [
        ["place", ["P-A1"]],
        ["number", ["N-12"]],
        ["article", ["4006381333931", "96385074"]],
      ] as const) {
        await write("--paper", "roll62", "--role", role);
        expect(await read()).toEqual(codes);
      }
      expect((await write("--role", "shelf")).stderr).toContain(
        '--role is place, number, person or article, not "shelf".',
      );
      expect((await write("--search", "nothing")).stderr).toMatch(
        /^No such entry has a code that can be printed;/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

// Costs 3 s: poppler draws ten pages.
test.skipIf(isMissing)(
  "a picture of a label is the label of the PDF, for every paper and format",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanhook-labels-"));
    try {
      const run = (...args: string[]) =>
        runScanhook(["register", ...args], { env: { SCANHOOK_DATA: folder } });
      const list = join(folder, "parts.csv");
      await writeFile(list, "Code,Name,Size,Lot\nSHELF-0042,Zoë Żółć Фёдор Ελένη,M8 × 20,L1\n");
      await run("add", "parts", "--kind", "stock", "--title", "Storeroom");
      await run("import", "parts", list);
      const [pdf, png, page] = [join(folder, "a.pdf"), join(folder, "a.png"), join(folder, "b")];
      for (const [paper, millimeters] of [
        ["roll62", 62],
        ["roll29", 90],
      ] as const)
        for (const format of ["qr", "datamatrix", "code128"] as const) {
          const how = ["parts", "--paper", paper, "--format", format];
          expect(await run("labels", ...how, "--out", pdf)).toMatchObject({ code: 0, stderr: "" });
          expect(await run("labels", ...how, "--out", png)).toMatchObject({ code: 0, stderr: "" });
          execFileSync("pdftoppm", ["-r", "300", "-png", "-singlefile", pdf, page]);
          expect(await readPage(png, format)).toBe("SHELF-0042");
          expect(await readPage(`${page}.png`, format)).toBe("SHELF-0042");
          const { width, height, density } = await sharp(png).metadata();
          expect(width).toBeCloseTo((millimeters / 25.4) * 300, -1);
          expect(density).toBe(300);
          // Blurred, because poppler rounds the size of a page up and moves its edges by a pixel.
          const gray = (file: string) =>
            sharp(file).resize(width, height, { fit: "fill" }).blur(5).grayscale().raw().toBuffer();
          const [ours, others] = [await gray(png), await gray(`${page}.png`)];
          const differing = ours.filter((value, index) => Math.abs(value - others[index]!) > 64);
          expect(differing.length / ours.length).toBeLessThan(0.002);
        }
      const read = () => execFileSync("pdftotext", ["-raw", pdf, "-"], { encoding: "utf8" });
      await run("labels", "parts", "--without", "title,code", "--fields", "Lot", "--out", pdf);
      expect(read()).toMatch(/Zoë Żółć\s+Фёдор\s+Ελένη\s+Lot: L1\s*$/);
      expect(read()).not.toMatch(/Storeroom|SHELF|Size/);
      const refused = await run("labels", "parts", "--format", "ean13", "--out", pdf);
      expect(refused.stderr).toContain('--format is qr, datamatrix or code128, not "ean13".');
      await writeFile(list, `Code,Name\nSHELF-0043,Bolts\n${"9".repeat(90)},Long\n`);
      await run("import", "parts", list);
      expect(await run("labels", "parts", "--format", "code128", "--out", png)).toMatchObject({
        stdout: `Wrote 2 labels to ${png}. 1 were left out, because --format cannot hold their codes or they are too long.\n`,
      });
      expect(await readPage(join(folder, "a-2.png"), "code128")).toBe("SHELF-0043");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

/** Reads the code on a page with one label. */
async function readPage(page: string, format: CodeFormat = "qr"): Promise<string | undefined> {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: [format] });
  const { data, info } = await sharp(page)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [reading] = await reader.still({ data: new Uint8ClampedArray(data), width, height });
  return reading?.content;
}

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
