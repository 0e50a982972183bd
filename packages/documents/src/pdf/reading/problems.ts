/** The sentences that say why the pictures of a PDF file cannot be taken, and what to do. */
export const problems = {
  notPdf: "This file is not a PDF; choose a PDF or pictures.",
  encrypted: "This PDF is protected with a password; save it without one and open it again.",
  damaged: "This PDF is damaged; print it to a new PDF in a viewer and open that.",
  empty: "This PDF has no pages with pictures; choose another one.",
  excess: (page: number) =>
    `Page ${page} of this PDF was not read, because its pages hold far more than pictures need; ${otherWay}`,
  damagedPage: (page: number) => `Page ${page} of this PDF is damaged; ${otherWay}`,
  text: (page: number) => `Page ${page} of this PDF holds text; ${otherWay}`,
  drawing: (page: number) => `Page ${page} of this PDF holds drawings; ${otherWay}`,
  severalPictures: (page: number) =>
    `Page ${page} of this PDF is composed of several pictures; ${otherWay}`,
  format: (page: number, format: string) =>
    `The picture on page ${page} of this PDF is in a format that cannot be read here (${format}); ${otherWay}`,
  size: (page: number, megapixels: number) =>
    `The picture on page ${page} of this PDF has ${megapixels} megapixels, which is too many; ${otherWay}`,
  mirrored: (page: number) => `The picture on page ${page} of this PDF is mirrored; ${otherWay}`,
  tiny: (page: number) =>
    `The picture on page ${page} of this PDF is less than a millimeter wide or high; ${otherWay}`,
  long: (page: number, meters: number) =>
    `The picture on page ${page} of this PDF is ${meters} m long, and a page has at most 5 m; print it smaller to a new PDF in a viewer and open that.`,
  missing: (page: number, format: string) =>
    `The decoder of ${format} for the picture on page ${page} of this PDF could not be loaded; check the network and open it again.`,
  slow: (page: number) =>
    `The picture on page ${page} of this PDF takes too long to decode; ${otherWay}`,
  damagedPicture: (page: number) =>
    `The picture on page ${page} of this PDF is damaged; ${otherWay}`,
};

const otherWay = "export its pages as pictures in a viewer and open those.";
