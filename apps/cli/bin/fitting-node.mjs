/**
 * Returns whether a version of Node runs the sources: 24.5 is the first one with type stripping,
 * node:sqlite, `using`, and CA certificates that can be set at run time. Any Node >= 18 can run
 * this file.
 */
export function runsSources(version) {
  const [major, minor] = parse(version);
  return major > 24 || (major === 24 && minor >= 5);
}

/** Returns whether a version of Node runs the compiled code of a published package. */
export function runsBuilt(version) {
  const [major, minor] = parse(version);
  return runsSources(version) || (major === 22 && minor >= 19);
}

function parse(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}
