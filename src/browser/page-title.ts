import { brand } from './brand.ts';

/** Returns the title of a page in the browser's window and in search engines. */
export const pageTitle = (title: string): string => `${title} · ${brand.name}`;
