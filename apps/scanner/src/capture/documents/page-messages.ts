import type { Filter, PdfInfo, PdfPage, Picture, Quad, Style } from "@scanhook/documents";

/**
 * How a page comes out of its picture: `size` in pixels is that of the straightened page before it
 * is turned.
 */
export type PageLook = {
  corners: Quad;
  isCurled: boolean;
  size: { width: number; height: number };
  quarterTurns: number;
  filter: Filter;
  style: Style;
};

/** A request to the worker of the pages. */
export type PageRequest =
  /** Asks where a page lies, whether it is curled, and whether it has colored ink. */
  | { do: "inspect"; picture: Picture }
  /** Asks only where a page lies on a frame of the camera, and whether it is sharp. */
  | { do: "outline"; picture: Picture }
  | { do: "render"; picture: Picture; look: PageLook; as: "picture" | "bits" }
  | { do: "start-pdf"; info: PdfInfo }
  | { do: "add-page"; page: PdfPage }
  | { do: "finish-pdf" };

/** The page on a picture; a picture without a page is not judged. */
export type Inspection = {
  corners: Quad | undefined;
  isCurled: boolean;
  style: Style;
  isSharp: boolean;
};

export type PageResponse =
  | ({ kind: "inspected" } & Inspection)
  | { kind: "outlined"; corners: Quad | undefined; isSharp: boolean }
  | { kind: "picture"; picture: Picture }
  | { kind: "bits"; bits: Uint8Array; width: number; height: number }
  | { kind: "done" }
  | { kind: "pdf"; pdf: Blob };
