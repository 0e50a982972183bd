import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The Debian packages of the programs that read and check PDF files. */
const packages = {
  pdftotext: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdfimages: "poppler-utils",
  pdftoppm: "poppler-utils",
  qpdf: "qpdf",
  gs: "ghostscript",
};

/** Says whether a program is missing, and prints once in a test file which tests that skips. */
export function isMissing(program: keyof typeof packages): boolean {
  const missing = spawnSync(program, ["--version"]).error !== undefined;
  if (missing)
    console.warn(`Skipped: the checks of PDFs with ${program} need ${packages[program]}.`);
  return missing;
}

/** Writes a file into a folder of its own and returns what `use` makes of its path. */
export function withFile<T>(bytes: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-pdf-"));
  try {
    const path = join(folder, "document.pdf");
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the output of a program. Its argument `FILE` stands for a file with these bytes. */
export function run(program: string, args: string[], bytes: Uint8Array): string {
  return withFile(bytes, (path) =>
    execFileSync(
      program,
      args.map((arg) => (arg === "FILE" ? path : arg)),
      { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] },
    ),
  );
}

/**
 * Returns the text of a file without the marks of direction and pages that pdftotext adds, line by
 * line.
 */
export function readText(bytes: Uint8Array): string[] {
  const text = run("pdftotext", ["-enc", "UTF-8", "FILE", "-"], bytes);
  return text
    .replaceAll(/[\u202A-\u202E\f]/g, "")
    .split("\n")
    .filter((line) => line !== "");
}

/** Returns the PDF/A-2 file that Ghostscript makes of another, as Paperless-ngx has it done. */
export function throughGhostscript(bytes: Uint8Array): Uint8Array {
  return withFile(bytes, (path) => {
    const options = ["-dPDFA=2", "-dBATCH", "-dNOPAUSE", "-dQUIET", "-sDEVICE=pdfwrite"];
    const colors = ["-sColorConversionStrategy=RGB", "-dPDFACompatibilityPolicy=1"];
    execFileSync("gs", [...options, ...colors, `-sOutputFile=${path}.out`, path], {
      stdio: "ignore",
    });
    return readFileSync(`${path}.out`);
  });
}
