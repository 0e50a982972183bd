import type { PdfInfo, PdfPage, Picture } from "@scanhook/documents";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import type { Outline } from "./outline-watch.ts";
import type { Inspection, PageLook, PageRequest, PageResponse } from "./page-messages.ts";
import address from "./pages.worker.ts?worker&url";

export type PageMaker = ReturnType<typeof createPageMaker>;

/**
 * Finds, straightens and filters pages, and writes PDF files, all in a worker. Rejects if the
 * worker fails.
 */
export function createPageMaker() {
  const connection = connectWorker<PageRequest, PageResponse>(() => startWorker(address));
  const ask = createAsk(connection);

  return {
    /** Asks about the page on a picture. Takes the pixels of the picture away. */
    inspect: (picture: Picture): Promise<Inspection> =>
      ask(["inspected"], { do: "inspect", picture }, [picture.data.buffer]),
    /**
     * Asks only where a page lies, and whether it is sharp. Takes the pixels of the picture away.
     */
    outline: (picture: Picture): Promise<Outline> =>
      ask(["outlined"], { do: "outline", picture }, [picture.data.buffer]),
    /** Straightens, filters and turns a page. Takes the pixels of the picture away. */
    async render(picture: Picture, look: PageLook): Promise<Picture> {
      const request: PageRequest = { do: "render", picture, look, as: "picture" };
      return (await ask(["picture"], request, [picture.data.buffer])).picture;
    },
    /** As `render`, with one bit for each pixel. */
    renderBits: (picture: Picture, look: PageLook) =>
      ask(["bits"], { do: "render", picture, look, as: "bits" }, [picture.data.buffer]),
    /** Starts a PDF file. One at a time. */
    startPdf: (info: PdfInfo) => ask(["done"], { do: "start-pdf", info }),
    addToPdf: (page: PdfPage) => ask(["done"], { do: "add-page", page }, [page.image.bytes.buffer]),
    finishPdf: async (): Promise<Blob> => (await ask(["pdf"], { do: "finish-pdf" })).pdf,
    stop: connection.stop,
  };
}
