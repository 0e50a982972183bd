import {
  bodyToGlb,
  bodyToObj,
  bodyToPly,
  bodyToUsdz,
  createMat,
  matToPdf,
  meshTo3mf,
  meshToStl,
  ownThread,
} from "@scanhook/objects";
import { doTask } from "@scanhook/objects/tasks";
import { answerRequests } from "../../workers/answer-requests.ts";
import { createFrameJudge } from "./judge-frame.ts";
import { makeOfPictures } from "./make-of-pictures.ts";
import type { ObjectFormat, ObjectRequest, ObjectResponse } from "./object-messages.ts";
import { startCrew } from "./start-crew.ts";
import { readBody, type StoredBody, toTexture } from "./stored-body.ts";
import { decodePicture, encodeBitmap, maxKeptSide } from "./worker-pictures.ts";

const judgeFrame = createFrameJudge();
answerRequests(run);

async function run(request: ObjectRequest): Promise<ObjectResponse> {
  switch (request.do) {
    case "reduce": {
      const reduced = await encodeBitmap(request.bitmap, maxKeptSide);
      request.bitmap.close();
      return { kind: "reduced", ...reduced };
    }
    case "judge":
      return judgeFrame(request);
    case "mat":
      return { kind: "file", content: new Blob([matToPdf(createMat(request.paper))]) };
    case "task":
      return { kind: "done", result: doTask(request.task) };
    case "make": {
      // The pictures are small because memory ran out, and a crew needs more memory.
      if (request.isSmall) return makeOfPictures(request, ownThread);
      const { crew, stop } = startCrew();
      return makeOfPictures(request, crew).finally(stop);
    }
    case "export": {
      const body = await readBody(request.body, request.scale);
      if (!body) throw new Error("the body cannot be read");
      return {
        kind: "file",
        content: new Blob([await encodeBody(body, request.format, request.name)]),
      };
    }
  }
}

/** Encodes a body as a file of a format. */
async function encodeBody(
  stored: StoredBody,
  format: ObjectFormat,
  name: string,
): Promise<BlobPart> {
  const texture = toTexture(stored);
  // Only PLY takes colors from the pixels of the texture.
  const body = { ...stored, texture: { width: 0, height: 0, data: new Uint8Array() } };
  switch (format) {
    case "glb":
      return bodyToGlb(body, texture, name);
    case "usdz":
      return bodyToUsdz(body, texture, name);
    case "3mf":
      return meshTo3mf(body.mesh);
    case "stl":
      return meshToStl(body.mesh);
    case "obj":
      return bodyToObj(body);
    case "ply": {
      const file = new Blob([texture.bytes], { type: texture.type });
      return bodyToPly({ ...body, texture: await decodePicture(file) });
    }
  }
}
