/**
 * Locale and time zone in which a page shows dates and numbers. Empty in a browser, whose own ones are the default; a server sets
 * them for each render (page-reads.ts).
 */
export const reader: { locale?: string | undefined; timeZone?: string | undefined } = {};
