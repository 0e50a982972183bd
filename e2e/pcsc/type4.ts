import { instruction, ok, status } from "./apdu.ts";

/**
 * A Type 4 tag. `ndef` is the message in its NDEF file of `size` bytes; `maxRead` and `maxWrite`
 * are its MLe and MLc.
 */
export type Type4Card = {
  kind: "t4";
  ndef: Uint8Array;
  size?: number;
  maxRead?: number;
  maxWrite?: number;
  readOnly?: boolean;
};

const application = "d2760000850101";
const containerId = "e103";
const ndefId = "e104";

/**
 * The files of a Type 4 tag and its commands (NFC Forum Type 4 Tag 1.2: SELECT, READ BINARY, UPDATE
 * BINARY).
 */
export function createType4Files(card: Type4Card) {
  const { ndef, size = 2048, maxRead = 0xf6, maxWrite = 0xf0, readOnly = false } = card;
  const ndefFile = new Uint8Array(size);
  new DataView(ndefFile.buffer).setUint16(0, ndef.length);
  ndefFile.set(ndef, 2);
  const files = new Map([
    [containerId, createContainer({ size, maxRead, maxWrite, readOnly })],
    [ndefId, ndefFile],
  ]);
  let isApplicationSelected = false;
  let selectedFile: Uint8Array | undefined;

  function select(parameter: number, id: string): Uint8Array {
    selectedFile = undefined;
    if (parameter === 4) {
      isApplicationSelected = id === application;
      return isApplicationSelected ? ok() : status(0x6a82);
    }
    selectedFile = isApplicationSelected ? files.get(id) : undefined;
    return selectedFile ? ok() : status(0x6a82);
  }

  function respond(command: Uint8Array): Uint8Array {
    const [, ins, p1 = 0, p2 = 0, length = 0] = command;
    const data = command.subarray(5, 5 + length);
    if (ins === instruction.select) return select(p1, Buffer.from(data).toString("hex"));
    const offset = (p1 << 8) | p2;
    if (ins !== instruction.readBinary && ins !== instruction.updateBinary) return status(0x6d00);
    if (!selectedFile) return status(0x6985);
    if (ins === instruction.readBinary) {
      const requested = length || 256;
      if (requested > Math.max(maxRead, 15)) return status(0x6700);
      return offset < selectedFile.length
        ? ok(selectedFile.subarray(offset, offset + requested))
        : status(0x6b00);
    }
    if (readOnly || selectedFile !== ndefFile) return status(0x6982);
    if (data.length > maxWrite || offset + data.length > size) return status(0x6700);
    ndefFile.set(data, offset);
    return ok();
  }

  return { ndefFile, respond };
}

/** The capability container: mapping version 2.0, limits, one NDEF file. */
function createContainer(card: Required<Omit<Type4Card, "kind" | "ndef">>): Uint8Array {
  const { size, maxRead, maxWrite, readOnly } = card;
  const limits = [maxRead, maxWrite].map((limit) => limit.toString(16).padStart(4, "0")).join("");
  const control = `0406${ndefId}${size.toString(16).padStart(4, "0")}00${readOnly ? "ff" : "00"}`;
  return Uint8Array.from(Buffer.from(`000f20${limits}${control}`, "hex"));
}
