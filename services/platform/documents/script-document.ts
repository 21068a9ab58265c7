import createBidi, { type Bidi } from 'bidi-js';
import PDFDocument from 'pdfkit';
import { fallbacks } from './document-fonts.ts';

// Its types describe an ES module, and Node loads its CommonJS.
const bidi = (createBidi as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** The parts of a PDFKit font that are used here; `ascender` in thousandths of the font size. */
interface Font {
  ascender: number;
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** A piece of a line in one font and one direction, which is from right to left where the level is odd. */
interface Run {
  text: string;
  start: number;
  font: Font;
  level: number;
}

// PDFKit writes a line in one font and from left to right. These members, which its types omit, are where it does so.
interface Internals {
  _font: Font;
  _fontSize: number;
  _fontSource: string;
  _fragment(text: string, x: number, y: number, options: object): void;
}
const Base = PDFDocument as unknown as new (
  options: PDFKit.PDFDocumentOptions,
) => PDFKit.PDFDocument & Internals;

/** A PDF document that takes each character from a font that has it, and writes right-to-left scripts as such. */
export class ScriptDocument extends Base {
  /** Returns a text in which each character without a font is replaced by its code point, such as "U+738B". */
  nameUnknown(text: string): string {
    let result = '';
    let last: 'known' | 'named' | undefined;
    for (const { segment } of graphemes.segment(text)) {
      const visible = [...segment].filter((character) => !ignorable.test(character));
      if (visible.length === 0) continue;
      const kind = this.#findFont(segment) ? 'known' : 'named';
      const piece = kind === 'known' ? segment : visible.map(codePointOf).join(' ');
      const touches = kind === 'named' || last === 'named';
      result +=
        touches && /[\p{L}\p{N}]$/u.test(result) && /^[\p{L}\p{N}]/u.test(piece) ? ` ${piece}` : piece;
      last = kind;
    }
    return result;
  }

  override widthOfString(text: string): number {
    return this.#eachRun(text, ({ text: run }, options) => super.widthOfString(run, options)).reduce(
      (sum, width) => sum + width,
      0,
    );
  }

  override _fragment(text: string, x: number, y: number): void {
    // All fonts of a line stand on the baseline of the main one.
    const baseline = (-this._font.ascender / 1000) * this._fontSize;
    let left = x;
    this.#eachRun(text, ({ text: run }, options) => {
      const textWidth = super.widthOfString(run, options);
      super._fragment(run, left, y, { ...options, baseline, textWidth });
      left += textWidth;
    });
  }

  /** Calls back for each run of a line, from left to right, while the document has the run's font. */
  #eachRun<T>(text: string, use: (run: Run, options: { features?: [] }) => T): T[] {
    const main = this._font;
    const results = this.#splitIntoRuns(text).map((run) => {
      this._font = run.font;
      // With features PDFKit shapes the whole run; without, each word alone, and puts the first word to the left.
      return use(run, run.level % 2 ? { features: [] } : {});
    });
    this._font = main;
    return results;
  }

  #splitIntoRuns(text: string): Run[] {
    const levels = bidi.getEmbeddingLevels(text, 'ltr');
    const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
    const runs: Run[] = [];
    for (const { segment, index } of graphemes.segment(text)) {
      const font = this.#findFont(segment) ?? this._font;
      const level = levels.levels[index] ?? 0;
      const shown = mirrored.get(index) ?? segment;
      const last = runs.at(-1);
      if (last?.font === font && last.level === level) last.text += shown;
      else runs.push({ text: shown, start: index, font, level });
    }
    const order = bidi.getReorderedIndices(text, levels);
    return runs.toSorted((a, b) => order.indexOf(a.start) - order.indexOf(b.start));
  }

  /** Returns the first font with all visible characters of a grapheme; the present font comes first. */
  #findFont(grapheme: string): Font | undefined {
    const codePoints = [...grapheme]
      .filter((character) => !ignorable.test(character))
      .map((character) => character.codePointAt(0) ?? 0);
    const hasAll = ({ font }: Font) => codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint));
    if (hasAll(this._font)) return this._font;
    for (const source of fallbacks) {
      const font = this.#open(source);
      if (hasAll(font)) return font;
    }
    return undefined;
  }

  // A font that is opened but not written is not embedded.
  #open(source: string): Font {
    const present = this._fontSource;
    const font = this.font(source)._font;
    this.font(present);
    return font;
  }
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
