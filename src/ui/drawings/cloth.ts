/** Thread names; the theme sets their colours (styles/cloth.css). */
export type Thread = 'indigo' | 'night' | 'teal' | 'saffron' | 'clay' | 'cotton';

/** Motifs after adire and kente, each drawn on a square of 40 units with the even-odd fill rule. */
export const motifs = {
  ripple:
    'M0 0H40A40 40 0 0 1 0 40ZM0 0H30A30 30 0 0 1 0 30ZM0 0H20A20 20 0 0 1 0 20ZM0 0H10A10 10 0 0 1 0 10Z',
  comb: 'M1 32h6v8H1zM9 24h6v16H9zM17 16h6v24h-6zM25 8h6v32h-6zM33 0h6v40h-6z',
  teeth: 'M0 20L10 0L20 20ZM20 20L30 0L40 20ZM0 40L10 20L20 40ZM20 40L30 20L40 40Z',
  moon: 'M20 4a16 16 0 1 1 0 32a16 16 0 1 1 0-32ZM20 12a8 8 0 1 1 0 16a8 8 0 1 1 0-16Z',
  seeds:
    'M10 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12ZM30 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12ZM10 24a6 6 0 1 1 0 12a6 6 0 1 1 0-12ZM30 24a6 6 0 1 1 0 12a6 6 0 1 1 0-12Z',
  leaf: 'M0 0A40 40 0 0 1 40 40A40 40 0 0 1 0 0Z',
  weft: 'M0 4h40v6H0zM0 17h40v6H0zM0 30h40v6H0z',
  step: 'M16 0h8v8h8v8h8v8h-8v8h-8v8h-8v-8h-8v-8H0v-8h8v-8h8zM16 16h8v8h-8z',
  scale: 'M0 20A20 20 0 0 1 40 20ZM0 40A20 20 0 0 1 40 40Z',
  hourglass: 'M0 0H40L0 40H40Z',
} as const;

/** Name of one of the {@link motifs}. */
export type Motif = keyof typeof motifs;

/** One square of a pattern: its position, its motif, and the motif's rotation in quarter turns. */
export interface Tile<Colour extends string = Thread> {
  column: number;
  row: number;
  turn: number;
  motif: Motif;
  ground: Colour;
  thread: Colour;
}

/** A ground colour and a thread colour that match: `indigo cotton`. */
export type ColourPair<Colour extends string = Thread> = `${Colour} ${Colour}`;

/** Number of columns after which a pattern repeats. */
export const periodColumns = 4;

const palettes: readonly (readonly ColourPair[])[] = [
  ['indigo cotton', 'saffron night', 'night saffron', 'cotton indigo'],
  ['teal cotton', 'night saffron', 'cotton teal', 'saffron indigo'],
  ['clay cotton', 'night clay', 'saffron night', 'cotton night'],
  ['indigo saffron', 'teal cotton', 'cotton clay', 'night cotton'],
  ['night cotton', 'clay saffron', 'indigo cotton', 'saffron clay'],
];

const names = Object.keys(motifs) as Motif[];

/**
 * Generates a pattern from a word; the same word always gives the same pattern. A short sequence of squares repeats
 * down every strip and is shifted from strip to strip, as in woven cloth. The word also selects the colours, unless a
 * palette is given.
 */
export function weave<Colour extends string = Thread>(
  word: string,
  columns: number,
  rows: number,
  given?: readonly ColourPair<Colour>[],
): Tile<Colour>[] {
  const next = draws(word);
  const drawn = pickAt(palettes, Math.floor(next() * palettes.length));
  const palette: readonly string[] = given ?? drawn;
  const repeat = Array.from({ length: 4 }, (_, index) => ({
    motif: names[(Math.floor(next() * names.length) + index * 3) % names.length] as Motif,
    colours: pickAt(palette, index).split(' ') as [Colour, Colour],
    turn: Math.floor(next() * 4),
  }));
  const shift = 1 + Math.floor(next() * 2) * 2;
  const tiles: Tile<Colour>[] = [];
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const square = pickAt(repeat, row + column * shift);
      // Every second strip is rotated, so that the arcs of neighbouring squares meet.
      const turn = (square.turn + (column % 2) + (row % 2) * 3) % 4;
      const [ground, thread] = square.colours;
      tiles.push({ column, row, turn, motif: square.motif, ground, thread });
    }
  }
  return tiles;
}

/** Returns the SVG transform that positions a tile. */
export function placeOf(tile: Pick<Tile, 'column' | 'row' | 'turn'>): string {
  const turned = tile.turn === 0 ? '' : ` rotate(${tile.turn * 90} 20 20)`;
  return `translate(${tile.column * 40} ${tile.row * 40})${turned}`;
}

function pickAt<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/**
 * Returns a generator of pseudo-random numbers in [0, 1), seeded by the word (FNV-1a, then a linear congruential
 * generator).
 */
function draws(word: string): () => number {
  let state = 0x811c9dc5;
  for (const character of word) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 0x1000000;
  };
}
