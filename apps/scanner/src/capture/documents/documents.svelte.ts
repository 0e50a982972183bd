import { createKeptList } from "../files/kept-list.svelte.ts";
import { createTurns } from "../turns.ts";
import { addProblem } from "./add-problem.ts";
import { correctLine } from "./correct-line.ts";
import {
  addSentCode,
  changePage,
  type DocumentPage,
  filterOf,
  type KeptDocument,
  newDocument,
  removePage,
} from "./document.ts";
import { createDocumentStore } from "./document-store.ts";
import type { DocumentProblem, Progress } from "./document-work.ts";
import { type ExportSource, writePagePicture } from "./export-document.ts";
import { createExportWork } from "./export-work.ts";
import { isPdf, takePdfPages } from "./open-pdf.ts";
import { createPageMaker } from "./page-maker.ts";
import type { ReadText } from "./page-text.ts";
import { type PageReading, readDocumentText } from "./read-text.ts";
import { splitPage } from "./split-page.ts";
import { takeIn } from "./take-in.ts";
import { chosenLanguages } from "./text-languages.svelte.ts";

/** The largest side of previews, in pixels. */
const previewSide = 900;

/** The documents of this device, and the one that is open. */
function createDocuments() {
  const state = $state<{
    problems: readonly DocumentProblem[];
    progress: Progress | undefined;
  }>({ problems: [], progress: undefined });
  const keptList = createKeptList("documents", createDocumentStore);
  let current = $state.raw<KeptDocument | undefined>();
  let undoStack = $state.raw<KeptDocument[]>([]);
  const maker = createPageMaker();
  const previews = new Map<string, Promise<string>>();
  let readingAbort: AbortController | undefined;
  // Work runs one after another, because each holds a whole photo in memory.
  const inTurn = createTurns();
  const correctInTurn = createTurns();

  const fail = (problem: DocumentProblem) => {
    state.problems = addProblem(state.problems, problem);
  };

  const isFull = () => state.problems.some(({ kind }) => kind === "full");

  /** Writes a document after all earlier changes. */
  const keep = async (document: KeptDocument) => {
    const result = await keptList.save(document);
    if (result.ok) keptList.put(document);
    else fail({ kind: result.reason });
  };

  /** Shows the document at once, and writes it. */
  const show = (document: KeptDocument) => {
    current = document;
    return keep(document);
  };

  const change = (document: KeptDocument) => {
    if (!current || document === current) return;
    undoStack = [...undoStack, current];
    void show(document);
  };

  const source = (document: KeptDocument): ExportSource => ({
    maker,
    readPicture: async (page) => (await keptList.openStore()).readPicture(document.id, page),
    readText: async (textId) => (await keptList.openStore()).readText(document.id, textId),
    inTurn,
  });

  const close = () => {
    readingAbort?.abort();
    const document = current;
    current = undefined;
    undoStack = [];
    if (document?.pages.length === 0) void remove(document.id);
    else if (document)
      void keptList.inTurn(async () => (await keptList.openStore()).removeUnused(document));
  };

  const remove = async (id: string) => {
    if (current?.id === id) current = undefined;
    await keptList.remove(id);
  };

  /**
   * Adds a picture to the open document as its last page, or replaces the page with the id
   * `replaces`. Returns undefined if that fails, and sets `state.problems` unless the document was
   * left.
   */
  const addPicture = async (
    file: Blob,
    {
      name,
      replaces,
      ...options
    }: {
      name?: string;
      replaces?: string | undefined;
      quarterTurns?: number;
      isWholePage?: boolean;
    } = {},
  ): Promise<{ page: DocumentPage; isSharp: boolean } | undefined> => {
    const document = current;
    if (!document) return undefined;
    // The reader of a PDF file names the pages that are refused.
    const refuse = (kind: DocumentProblem["kind"]) =>
      void (options.isWholePage || fail({ kind, name }));
    try {
      const intake = await inTurn(() => takeIn(file, maker, options));
      if (!intake.ok) return refuse(intake.reason);
      const { page, picture, isSharp } = intake;
      const result = await (await keptList.openStore()).addPicture(document.id, page.id, picture);
      if (!result.ok) return void fail({ kind: result.reason });
      if (current?.id !== document.id) return undefined;
      const pages = current.pages.some(({ id }) => id === replaces)
        ? current.pages.map((each) =>
            each.id === replaces ? { ...page, filter: each.filter } : each,
          )
        : [...current.pages, page];
      change({ ...current, pages });
      return { page, isSharp };
    } catch {
      return refuse("broken");
    }
  };

  const addPdf = async (file: File) => {
    const { name } = file;
    let addedCount = 0;
    try {
      const detail = await takePdfPages(file, async (picture, quarterTurns) => {
        const added = await addPicture(picture, { name, quarterTurns, isWholePage: true });
        if (isFull() || !current) return "stopped";
        if (added) addedCount += 1;
        return added ? "added" : "refused";
      });
      if (detail) fail({ kind: addedCount > 0 ? "pdf-pages" : "pdf", name, detail });
    } catch {
      fail({ kind: "broken", name });
    }
  };

  /** Writes a text and returns its id; undefined if that fails, and sets `state.problems`. */
  const storeText = async (documentId: string, pageText: ReadText): Promise<string | undefined> => {
    const textId = crypto.randomUUID();
    const result = await (await keptList.openStore()).addText(documentId, textId, pageText);
    if (result.ok) return textId;
    return void fail({ kind: result.reason });
  };

  /** Writes the text of a page, and assigns it if the page was not changed since it was read. */
  const keepText = async (id: string, { page, pageText, ...found }: PageReading) => {
    const textId = await storeText(id, pageText);
    if (textId === undefined || current?.id !== id || !current.pages.includes(page)) return;
    change(changePage(current, page.id, { ...found, textId }));
  };

  return {
    state,
    keeping: keptList.state,
    get list() {
      return keptList.list;
    },
    get current() {
      return current;
    },
    get canUndo() {
      return undoStack.length > 0;
    },
    load: keptList.load,
    /**
     * Starts a document. It is written to the disk with its first page.
     */
    create(title: string, folder?: string) {
      undoStack = [];
      current = { ...newDocument(title), folder };
      keptList.askToPersist();
    },
    open(id: string) {
      undoStack = [];
      current = keptList.list.find((document) => document.id === id);
    },
    /** Leaves the open document. A document without pages is removed. */
    close,
    /** Replaces the open document by a changed one; `undo` reverts that. */
    change,
    undo() {
      const before = undoStack.at(-1);
      if (!before) return;
      undoStack = undoStack.slice(0, -1);
      void show(before);
    },
    /**
     * Marks a code on a page as sent. `undo` does not revert that, because the scan cannot be taken
     * back.
     */
    noteSentCode(key: string) {
      if (!current) return;
      undoStack = undoStack.map((document) => addSentCode(document, key));
      void show(addSentCode(current, key));
    },
    removePage: (id: string) => current && change(removePage(current, id)),
    remove,
    /** Finds the page on a camera frame. Transfers the pixels of the picture to the worker. */
    outline: maker.outline,
    addPicture,
    /**
     * Divides a page that shows an open book into two, at the gutter. Returns false if that fails.
     */
    async split(id: string): Promise<boolean> {
      const document = current;
      const page = document?.pages.find((each) => each.id === id);
      if (!document || !page) return false;
      const halves = await splitPage(document, page, source(document)).catch(() =>
        fail({ kind: "broken" }),
      );
      if (!halves) return false;
      const store = await keptList.openStore();
      const picture = await store.readPicture(document.id, page.id);
      const result = picture && (await store.addPicture(document.id, halves[1].id, picture));
      if (!result?.ok) {
        fail({ kind: result?.reason ?? "broken" });
        return false;
      }
      const pages = document.pages.flatMap((each) => (each.id === id ? halves : [each]));
      change({ ...document, pages });
      return true;
    },
    /**
     * Adds pictures, and PDF files that consist of pictures, in their order. Sets `state.problems`
     * for files that cannot be added.
     */
    async addFiles(files: readonly File[]) {
      state.problems = [];
      for (const [done, file] of files.entries()) {
        state.progress = { kind: "adding", done, total: files.length };
        if (isPdf(file)) await addPdf(file);
        else await addPicture(file, { name: file.name });
        if (isFull()) break;
      }
      state.progress = undefined;
    },
    /** Returns the URL of a small picture of a page, which is valid until the app is closed. */
    preview(document: KeptDocument, page: DocumentPage): Promise<string> {
      const { paper, pages } = document;
      const filter = filterOf(document, page);
      const isColor = pages.some(({ style }) => style === "color");
      const { textId: _text, hasCorrections: _corrections, filter: _filter, ...outline } = page;
      const key = JSON.stringify([outline, filter, paper, filter === "clean" && isColor]);
      const known = previews.get(key);
      if (known) return known;
      const url = inTurn(async () => {
        const options = { maxSide: previewSide };
        const picture = await writePagePicture(document, page, source(document), options);
        return URL.createObjectURL(picture);
      });
      previews.set(key, url);
      url.catch(() => previews.delete(key));
      return url;
    },
    /** Runs work that holds a whole photo in memory once earlier work of this kind has ended. */
    inTurn,
    readPicture: (document: KeptDocument, page: string) => source(document).readPicture(page),
    /**
     * Reads the text of the pages of the open document that have none, or that of the page with the
     * id `again`. `stopReading` ends that; texts that were read until then are kept.
     */
    async readText(again?: string) {
      const document = current;
      if (!document) return;
      readingAbort = new AbortController();
      const pages = document.pages.filter(({ id, textId }) =>
        again === undefined ? textId === undefined : id === again,
      );
      const total = pages.length;
      state.problems = [];
      state.progress = { kind: "text", done: 0, total };
      try {
        const result = await readDocumentText(document, pages, source(document), {
          languages: chosenLanguages(),
          signal: readingAbort.signal,
          onPage: (page) => keepText(document.id, page),
          onProgress: (done) => {
            state.progress = { kind: "text", done, total };
          },
        });
        if (!result.ok && result.failure !== "stopped")
          fail({ kind: result.failure === "no-language" ? "language" : "text" });
      } catch {
        fail({ kind: "text" });
      } finally {
        readingAbort = undefined;
        state.progress = undefined;
      }
    },
    stopReading: () => readingAbort?.abort(),
    /** Replaces a line of the text of a page of the open document by what a person typed. */
    correctText: (pageId: string, line: number, text: string) =>
      correctInTurn(async () => {
        const document = current;
        const page = document?.pages.find(({ id }) => id === pageId);
        if (!document || page?.textId === undefined) return;
        const pageText = await source(document).readText(page.textId);
        const corrected = pageText && correctLine(pageText, line, text);
        const textId = corrected && (await storeText(document.id, corrected));
        if (textId === undefined || !current?.pages.includes(page)) return;
        change(changePage(current, pageId, { textId, hasCorrections: true }));
      }).catch(() => fail({ kind: "failed" })),
    /** Reads the texts of a document by their ids; none if it was removed meanwhile. */
    readPlainTexts: (document: KeptDocument) =>
      keptList.inTurn(async () =>
        // Reading creates the folder of the document, which would bring a removed one back.
        keptList.list.some(({ id }) => id === document.id)
          ? (await keptList.openStore()).readPlainTexts(document)
          : new Map<string, string>(),
      ),
    textOf: (document: KeptDocument, textId: string) => source(document).readText(textId),
    ...createExportWork(state, source),
    /** Renames a folder, or removes it without `to`. Its documents stay. */
    async renameFolder(from: string, to: string | undefined) {
      for (const document of keptList.list) {
        if (document.folder === from) await keep({ ...document, folder: to });
      }
    },
    dismissProblems() {
      state.problems = [];
    },
  };
}

/** The documents of the app, which stay loaded while other tabs are shown. */
export const documents = createDocuments();
