import { findGutter } from "@scanhook/documents";
import { createKeptList } from "../files/kept-list.svelte.ts";
import { createTurns } from "../turns.ts";
import { splitSpread } from "./corner-moves.ts";
import {
  addSentCode,
  changePage,
  type DocumentPage,
  type KeptDocument,
  newDocument,
  removePage,
} from "./document.ts";
import { createDocumentStore } from "./document-store.ts";
import type { DocumentProblem, Progress } from "./document-work.ts";
import {
  type ExportSource,
  renderPage,
  writeDocumentPdf,
  writePagePicture,
} from "./export-document.ts";
import { isPdf, openPdf } from "./open-pdf.ts";
import { createPageMaker } from "./page-maker.ts";
import { type PageReading, readDocumentText } from "./read-text.ts";
import { takeIn } from "./take-in.ts";
import { chosenLanguages } from "./text-languages.svelte.ts";

/** The gutter of a book is looked for on a picture of this many pixels a side. */
const gutterSide = 600;

/** Previews have at most this many pixels a side. */
const previewSide = 900;

/** The documents of this device, and the one that is open. */
export function createDocuments() {
  const state = $state<{
    problem: DocumentProblem | undefined;
    progress: Progress | undefined;
  }>({ problem: undefined, progress: undefined });
  const keptList = createKeptList("documents", createDocumentStore);
  let current = $state.raw<KeptDocument | undefined>();
  let past = $state.raw<KeptDocument[]>([]);
  const maker = createPageMaker();
  const previews = new Map<string, Promise<string>>();
  let reading: AbortController | undefined;
  // One after another, because each holds a whole photo in memory.
  const inTurn = createTurns();

  const fail = (problem: DocumentProblem) => {
    state.problem = problem;
  };

  const isFull = () => state.problem?.kind === "full";

  /** Shows the document at once, and writes it after what is being written. */
  const show = async (document: KeptDocument) => {
    current = document;
    const result = await keptList.save(document);
    if (result.ok) keptList.put(document);
    else fail({ kind: result.reason });
  };

  const change = (document: KeptDocument) => {
    if (!current || document === current) return;
    past = [...past, current];
    void show(document);
  };

  const source = (document: KeptDocument): ExportSource => ({
    maker,
    readPicture: async (page) => (await keptList.openStore()).readPicture(document.id, page),
    readText: async (textId) => (await keptList.openStore()).readText(document.id, textId),
    inTurn,
  });

  const close = () => {
    reading?.abort();
    const document = current;
    current = undefined;
    past = [];
    if (document?.pages.length === 0) void remove(document.id);
    else if (document)
      void keptList.inTurn(async () => (await keptList.openStore()).removeUnused(document));
  };

  const remove = async (id: string) => {
    if (current?.id === id) current = undefined;
    await keptList.remove(id);
  };

  /** Adds a picture to the open document as its last page, or in the place of a page. */
  const addPicture = async (
    file: Blob,
    {
      name,
      replaces,
      ...taking
    }: {
      name?: string;
      replaces?: string | undefined;
      quarterTurns?: number;
      isWholePage?: boolean;
    } = {},
  ): Promise<{ page: DocumentPage; isSharp: boolean } | undefined> => {
    const document = current;
    if (!document) return undefined;
    try {
      const taken = await inTurn(() => takeIn(file, maker, taking));
      if (!taken.ok) return void fail({ kind: taken.reason, name });
      const { page, picture, isSharp } = taken;
      const result = await (await keptList.openStore()).addPicture(document.id, page.id, picture);
      if (!result.ok) return void fail({ kind: result.reason });
      if (current?.id !== document.id) return undefined;
      const pages = current.pages.some(({ id }) => id === replaces)
        ? current.pages.map((each) => (each.id === replaces ? page : each))
        : [...current.pages, page];
      change({ ...current, pages });
      return { page, isSharp };
    } catch {
      return void fail({ kind: "broken", name });
    }
  };

  const addPdf = async (file: File) => {
    const { name } = file;
    try {
      for await (const page of openPdf(file)) {
        if (!page.ok) {
          fail({ kind: "pdf", name, detail: page.problem });
          continue;
        }
        await addPicture(page.picture, {
          name,
          quarterTurns: page.quarterTurns,
          isWholePage: true,
        });
        if (isFull()) return;
      }
    } catch {
      fail({ kind: "broken", name });
    }
  };

  /** Keeps the text of a page that is still as it was when it was read. */
  const keepText = async (id: string, { page, quarterTurns, read }: PageReading) => {
    const textId = crypto.randomUUID();
    const result = await (await keptList.openStore()).addText(id, textId, read);
    if (!result.ok) return fail({ kind: result.reason });
    if (current?.id !== id || !current.pages.includes(page)) return;
    change(changePage(current, page.id, { quarterTurns, textId }));
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
      return past.length > 0;
    },
    load: keptList.load,
    /**
     * Starts a document. The browser is asked to keep the documents, because from now on there are
     * some.
     */
    create(title: string) {
      past = [];
      current = newDocument(title);
      keptList.askToPersist();
    },
    open(id: string) {
      past = [];
      current = keptList.list.find((document) => document.id === id);
    },
    /** Leaves the open document. One without pages is not kept. */
    close,
    /** Changes the open document; `undo` takes it back. */
    change,
    undo() {
      const before = past.at(-1);
      if (!before) return;
      past = past.slice(0, -1);
      void show(before);
    },
    /**
     * Notes that a scan was made of a code on a page. A scan is not taken back, so `undo` keeps the
     * note.
     */
    noteSentCode(key: string) {
      if (!current) return;
      past = past.map((document) => addSentCode(document, key));
      void show(addSentCode(current, key));
    },
    removePage: (id: string) => current && change(removePage(current, id)),
    remove,
    /** Finds the page on a frame of the camera. Takes the pixels of the picture away. */
    outline: maker.outline,
    addPicture,
    /** Divides the page with an open book into two, at its gutter. Returns whether it did. */
    async split(id: string): Promise<boolean> {
      const document = current;
      const page = document?.pages.find((each) => each.id === id);
      if (!document || !page) return false;
      const asTaken: KeptDocument = { ...document, filter: "original" };
      const spread = await inTurn(() =>
        renderPage(asTaken, page, source(document), gutterSide),
      ).catch(() => undefined);
      if (!spread) fail({ kind: "broken" });
      const halves = spread && splitSpread(page.corners, page.quarterTurns, findGutter(spread));
      if (!halves) return false;
      const opened = await keptList.openStore();
      const picture = await opened.readPicture(document.id, page.id);
      const second = { ...page, id: crypto.randomUUID(), corners: halves[1] };
      const result = picture && (await opened.addPicture(document.id, second.id, picture));
      if (!result?.ok) {
        fail({ kind: result?.reason ?? "broken" });
        return false;
      }
      const pages = document.pages.flatMap((each) =>
        each.id === id ? [{ ...page, corners: halves[0] }, second] : [each],
      );
      change({ ...document, pages });
      return true;
    },
    /**
     * Adds pictures, and PDF files of pictures, in their order. Other files are left out with a
     * sentence.
     */
    async addFiles(files: readonly File[]) {
      state.problem = undefined;
      for (const [done, file] of files.entries()) {
        state.progress = { kind: "adding", done, total: files.length };
        if (isPdf(file)) await addPdf(file);
        else await addPicture(file, { name: file.name });
        if (isFull()) break;
      }
      state.progress = undefined;
    },
    /** Returns the address of a small picture of a page. It stays valid until the app is closed. */
    preview(document: KeptDocument, page: DocumentPage): Promise<string> {
      const { filter, paper, pages } = document;
      const isColor = pages.some(({ style }) => style === "color");
      const { textId: _, ...outline } = page;
      const key = JSON.stringify([outline, filter, paper, filter === "clean" && isColor]);
      const known = previews.get(key);
      if (known) return known;
      const made = inTurn(async () => {
        const options = { maxSide: previewSide };
        const picture = await writePagePicture(document, page, source(document), options);
        return URL.createObjectURL(picture);
      });
      previews.set(key, made);
      made.catch(() => previews.delete(key));
      return made;
    },
    /** Runs work that holds a whole photo in memory after other such work. */
    inTurn,
    readPicture: (document: KeptDocument, page: string) => source(document).readPicture(page),
    /**
     * Reads the text of the pages of the open document. `stopReading` ends it; pages that are read
     * keep their text.
     */
    async readText() {
      const document = current;
      if (!document) return;
      reading = new AbortController();
      const total = document.pages.filter(({ textId }) => textId === undefined).length;
      state.problem = undefined;
      state.progress = { kind: "text", done: 0, total };
      try {
        const result = await readDocumentText(document, source(document), {
          languages: chosenLanguages(),
          signal: reading.signal,
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
        reading = undefined;
        state.progress = undefined;
      }
    },
    stopReading: () => reading?.abort(),
    textOf: (document: KeptDocument, textId: string) => source(document).readText(textId),
    /** Writes the document as a PDF file; undefined with a problem if that fails. */
    async writePdf(document: KeptDocument): Promise<Blob | undefined> {
      const total = document.pages.length;
      state.problem = undefined;
      state.progress = { kind: "pdf", done: 0, total };
      try {
        return await writeDocumentPdf(document, source(document), {
          onPage: (done) => {
            state.progress = { kind: "pdf", done, total };
          },
        });
      } catch {
        return void fail({ kind: "broken" });
      } finally {
        state.progress = undefined;
      }
    },
    /** Writes each page as a picture file; undefined with a problem if that fails. */
    async writePictures(
      document: KeptDocument,
      type: "image/jpeg" | "image/png",
    ): Promise<Blob[] | undefined> {
      const total = document.pages.length;
      const files: Blob[] = [];
      state.problem = undefined;
      try {
        for (const page of document.pages) {
          state.progress = { kind: "pictures", done: files.length, total };
          const write = () => writePagePicture(document, page, source(document), { type });
          files.push(await inTurn(write));
        }
        return files;
      } catch {
        return void fail({ kind: "broken" });
      } finally {
        state.progress = undefined;
      }
    },
    dismissProblem() {
      state.problem = undefined;
    },
  };
}

/** The documents. They live as long as the app, also while other tabs are shown. */
export const documents = createDocuments();
