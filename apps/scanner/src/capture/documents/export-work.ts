import type { KeptDocument } from "./document.ts";
import type { DocumentProblem, Progress } from "./document-work.ts";
import { type ExportSource, writeDocumentPdf, writePagePicture } from "./export-document.ts";

/**
 * Returns the exports of documents. They show their progress in `state`, and on failure return
 * undefined and set `state.problems`.
 */
export function createExportWork(
  state: { problems: readonly DocumentProblem[]; progress: Progress | undefined },
  source: (document: KeptDocument) => ExportSource,
) {
  const run = async <Result>(kind: "pdf" | "pictures", total: number, write: Write<Result>) => {
    state.problems = [];
    state.progress = { kind, done: 0, total };
    try {
      return await write((done) => {
        state.progress = { kind, done, total };
      });
    } catch {
      state.problems = [{ kind: "broken" }];
      return undefined;
    } finally {
      state.progress = undefined;
    }
  };

  return {
    /** Writes the document as a PDF file. */
    writePdf: (document: KeptDocument): Promise<Blob | undefined> =>
      run("pdf", document.pages.length, (onPage) =>
        writeDocumentPdf(document, source(document), { onPage }),
      ),
    /** Writes the pages as picture files. */
    writePictures: (
      document: KeptDocument,
      type: "image/jpeg" | "image/png",
    ): Promise<Blob[] | undefined> =>
      run("pictures", document.pages.length, async (onPage) => {
        const files: Blob[] = [];
        const pages = source(document);
        for (const page of document.pages) {
          const write = () => writePagePicture(document, page, pages, { type });
          files.push(await pages.inTurn(write));
          // The progress counts from the picture that is being written.
          if (files.length < document.pages.length) onPage(files.length);
        }
        return files;
      }),
  };
}

type Write<Result> = (onPage: (done: number) => void) => Promise<Result>;
