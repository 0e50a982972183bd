import {
  applyFilter,
  createPdfWriter,
  decideStyle,
  findCurl,
  findPage,
  frameQuad,
  locatePage,
  measureSharpness,
  type PdfWriter,
  type Picture,
  type Quad,
  rectify,
  sharpEnough,
  straightenLines,
  toBits,
  turn,
} from "@scanhook/documents";
import { answerRequests } from "../../workers/answer-requests.ts";
import type { PageLook, PageRequest, PageResponse } from "./page-messages.ts";
import { release } from "./release.ts";

let pdf: { writer: PdfWriter; parts: Uint8Array<ArrayBuffer>[] } | undefined;

answerRequests(run, listTransfers);

async function run(request: PageRequest): Promise<PageResponse> {
  switch (request.do) {
    case "inspect": {
      const { picture } = request;
      const found = locatePage(picture);
      const curl = found && findCurl(picture, found.corners);
      const corners = curl?.corners ?? found?.corners;
      // The table around a page may be colored, so only the page counts.
      const page = corners && rectify(picture, curl ?? corners, { width: 600, height: 800 });
      const style = decideStyle([page ?? picture]);
      const isCurled = curl !== undefined || (page !== undefined && straightenLines(page) !== page);
      const doubt = found ? (found.isSure ? undefined : "unsure") : "not-found";
      const sharp = isSharp(picture, corners);
      return { kind: "inspected", corners, doubt, isCurled, style, isSharp: sharp };
    }
    case "outline": {
      const corners = findPage(request.picture);
      return { kind: "outlined", corners, isSharp: isSharp(request.picture, corners) };
    }
    case "render": {
      const picture = render(request.picture, request.look);
      if (request.as === "picture") return { kind: "picture", picture };
      const { width, height } = picture;
      return { kind: "bits", bits: toBits(picture), width, height };
    }
    case "start-pdf": {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const writer = createPdfWriter(request.info, (bytes) => void parts.push(bytes.slice()));
      pdf = { writer, parts };
      return { kind: "done" };
    }
    case "add-page":
      await pdf?.writer.addPage(request.page);
      return { kind: "done" };
    case "finish-pdf": {
      await pdf?.writer.finish();
      const file = new Blob(pdf?.parts, { type: "application/pdf" });
      pdf = undefined;
      return { kind: "pdf", pdf: file };
    }
  }
}

/** Returns whether a page is sharp; true if there is no page. */
function isSharp(picture: Picture, corners: Quad | undefined): boolean {
  return !corners || measureSharpness(picture, corners) >= sharpEnough;
}

/**
 * Renders a page and frees the memory of its source. Renders the whole picture if the corners lie
 * on a line.
 */
function render(
  source: Picture,
  { corners, isCurled, size, filter, style, quarterTurns }: PageLook,
) {
  const curl = isCurled ? findCurl(source, corners) : undefined;
  const cut = rectify(source, curl ?? corners, size) ?? rectify(source, frameQuad(source), size)!;
  release(source);
  const page = isCurled ? straightenLines(cut) : cut;
  if (page !== cut) release(cut);
  const filtered = applyFilter(page, filter, style);
  if (filtered !== page) release(page);
  const turned = turn(filtered, quarterTurns);
  if (turned !== filtered) release(filtered);
  return turned;
}

function listTransfers(response: PageResponse): Transferable[] {
  if (response.kind === "picture") return [response.picture.data.buffer];
  return response.kind === "bits" ? [response.bits.buffer] : [];
}
