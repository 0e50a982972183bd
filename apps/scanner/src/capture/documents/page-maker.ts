import type { PdfInfo, PdfPage, Picture } from "@scanhook/documents";
import { connectWorker, createAsk } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import type { Outline } from "./outline-watch.ts";
import type { Inspection, PageLook, PageRequest, PageResponse } from "./page-messages.ts";
import address from "./pages.worker.ts?worker&url";

export type PageMaker = ReturnType<typeof createPageMaker>;

/**
 * Connects to a worker that finds, straightens and filters pages and writes PDF files. The requests
 * reject if the worker fails or is stopped. They transfer the pixels of pictures to the worker.
 */
export function createPageMaker() {
  const connection = connectWorker<PageRequest, PageResponse>(() => startWorker(address));
  const ask = createAsk(connection);

  return {
    /** Finds the page on a picture and judges it. */
    inspect: (picture: Picture): Promise<Inspection> =>
      ask(["inspected"], { do: "inspect", picture }, [picture.data.buffer]),
    /** Finds the page on a picture, and only checks whether it is sharp. */
    outline: (picture: Picture): Promise<Outline> =>
      ask(["outlined"], { do: "outline", picture }, [picture.data.buffer]),
    /** Straightens, filters and turns a page. */
    async render(picture: Picture, look: PageLook): Promise<Picture> {
      const request: PageRequest = { do: "render", picture, look, as: "picture" };
      return (await ask(["picture"], request, [picture.data.buffer])).picture;
    },
    /** Renders a page like `render`, with one bit for each pixel. */
    renderBits: (picture: Picture, look: PageLook) =>
      ask(["bits"], { do: "render", picture, look, as: "bits" }, [picture.data.buffer]),
    /** Starts a PDF file. Drops the one that was started before and not finished. */
    startPdf: (info: PdfInfo) => ask(["done"], { do: "start-pdf", info }),
    addToPdf: (page: PdfPage) => ask(["done"], { do: "add-page", page }, [page.image.bytes.buffer]),
    finishPdf: async (): Promise<Blob> => (await ask(["pdf"], { do: "finish-pdf" })).pdf,
    stop: connection.stop,
  };
}
