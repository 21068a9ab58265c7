import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printTable } from '../../tools/print.ts';
import { inBatches } from '../support/in-batches.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';
import { type ChunkPage, deskPages, sitePages } from './chunk-pages.ts';
import { type Chunk, type LoadedPage, loadPage, nameOf } from './chunks-of-page.ts';
import { type Loss, openWithout, type Shown } from './lose-chunk.ts';

const chromium = requireChromium();
// Loading a page costs the processor, waiting for a stalled script does not.
const atOnce: Record<Loss | 'loaded', number> = { loaded: 4, aborted: 6, stalled: 16 };

const nothing = 'NOTHING';
const pathOf = (address: string) => address.replace(/\?.*/, '');
/** PAGES: paths, separated by commas, of the pages to open, with those below them; all without it. */
const chosen = process.env.PAGES?.split(',');
const isChosen = ({ path }: ChunkPage) =>
  !chosen || chosen.some((choice) => pathOf(path) === choice || path.startsWith(`${choice}/`));

describe('a page that loses any of its scripts', needs(chromium), () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it('shows its content, or says so within 10 s', async () => {
    const all = [...sitePages(site), ...(await deskPages(site))];
    const pages = await inBatches(all.filter(isChosen), atOnce.loaded, loadPage);
    const cases = pages.flatMap((page) => page.chunks.map((chunk) => ({ page, chunk })));
    const [aborted, stalled] = [await loseEach(cases, 'aborted'), await loseEach(cases, 'stalled')];
    const rows = cases.map(({ page, chunk }, index) => [
      `${pathOf(page.path)} (${page.who})`,
      `${nameOf(chunk)} (${chunk.kind})`,
      ...columnsOf(aborted[index]),
      ...columnsOf(stalled[index]),
    ]);
    printTable(['page', 'chunk', 'aborted', 's', 'stalled', 's'], rows);
    expect(rows.filter((row) => row.includes(nothing))).toEqual([]);
  });
});

interface Case {
  page: LoadedPage;
  chunk: Chunk;
}

/** Loses each script in turn, many at once; what showed nothing once more, alone, because the others may have delayed it. */
async function loseEach(cases: Case[], loss: Loss): Promise<Shown[]> {
  const loseOne = async ({ page, chunk }: Case) => {
    const lost = await openWithout(page, chunk, loss);
    const shown = await lost.shown();
    await lost.page.context().close();
    return shown;
  };
  const all = await inBatches(cases, atOnce[loss], loseOne);
  for (const [index, chunkCase] of cases.entries())
    if (!all[index]?.what) all[index] = await loseOne(chunkCase);
  return all;
}

const columnsOf = (shown: Shown | undefined): (string | number)[] => [
  (shown?.what ?? nothing).slice(0, 80),
  (shown?.seconds ?? 0).toFixed(1),
];
