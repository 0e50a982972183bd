const fromFile = "npm run packages\nnpm install --global ./release/npm/scanhook-[0-9]*.tgz\n";
const fromNpm = "npm install --global scanhook\n";

/**
 * Returns Markdown or a block of it with the package installed by its name, where the site is built
 * with SITE_ON_NPM=1, once the name on npm is ours. Until then the pages install the file that a
 * clone makes, since a stranger could take the name.
 */
export function chooseInstall(text: string, onNpm = process.env.SITE_ON_NPM === "1"): string {
  return onNpm ? text.replaceAll(fromFile, fromNpm) : text;
}
