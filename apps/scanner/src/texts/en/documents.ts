import type { Filter } from "@scanhook/documents";

const list = new Intl.ListFormat("en");
const pages = (count: number) => (count === 1 ? "1 page" : `${count} pages`);

/** Returns a date as year, month and day (ISO 8601). WebKit gives no locale in this order. */
function toLocalDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The texts of the tab Document, which load with it. */
export const documentTexts = {
  title: "Documents",
  lead: "Photograph pages and get one clean PDF. Everything stays on this device; nothing is uploaded.",
  scan: "Scan pages",
  choose: "Choose pictures or PDFs",
  drop: "Drop pictures to add them",
  kept: "On this device",
  none: "Documents that you scan are listed here until you delete them.",
  search: "Search documents",
  searchHint: "Words in titles and texts",
  searching: "Searching …",
  noneFound: "No document has these words. Only pages whose text was read can be searched.",
  showMore: (count: number) => `Show more (${count})`,
  foundCount: (count: number) => `${count === 1 ? "1 document" : `${count} documents`} found`,
  foundOn: (page: number, line: string) => `Page ${page}: ${line}`,
  pages,
  newTitle: (date: Date) => `Document ${toLocalDate(date)}`,
  notKept:
    "This browser does not let the page store files, as in some private windows. Save the PDF before you close the page.",
  mayBeDeleted:
    "This browser may delete documents when space runs low, and Safari after a week without a visit. Install the app, or save each PDF.",
  problems: {
    empty: "is an empty file. Choose another one.",
    unreadable: "is not a picture that this browser can open. Choose a JPEG or a PNG.",
    large:
      "has more pixels than this device can open. Make it smaller, such as 4000 pixels a side, and choose it again.",
    full: "This device has no space left, so the last change is not saved. Nothing else was lost. Delete a document or free some space, then try again.",
    failed:
      "The last change could not be saved on this device. Save the PDF now, then reload the page.",
    broken:
      "That did not work. Try again; if it fails again, reload the page. The saved pages are not lost.",
    language:
      "The data of the language could not be loaded, so no text was read. It loads from the network the first time; check it and try again.",
    text: "Text could not be read. The text reader loads from the network the first time; check it and try again.",
    pdf: "was not added:",
    "pdf-pages": "was added without some of its pages:",
  },
  thisFile: "This file",
  dismiss: "Dismiss",
  progress: {
    adding: (done: number, total: number) => `Adding picture ${done + 1} of ${total} …`,
    pdf: (done: number, total: number) => `Writing page ${Math.min(done + 1, total)} of ${total} …`,
    pictures: (done: number, total: number) => `Writing picture ${done + 1} of ${total} …`,
    text: (done: number, total: number) =>
      `Reading the text of page ${Math.min(Math.floor(done) + 1, total)} of ${total} …`,
  },
  document: {
    back: "All documents",
    name: "Title",
    takeTitle: (title: string) => `Use “${title}”`,
    look: "Look of all pages",
    ownLook: (numbers: readonly number[]) =>
      numbers.length === 1
        ? `Page ${numbers[0]} has a look of its own.`
        : `Pages ${list.format(numbers.map(String))} have a look of their own.`,
    sameLook: "Same look for all pages",
    filters: {
      original: "Original",
      grey: "Gray",
      "black-and-white": "Black and white",
      clean: "Clean",
    } satisfies Record<Filter, string>,
    paper: "Paper",
    byShape: "By its shape",
    papers: {
      A4: "A4",
      A5: "A5",
      Letter: "Letter",
      Legal: "Legal",
      card: "Card (ID-1)",
      "receipt-80": "Receipt, 80 mm",
      "receipt-57": "Receipt, 57 mm",
    },
    doubtful: (numbers: readonly number[]) =>
      numbers.length === 1
        ? `It is not sure where page ${numbers[0]} lies on its picture. Look at its corners.`
        : `It is not sure where pages ${list.format(numbers.map(String))} lie on their pictures. Look at their corners.`,
    setCorners: (number: number) => `Set the corners of page ${number}`,
    check: "Check corners",
    checkPage: (number: number) => `Check corners of page ${number}`,
    pageList: "Pages",
    page: (number: number) => `Page ${number}`,
    edit: (number: number) => `Correct page ${number}`,
    earlier: (number: number) => `Move page ${number} forward`,
    later: (number: number) => `Move page ${number} back`,
    deletePage: (number: number) => `Delete page ${number}`,
    deleted: (number: number) => `Page ${number} deleted`,
    notShown: "This page cannot be shown.",
    undo: "Undo",
    empty: "This document has no pages yet.",
    export: "Save and share",
    pdf: "Save PDF",
    share: "Share PDF",
    jpeg: "Save JPEG",
    png: "Save PNG",
    text: "Save text",
    print: "Print",
    cannotPrint:
      "This browser cannot print a PDF from a page. Save the PDF, open it, and print it from there.",
    read: "Read the text",
    stop: "Stop",
    readHint: (languages: string) =>
      `Makes the PDF searchable, and turns pages upright. Reads ${languages}, on this device.`,
    languages: "Other languages",
    hasText: "All pages have their text.",
    delete: "Delete document",
    deleteQuestion: "Delete this document and its pictures from this device?",
    keep: "Keep",
    saved: "Saved.",
  },
  folders: {
    folder: "Folder",
    none: "No folder; type the name of one",
    show: "Show the documents of a folder",
    all: "All",
    change: (name: string) => `Rename or remove “${name}”`,
    name: "Name of this folder",
    remove: "Remove this folder",
    removed: (name: string) => `“${name}” is removed. Its documents stay, in no folder.`,
  },
  languages: {
    title: "Text of documents",
    hint: "Choose the languages that your documents have. Each further one makes reading slower, and its data loads the first time it is used.",
    others: (names: string, example: string) =>
      `${names} can be added on the machine of the hub. This command adds ${example}:`,
  },
  codes: {
    title: (count: number, pages: number) =>
      `${count === 1 ? "1 code" : `${count} codes`} on ${pages === 1 ? "this page" : "these pages"}`,
    hint: "Nothing of a document is sent. A code is sent as a scan once you tap Send.",
    goTo: (job: string) => `Codes go to “${job}”.`,
    send: "Send",
    sendCode: (line: string) => `Send ${line}`,
    wasSent: "Sent before",
    sendAgain: "Send again",
    sendCodeAgain: (line: string) => `Send again: ${line}`,
    on: (page: number) => `Page ${page}`,
  },
  correct: {
    title: (number: number) => `Correct page ${number}`,
    done: "Done",
    hint: "Drag the corners and sides onto the edges of the page. With the keyboard, move them with the arrow keys, faster with Shift.",
    doubts: {
      "not-found":
        "No page was found on this picture, so all of it is taken. Drag the corners onto the edges of the page, or keep the whole picture with Done.",
      unsure:
        "The sides of this page are partly covered. Check that the corners lie on the corners of the page, and press Done.",
    },
    isWholePhoto:
      "All of the picture is taken for the page. If the page is smaller, move the corners onto its edges.",
    corners: ["Top left corner", "Top right corner", "Bottom right corner", "Bottom left corner"],
    sides: ["Top side", "Right side", "Bottom side", "Left side"],
    look: "Look of this page",
    forAll: "For all pages",
    flatten: "Flatten the curl of the page",
    left: "Turn left",
    right: "Turn right",
    whole: "Whole picture",
    split: "Two pages",
    again: "Take again",
    result: "Result",
    text: "Text",
    noText: "No text was found on this page.",
    textOnPage: "Text on the page",
    selectHint: "The text on the page above can be selected, too.",
    copy: "Copy text",
    correctText: "Correct the text",
    corrected: "Show the text",
    linesHint:
      "Each field is a line of the page. Your text takes its place in the PDF and in what is copied.",
    line: (number: number) => `Line ${number}`,
    readAgain: "Read again",
    loseTitle: "Corrected text",
    loseQuestion:
      "You corrected the text of this page. This change throws the corrections away; Undo brings them back.",
    lose: "Throw away",
    keepText: "Keep the text",
    resolution: (dpi: number) => `${dpi} dpi`,
    size: (name: string, width: number, height: number) => `${name}, ${width} × ${height} mm`,
    guess: "Guessed size",
    low: (dpi: number) =>
      `This page has only ${dpi} dpi, so small print may be hard to read. Take it again from closer.`,
  },
  camera: {
    title: "Scan pages",
    shoot: "Take the picture",
    close: "Done",
    hint: "Hold the camera over the page so that it fills the picture.",
    taking: "Taking the picture …",
    taken: (count: number) => `${pages(count)} taken`,
    byItself: "By itself",
    holdStill: "Hold still …",
    next: (count: number) => `Next page${count > 0 ? ` (${count} taken)` : ""}`,
    low: (dpi: number) =>
      `The last page has only ${dpi} dpi. Take it again from closer, if it has small print.`,
    blurred: "The last page is blurred.",
    doubts: {
      "not-found":
        "No page was found in the last picture, so all of it is taken. Set its corners, or take it again on a darker table.",
      unsure:
        "The sides of the last page are partly covered. Check its corners, or take it again with nothing on it.",
    },
    setCorners: "Set its corners",
    again: "Take it again",
    notTaken: "The camera gave no picture. Try again.",
  },
};
