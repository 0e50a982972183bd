import { inflateSync } from "node:zlib";

/**
 * An object of a file: its text up to its end or its stream, and the bytes of the stream, if it has
 * one.
 */
export type FileObject = { offset: number; text: string; stream?: Buffer };

/** Follows the cross-reference table of a file of ours to its objects, from number 1. */
export function readObjects(file: Buffer): { objects: FileObject[]; trailer: string } {
  const text = file.toString("latin1");
  const xref = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(xref))!;
  const table = text.indexOf("0000000000 65535 f \n", xref);
  const objects: FileObject[] = [];
  for (let number = 1; number < Number(count); number++) {
    const entry = text.slice(table + 20 * number, table + 20 * number + 20);
    const offset = Number(/^(\d{10}) 00000 n \n$/.exec(entry)![1]);
    const body = text.slice(offset, text.indexOf("\nendobj\n", offset) + 8);
    const start = /(?<=\nstream\n)/.exec(body)?.index;
    const head = start === undefined ? body : body.slice(0, start);
    if (!head.startsWith(`${number} 0 obj\n`)) throw new Error(`Object ${number} is elsewhere.`);
    objects.push({
      offset,
      text: head,
      ...(start !== undefined && {
        stream: file.subarray(offset + start, offset + start + lengthOf(head)),
      }),
    });
  }
  return { objects, trailer: text.slice(text.indexOf("trailer", table)) };
}

/** Returns the Length of a stream's dictionary. */
export function lengthOf(head: string): number {
  return Number(/\/Length (\d+) >>\nstream\n$/.exec(head)![1]);
}

/** Finds the one object that contains all of some strings. */
export function findObject(objects: FileObject[], ...parts: string[]): FileObject {
  const found = objects.filter(({ text }) => parts.every((part) => text.includes(part)));
  if (found.length !== 1) throw new Error(`${found.length} objects contain ${parts.join(", ")}.`);
  return found[0]!;
}

/** Returns the uncompressed bytes of the stream that an entry of an object refers to. */
export function followStream(objects: FileObject[], from: FileObject, key: string): Buffer {
  const number = Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(from.text)![1]);
  return inflateSync(objects[number - 1]!.stream!);
}
