/**
 * Returns whether a version of Node runs the sources: 24.5 is the first one with type stripping, node:sqlite, and CA
 * certificates that can be set at run time. Any Node >= 18 can run this file.
 */
export function runsSources(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 5);
}
