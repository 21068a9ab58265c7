import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createFontStack } from '@capsizecss/core';
import type { Page } from 'playwright-core';
import { type FallbackFont, fallbackFonts } from '#src/styles/fallback-fonts.ts';
import { webFontFiles } from '#src/styles/fonts.ts';
import { openBrowser } from '#tests/support/browser/browser.ts';
import { fallbackFontFiles } from '#tests/support/pages/fallback-font-files.ts';
import { requireChromium } from '#tests/support/vitest/requirements.ts';

const target = fileURLToPath(new URL('../../src/styles/fallback-metrics.ts', import.meta.url));
const unitsPerEm = 1_000;

/** The weights that pages use most, by web font; lighter and bolder text gets the metrics of these. */
const webFonts = [
  { name: 'Figtree', file: webFontFiles.text, weights: { regular: 400, bold: 650 } },
  { name: 'Bricolage Grotesque', file: webFontFiles.display, weights: { regular: 400, bold: 700 } },
] as const;

type Style = 'regular' | 'bold';

/** Text like that of the pages, so that each letter's width is weighted by its frequency. */
const sample = `Learners ask for the online course that they cannot afford. Sponsors pay for exactly that course, and
see what became of it. Tell us the course, its price and your reason in at most fifty words. A request is paid by one
sponsor. Read who asks and why: meet the learner first, or stay anonymous. You see the fee before you pay. Google Data
Analytics Professional Certificate on Coursera, 6 months, $49.00. Who can ask for a course? Private requests are shown
only to the people you invite. Browse 1,891 courses in programming, design, business and languages.`;

/**
 * Average width per character from the published font metrics of Helvetica Neue and Arial (`@capsizecss/metrics`
 * 4.3.0), as a ratio, because the font itself is not freely available.
 */
const helveticaNeueToArial = { regular: 0.45 / (913 / 2048), bold: 0.48 / (983 / 2048) };

interface Metrics {
  ascent: number;
  descent: number;
  lineGap: number;
  unitsPerEm: number;
  xWidthAvg: number;
}

/** Measures a font file in the browser, in thousandths of an em. */
async function measure(page: Page, file: string, weight: number): Promise<Metrics> {
  const data = (await readFile(file)).toString('base64');
  const measured = await page.evaluate(
    async ({ data, family, text, weight }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      document.fonts.add(await new FontFace(family, bytes, { weight: '1 1000' }).load());
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('No canvas.');
      context.font = `${weight} 1000px ${family}`;
      const box = context.measureText(text);
      return {
        width: box.width / text.length,
        ascent: box.fontBoundingBoxAscent,
        descent: box.fontBoundingBoxDescent,
      };
    },
    { data, family: `f${randomUUID()}`, text: sample.replaceAll('\n', ' '), weight },
  );
  return {
    ascent: measured.ascent,
    descent: -measured.descent,
    lineGap: 0,
    unitsPerEm,
    xWidthAvg: measured.width,
  };
}

async function measureFallback(page: Page, { name }: FallbackFont, style: Style): Promise<Metrics> {
  const files = fallbackFontFiles[name === 'Helvetica Neue' ? 'Arial' : name];
  if (!files) throw new Error(`There is no file to measure ${name} with.`);
  const metrics = await measure(page, files[style], style === 'bold' ? 700 : 400);
  const ratio = name === 'Helvetica Neue' ? helveticaNeueToArial[style] : 1;
  return { ...metrics, xWidthAvg: metrics.xWidthAvg * ratio };
}

/** Returns size, ascent and descent in percent with which the fallback font takes the space of the web font. */
function adjust(web: Metrics, fallback: Metrics): number[] {
  const { fontFaces } = createFontStack(
    [
      { familyName: 'web', ...web },
      { familyName: 'fallback', ...fallback },
    ],
    { fontFaceFormat: 'styleObject' },
  );
  const face = fontFaces[0]?.['@font-face'];
  return [face?.sizeAdjust, face?.ascentOverride, face?.descentOverride].map((value) =>
    Number(Number.parseFloat(value?.toString() ?? '100').toFixed(2)),
  );
}

/** `npm run fonts:fallbacks`: measures the web fonts and the fallback fonts in Chromium and writes `fallback-metrics.ts`. */
async function generate(): Promise<void> {
  const { path } = requireChromium();
  if (!path) throw new Error('Chromium is needed to measure fonts.');
  const browser = await openBrowser(path);
  try {
    const page = await browser.newPage();
    const metrics: Record<string, Record<string, Record<Style, number[]>>> = {};
    for (const { name, file, weights } of webFonts) {
      const adjusted = async (font: FallbackFont, style: Style) => {
        const web = await measure(page, fileURLToPath(file), weights[style]);
        return adjust(web, await measureFallback(page, font, style));
      };
      metrics[name] = {};
      for (const font of fallbackFonts)
        metrics[name][font.name] = {
          regular: await adjusted(font, 'regular'),
          bold: await adjusted(font, 'bold'),
        };
    }
    const [head = ''] = (await readFile(target, 'utf8')).split('export const');
    await writeFile(target, `${head}export const fallbackMetrics = ${JSON.stringify(metrics)} as const;\n`);
  } finally {
    await browser.close();
  }
}

await generate();
