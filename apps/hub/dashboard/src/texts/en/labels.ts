import type { LabelReport } from "../../../../src/registers/labels/label.ts";

export const texts = {
  title: "Labels",
  paper: "Paper",
  papers: {
    a4: "Sheets, A4",
    letter: "Sheets, Letter",
    roll62: "Roll, 62 mm",
    roll29: "Labels, 90 × 29 mm",
  },
  format: "Format of the code",
  formats: { qr: "QR code", datamatrix: "Data Matrix", code128: "Bars (Code 128)" },
  which: "Labels of",
  roles: {
    all: "everything",
    place: "places",
    number: "number cards",
    person: "people",
    article: "things",
  },
  rolesOf: {
    stock: ["all", "place", "number", "article"],
    loans: ["all", "person", "article"],
    inspection: ["all", "article"],
  },
  shows: "On the label",
  parts: { title: "Title of the register", group: "Group", fields: "Fields", code: "Code as text" },
  onlyFields: "Only these fields, separated by commas",
  fieldsExample: "those that phones show",
  preview: "The first label",
  /** Says how many labels there are, and what they lack. */
  summary: ({ printed, unprintable, shortened, tooLong }: LabelReport) =>
    [
      `${printed === 1 ? "1 label" : `${printed} labels`}; this is the first.`,
      tooLong > 0 &&
        `${tooLong} are left out, because their codes are too long or not possible in this format.`,
      shortened > 0 && `${shortened} have only a part of a name or a detail.`,
      unprintable > 0 &&
        `${unprintable} lack a name or a detail, in a script that cannot be printed.`,
    ]
      .filter((sentence) => sentence !== false)
      .join(" "),
  open: "Open the PDF",
  savePng: "Save this label as PNG",
} as const;
