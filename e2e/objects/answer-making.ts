// Answers the request to make an object in place of its worker, which would work for a minute.
import type { Page } from "playwright";
import sharp from "sharp";
import type { Pass } from "../../apps/scanner/src/capture/objects/kept-object.ts";
import type {
  ObjectRequest,
  ObjectResponse,
} from "../../apps/scanner/src/capture/objects/object-messages.ts";
import { storeBody } from "../../apps/scanner/src/capture/objects/stored-body.ts";
import { makePlainBox } from "../../packages/objects/src/testing/plain-box.ts";

type Response<Kind> = Extract<ObjectResponse, { kind: Kind }>;

/** The request to the worker: the pass of each picture, and its size in pixels. */
type Asked = { passes: Pass[]; sizes: [width: number, height: number][] };

/** The answer in place of the worker. An object that is made is a plain box. */
type Answer =
  | ({ kind: "made" } & Pick<Response<"made">["made"], "base"> &
      Partial<Pick<Response<"made">["made"], "warnings" | "isGuess">>)
  | Pick<Response<"not-made">, "kind" | "problem">;

/** Intercepts one request to make an object. The worker answers all others itself. */
export function answerMaking() {
  const asked = Promise.withResolvers<Asked>();
  const answered = Promise.withResolvers<Answer>();
  return {
    /** Prepares the page before it loads. */
    async prepare(page: Page) {
      await page.exposeFunction("answerMaking", async (request: Asked) => {
        asked.resolve(request);
        return toResponse(await answered.promise, request.passes.length);
      });
      await page.addInitScript(replaceWorkers);
    },
    /** Resolves with the request. The page shows its progress until `answer` is called. */
    asked: asked.promise,
    answer: answered.resolve,
  };
}

/** Returns a response as JSON, with files in base64. */
async function toResponse(answer: Answer, count: number) {
  const unused = Array.from({ length: count }, () => undefined);
  if (answer.kind === "not-made") return { ...answer, unused };
  const { mesh, unwrapped, measured, measures, texture, ...object } = makePlainBox();
  const { width, height, data } = texture;
  const image = sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg();
  const jpeg = await image.toBuffer();
  const body = storeBody({ mesh, unwrapped, measured, jpeg: new Uint8Array(jpeg) });
  const made: Response<"made">["made"] = {
    base: answer.base,
    measures,
    warnings: answer.warnings ?? object.warnings,
    isGuess: answer.isGuess ?? object.isGuess,
    hullOnly: object.hullOnly,
    hullShare: object.hullShare,
    triangles: mesh.indices.length / 3,
    checkError: undefined,
  };
  return {
    kind: answer.kind,
    paper: "a4",
    body: Buffer.from(await body.arrayBuffer()).toString("base64"),
    thumbnail: jpeg.toString("base64"),
    made,
    unused,
  };
}

/** Replaces the workers of the page in which it runs. */
function replaceWorkers() {
  type Message = { id: number; request: ObjectRequest };
  type Files = { body?: string; thumbnail?: string };
  const { answerMaking } = globalThis as unknown as {
    answerMaking: (asked: Asked) => Promise<Files>;
  };
  const toBlob = (base64: string) =>
    new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);

  globalThis.Worker = class extends Worker {
    override postMessage(
      message: Message,
      given: Transferable[] | StructuredSerializeOptions = [],
    ) {
      const transfer = Array.isArray(given) ? given : (given.transfer ?? []);
      if (message.request?.do !== "make") super.postMessage(message, transfer);
      else void this.answer(message.id, message.request);
    }

    async answer(id: number, { pictures, progress }: ObjectRequest & { do: "make" }) {
      progress.postMessage({ share: 0.5, stage: "mesh" });
      const bitmaps = await Promise.all(pictures.map(({ file }) => createImageBitmap(file)));
      const { body, thumbnail, ...others } = await answerMaking({
        passes: pictures.map(({ pass }) => pass),
        sizes: bitmaps.map(({ width, height }) => [width, height]),
      });
      const files = body && thumbnail && { body: toBlob(body), thumbnail: toBlob(thumbnail) };
      const response = { ...others, ...files };
      this.dispatchEvent(new MessageEvent("message", { data: { id, response } }));
    }
  };
}
