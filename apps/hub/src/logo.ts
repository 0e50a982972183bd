/**
 * The drawing of the logo in a square of 32. `apps/site/public/icon.svg` and the icons of the pages
 * have the same.
 */
const drawing = `<rect width="32" height="32" rx="8" fill="#4338ca"/><path d="M8 12.5V10a2 2 0 0 1 2-2h2.5M19.5 8H22a2 2 0 0 1 2 2v2.5M24 19.5V22a2 2 0 0 1-2 2h-2.5M12.5 24H10a2 2 0 0 1-2-2v-2.5M12.5 16.3l2.5 2.5 4.7-5.3" fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The logo within the HTML of a page that the hub writes, beside the name. */
export const logo = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${drawing}</svg>`;

/**
 * The logo as the address of a page's icon, for pages whose policy allows pictures in `data:` only.
 */
export const iconAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`,
)}`;
