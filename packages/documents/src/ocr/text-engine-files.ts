/**
 * The files of the text engine. `languageData` is the folder of `<language>.traineddata`, in a page
 * its address; they may be compressed with gzip. `worker` is the script of the engine's worker. A
 * page also names the core, both on its own origin; Node finds it beside tesseract.js.
 */
export type TextEngineFiles = { languageData: string; worker?: string; core?: string };
