import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { renderFactSheet } from './render-fact-sheet.ts';

const at = new Date('2026-01-04T10:00:00Z');

function render(...names: string[]): Promise<Buffer> {
  return renderFactSheet(testBrand, {
    title: 'Receipt',
    heading: 'Receipt',
    lead: 'Thank you.',
    sections: [{ rows: [...names.map((name): [string, string] => ['Paid by', name]), ['Charged', 'NGN 1']] }],
    closing: ['Times are in UTC.'],
    createdAt: at,
  });
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const fontsOf = (pdf: Buffer) =>
  [...new Set(pdf.toString('latin1').match(/(?<=\/FontName \/[A-Z]{6}\+)[\w-]+/g))].toSorted();

/** Returns the numbers of the glyphs of a document's first page that stand for a character. */
async function glyphsOf(pdf: Buffer, character: string): Promise<Set<number>> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { argsArray } = await (await document.getPage(1)).getOperatorList();
  const glyphs: { unicode?: string; originalCharCode: number }[] = argsArray.flat(2);
  return new Set(
    glyphs.filter((glyph) => glyph?.unicode === character).map(({ originalCharCode }) => originalCharCode),
  );
}

describe('a document of facts', () => {
  it.each([
    ['Amharic', 'ተስፋዬ ገብረ'],
    ['Tigrinya', 'ብርሃነ ኣስመላሽ'],
    ['Arabic', 'محمد بن عبد الله'],
    ["N'Ko", 'ߡߊߡߊߘߎ ߖߊߟߏ'],
    ['Tifinagh', 'ⵎⵓⵃⴰ ⵓⵀⵎⵎⵓ'],
    ['Vai', 'ꕉꕜꕮ ꔔꘋꖸ'],
    ['Yoruba', 'Zoë Ọláìyá'],
    ['Amharic and English', 'Abebe አበበ Bikila'],
    ['Arabic and English', 'Dr محمد علي (Cairo) 2026'],
  ])('prints a name in %s, and its text can be extracted', async (_, name) => {
    expect(await textOf(await render(name))).toContain(`Paid by ${name} Charged`);
  });

  it('joins Arabic letters', async () => {
    // Initial, medial and final form.
    expect(await glyphsOf(await render('ببب'), 'ب')).toHaveProperty('size', 3);
  });

  it('names a character that no font has by its code point', async () => {
    const text = await textOf(await render('王小明', 'Ada 👩🏾‍💻', 'Ada\u{202e}'));
    expect(text).toContain('Paid by U+738B U+5C0F U+660E Paid by Ada U+1F469 U+1F3FE U+1F4BB Paid by Ada');
  });

  it('breaks a line of names in many scripts within the page', async () => {
    const pdf = await render(Array(20).fill('ተስፋዬ محمد ꕉꕜ 王小明').join(' '));
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
    const { items } = await page.getTextContent();
    const ends = items.flatMap((item) => ('transform' in item ? [item.transform[4] + item.width] : []));
    expect(ends.length).toBeGreaterThan(20);
    // The right margin of an A4 page.
    expect(Math.max(...ends)).toBeLessThanOrEqual(595.28 - 64);
  });

  it('embeds a font only when a character needs it, and of that only the glyphs in use', async () => {
    const [latin, ethiopic] = [await render('Ada'), await render('ተስፋዬ')];
    expect(fontsOf(latin)).toEqual(['DejaVuSans', 'DejaVuSans-Bold']);
    expect(fontsOf(ethiopic)).toEqual(['DejaVuSans', 'DejaVuSans-Bold', 'NotoSansEthiopic-Regular']);
    expect(ethiopic.length - latin.length).toBeLessThan(8_000);
  });

  it('says that it conforms to PDF/UA', async () => {
    const [part] = /<pdfuaid:part>.*<\/pdfuaid:part>/.exec((await render('Ada')).toString('latin1')) ?? [];
    expect(part).toBe('<pdfuaid:part>1</pdfuaid:part>');
  });

  it('has the same bytes for the same facts', async () => {
    expect(Buffer.compare(await render('ተስፋዬ محمد'), await render('ተስፋዬ محمد'))).toBe(0);
  });
});
