/**
 * The files of the text engine. `languageData` is the folder of `<language>.traineddata`, in a page
 * its address; they may be compressed with gzip. A page also names the engine's worker script and
 * its core, both on its own origin; Node finds them beside tesseract.js.
 */
export type TextEngineFiles = { languageData: string; worker?: string; core?: string };
