import type { Page } from 'playwright-core';
import { openDesk } from '../support/browser/desk-page.ts';
import type { Site } from '../support/pages/site.ts';
import { joinDesk } from '../support/people/operators.ts';

/** A page and the person who opens it. */
export interface ChunkPage {
  who: string;
  path: string;
  /** Opens an empty page in a browser of the person; its context is closed by the caller. */
  open: () => Promise<Page>;
}

const deskPaths = ['/ops', '/ops/approvals', '/ops/money', '/ops/people', '/ops/catalogue', '/ops/operators'];

/** The pages of the site, without those of the desk. */
export const sitePages = (site: Site): ChunkPage[] =>
  site.pages.map(({ who, path }) => ({ who, path, open: async () => (await site.open(who)).page }));

/** Pages of the desk, for an operator who is created. */
export async function deskPages(site: Site): Promise<ChunkPage[]> {
  const operator = await joinDesk(site.product, 'lead', 'Ada Desk');
  const open = () => openDesk(site.browser, site.product, operator);
  return deskPaths.map((path) => ({ who: 'operator', path, open }));
}
