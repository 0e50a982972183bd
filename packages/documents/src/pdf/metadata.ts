/** The metadata of a document, which readers show. */
export type PdfInfo = {
  title: string;
  /** The time of creation, also given as that of the last change. */
  date: Date;
  /** The language of the text: a tag of BCP 47, such as `de`. */
  language?: string | undefined;
};

/**
 * Returns a title in one line: without control characters and at most 1000 UTF-16 code units long.
 */
export function cleanTitle(title: string): string {
  return title
    .slice(0, 1000)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, " ")
    .trim();
}

/**
 * Returns the XMP packet of a PDF/A-2u file (ISO 19005-2, 6.6.2 and 6.6.4), in UTF-8. The date is
 * the same as in the document information dictionary.
 */
export function xmpPacket({ title, date, language }: PdfInfo): Uint8Array {
  const time = `${date.toISOString().slice(0, 19)}Z`;
  const languages = language
    ? `\n   <dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>`
    : "";
  return new TextEncoder().encode(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/">
   <pdfaid:part>2</pdfaid:part>
   <pdfaid:conformance>U</pdfaid:conformance>
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>${languages}
   <pdf:Producer>${producer}</pdf:Producer>
   <xmp:CreatorTool>${producer}</xmp:CreatorTool>
   <xmp:CreateDate>${time}</xmp:CreateDate>
   <xmp:ModifyDate>${time}</xmp:ModifyDate>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
`);
}

/** The program that makes the file. */
export const producer = "Scanhook";

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
