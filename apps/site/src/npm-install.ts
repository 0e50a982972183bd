const fromFile = "npm run packages\nnpm install --global ./release/npm/scanhook-[0-9]*.tgz\n";
const fromNpm = "npm install --global scanhook\n";

/**
 * Chooses the instructions for installing in Markdown. If the site is built with SITE_ON_NPM=1, the
 * package is installed by its name. Otherwise the pages install a file that a clone makes, because
 * somebody else could take the name on npm before us.
 */
export function chooseInstall(text: string, onNpm = process.env.SITE_ON_NPM === "1"): string {
  return onNpm ? text.replaceAll(fromFile, fromNpm) : text;
}
