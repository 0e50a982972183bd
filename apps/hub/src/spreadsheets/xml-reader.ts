import sax from "sax";
import { damaged } from "./unreadable.ts";

/** Handles the tags and texts of an XML file. Names have no prefix. */
export type XmlHandlers = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/**
 * Creates a reader of XML 1.0 that takes a text in pieces. Both functions throw `Unreadable` if it
 * is not well-formed, or names an entity that it declares itself, so that none is ever expanded.
 */
export function createXmlReader({ open, text, close }: XmlHandlers) {
  // Sax divides long texts and refuses long tags only while it keeps count of its position.
  const parser = sax.parser(true, { position: true });
  parser.onerror = () => {
    throw damaged();
  };
  parser.onopentag = ({ name, attributes }) => {
    open(withoutPrefix(name), attributes as Record<string, string>);
  };
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  if (close) parser.onclosetag = (name) => close(withoutPrefix(name));
  return {
    write: (piece: string) => void parser.write(piece),
    end: () => void parser.close(),
  };
}

/** Reads a whole XML file. Throws `Unreadable` if it is not well-formed. */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const reader = createXmlReader(handlers);
  let isEmpty = true;
  for await (const piece of pieces) {
    if (piece !== "") isEmpty = false;
    reader.write(piece);
  }
  if (!isEmpty) reader.end();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
