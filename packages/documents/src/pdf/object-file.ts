import { hexString, latin1 } from "./syntax.ts";

/** The number of an object in its file. */
export type ObjectNumber = number;

/** Writes the objects of a PDF file one after another and keeps only their offsets. */
export type ObjectFile = {
  /** Reserves the number of an object that is written later. */
  reserve(): ObjectNumber;
  /** Writes an object, given in the syntax of PDF, and returns its number. */
  add(content: string, number?: ObjectNumber): Promise<ObjectNumber>;
  /**
   * Writes a stream and returns its number. `entries` are those of its dictionary without /Length.
   */
  addStream(entries: string, data: Uint8Array, number?: ObjectNumber): Promise<ObjectNumber>;
  /**
   * Writes the cross-reference table and the trailer. Throws if a reserved object has not been
   * written.
   */
  finish(trailer: { root: ObjectNumber; info: ObjectNumber; id: Uint8Array }): Promise<void>;
};

/** Starts a PDF 1.7 file, whose bytes go to `write` in order. */
export function createObjectFile(write: (bytes: Uint8Array) => void | Promise<void>): ObjectFile {
  const offsets: (number | undefined)[] = [];
  let size = 0;

  const emit = async (part: string | Uint8Array) => {
    const bytes = typeof part === "string" ? latin1(part) : part;
    size += bytes.length;
    await write(bytes);
  };
  const begin = async (number: ObjectNumber) => {
    // The second line marks the file as binary (ISO 32000-1, 7.5.2).
    if (size === 0) await emit("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n");
    offsets[number - 1] = size;
    await emit(`${number} 0 obj\n`);
  };
  const reserve = () => offsets.push(undefined);

  return {
    reserve,
    async add(content, number = reserve()) {
      await begin(number);
      await emit(`${content}\nendobj\n`);
      return number;
    },
    async addStream(entries, data, number = reserve()) {
      await begin(number);
      await emit(`<< ${entries} /Length ${data.length} >>\nstream\n`);
      await emit(data);
      await emit("\nendstream\nendobj\n");
      return number;
    },
    async finish({ root, info, id }) {
      const tableOffset = size;
      const missing = offsets.indexOf(undefined);
      if (missing >= 0) throw new Error(`Object ${missing + 1} was reserved and not written.`);
      const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
      const count = offsets.length + 1;
      const trailer = `/Size ${count} /Root ${root} 0 R /Info ${info} 0 R /ID [${hexString(id)} ${hexString(id)}]`;
      await emit(
        `xref\n0 ${count}\n0000000000 65535 f \n${lines.join("")}` +
          `trailer\n<< ${trailer} >>\nstartxref\n${tableOffset}\n%%EOF\n`,
      );
    },
  };
}
