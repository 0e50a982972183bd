// The thread of the text engine in Node. The engine reports failures to the page; what it writes
// besides are remarks of its libraries on odd pictures, which say nothing to a user.
console.error = () => {};
console.log = () => {};
// @ts-expect-error The package has no types for the script of its worker.
await import("tesseract.js/src/worker-script/node/index.js");
