/** The size of a page in millimeters, as the page lies: wider than high if it lies on its side. */
export type PageSize = { width: number; height: number; name: PageSizeName };

/** `guess` is a page of no known size. */
export type PageSizeName = "A4" | "A5" | "Letter" | "Legal" | "card" | "guess";
