import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeFormat, createCodeReader } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "scanhook-code-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads the codes of a picture as `scanhook decode` does. */
async function read(picture: string | Buffer, format: CodeFormat): Promise<string[]> {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: [format] });
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const frame = { ...info, data: new Uint8ClampedArray(data) };
  return (await reader.still(frame, { all: true })).map(({ content }) => content);
}

describe("scanhook code", () => {
  test.each<[CodeFormat, string, string]>([
    ["qr", "https://example.org/drill-7", "https://example.org/drill-7"],
    ["datamatrix", "SHELF-0042", "SHELF-0042"],
    ["code128", "SHELF-0042", "SHELF-0042"],
    ["ean13", "400638133393", "4006381333931"],
    ["ean8", "96385074", "96385074"],
    ["upca", "03600029145", "036000291452"],
  ])("writes %s of %s as SVG and PNG", async (format, content, expected) => {
    for (const end of ["svg", "png"]) {
      const out = inFolder(`${format}.${end}`);
      expect(await runScanhook(["code", content, "--format", format, "--out", out])).toEqual({
        code: 0,
        stderr: "",
        stdout: `Wrote ${out}.\n`,
      });
    }
    expect(await read(inFolder(`${format}.png`), format)).toEqual([expected]);
    const svg = readFileSync(inFolder(`${format}.svg`));
    expect(await read(await sharp(svg).resize(1200).png().toBuffer(), format)).toEqual([expected]);
    expect((await sharp(inFolder(`${format}.png`)).metadata()).density).toBe(300);
  });

  test("writes an SVG into a pipe, without a name of a file", async () => {
    const { code, stdout } = await runScanhook(["code", "--format=code128", "--", "-7"]);
    expect(code).toBe(0);
    const picture = await sharp(Buffer.from(stdout)).resize(800).png().toBuffer();
    expect(await read(picture, "code128")).toEqual(["-7"]);
  });

  test("makes a code of a Wi-Fi network, whose password it reads from stdin", async () => {
    const out = inFolder("wifi.png");
    const args = ["code", "--wifi", "Guests; free", "--password", "-", "--out", out];
    expect(await runScanhook(args, { input: "tall:heron\n" })).toMatchObject({ code: 0 });
    expect(await read(out, "qr")).toEqual(["WIFI:T:WPA;S:Guests\\; free;P:tall\\:heron;;"]);
    await runScanhook(["code", "--wifi", "Open", "--out", out]);
    expect(await read(out, "qr")).toEqual(["WIFI:T:nopass;S:Open;;"]);
  });

  test("makes a code of a contact", async () => {
    const out = inFolder("contact.png");
    const contact = ["--contact", "Grace Brewster Hopper", "--organization", "Example Navy"];
    await runScanhook(["code", ...contact, "--mail", "grace@example.com", "--out", out]);
    expect(await read(out, "qr")).toEqual([
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Hopper;Grace Brewster;;;\r\nFN:Grace Brewster Hopper\r\nORG:Example Navy\r\nEMAIL:grace@example.com\r\nEND:VCARD\r\n",
    ]);
  });

  const noPoppler = spawnSync("pdftoppm", ["-v"]).error !== undefined;
  if (noPoppler) console.warn("Skipped: the sheets of codes, which need poppler-utils.");

  test.skipIf(noPoppler)("makes a sheet of the lines on stdin, as poppler draws it", async () => {
    const out = inFolder("sheet.pdf");
    const codes = ["SHELF-001", "SHELF-002", "SHELF-003"];
    const args = ["code", "-", "--format", "code128", "--copies", "2", "--out", out];
    const input = `${codes.join("\n")}\n\n${"9".repeat(79)}\n`;
    expect(await runScanhook(args, { input })).toMatchObject({
      code: 0,
      stdout: `Wrote ${out}. 1 content is left out, because the code would be too fine for a label.\n`,
    });
    execFileSync("pdftoppm", ["-r", "200", "-png", "-singlefile", out, inFolder("sheet")]);
    const read128 = await read(inFolder("sheet.png"), "code128");
    expect(read128.toSorted()).toEqual(codes.flatMap((code) => [code, code]));
    const text = execFileSync("pdftotext", ["-raw", out, "-"], { encoding: "utf8" });
    expect(text.match(/SHELF-00\d/g)).toHaveLength(6);
  });

  test.each([
    [[], "Say what the code holds: CONTENT, --wifi or --contact."],
    [["a", "--wifi", "b"], "Say what the code holds: CONTENT, --wifi or --contact."],
    [["a", "b"], "Several contents go into a PDF: --out FILE.pdf."],
    [["a", "--format", "aztec"], "--format is qr, datamatrix, code128, ean13, ean8 or upca,"],
    [["Café", "--format", "code128"], '"Café": Code 128 holds only letters, digits and signs'],
    [["4006381333932", "--format", "ean13"], "the check digit should be 1; correct it"],
    [["400", "--format", "ean13"], "ean13 has 13 digits, or 12 without the check digit."],
    [["abc", "--format", "ean8"], "ean8 holds only digits; use --format code128."],
    [["x".repeat(3000)], "it does not fit into a code of the format qr; shorten it."],
    [["a", "--out", "a.jpg"], '--out: "a.jpg" ends in none of .svg, .png and .pdf.'],
    [["a", "--out", "a.svg", "--dpi", "300"], "--dpi does not go with .svg."],
    [["a", "--dpi", "300"], "--dpi only goes with --out."],
    [["a", "--out", "a.png", "--dpi", "5"], '--dpi is a number from 72 to 1200, not "5".'],
    [
      ["a", "--out", "a.pdf", "--paper", "a3"],
      '--paper is a4, letter, roll62 or roll29, not "a3".',
    ],
    [["a", "--out", "a.pdf", "--copies", "1.5"], "--copies is a whole number."],
    [["a", "--password", "12345678"], "--password only goes with --wifi."],
    [["a", "--mail", "a@b.org"], "--mail only goes with --contact."],
    [["--wifi", "a", "--password", "short"], "a password of WPA has 8 to 63"],
    [["-"], "There was no content on stdin."],
  ])("refuses %j with a sentence", async (args, sentence) => {
    const run = await runScanhook(["code", ...args]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(sentence);
  });

  test("says why a file cannot be written", async () => {
    const out = inFolder("none/a.svg");
    expect(await runScanhook(["code", "a", "--out", out])).toEqual({
      code: 1,
      stdout: "",
      stderr: `${out} cannot be written: its folder does not exist.\n`,
    });
  });
});
