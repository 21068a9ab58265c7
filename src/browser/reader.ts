/**
 * Locale and time zone in which a page shows dates and numbers; by default those of the browser. A server sets them for each render
 * (page-reads.ts), and the browser keeps the locale of a page that was rendered for its person.
 */
export const reader: { locale?: string | undefined; timeZone?: string | undefined } = {};
