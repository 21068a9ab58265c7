import { motifs, periodColumns, placeOf, type Thread, type Tile, weave } from './cloth.ts';

/** One drawn square: an optional ground and a shape on it. */
export interface Patch {
  place: string;
  ground?: Thread;
  thread: Thread;
  d: string;
}

/**
 * Path of a patch's ground, a square of 40 units. Drawn with crisp edges, so that antialiasing leaves no seam between
 * neighbours.
 */
export const squarePath = 'M0 0H40V40H0Z';

/** Returns stairs of patterned strips, each one square higher than the last. `steps` × 40 units wide and high. */
export function staircase(word: string, steps: number): Patch[] {
  return weave(word, steps, steps).flatMap((tile): Patch[] => {
    const top = steps - 1 - tile.column;
    if (tile.row < top) return [];
    if (tile.row > top) return [patchOf(tile)];
    const isHighest = tile.column === steps - 1;
    return [
      {
        place: placeOf({ ...tile, turn: 0 }),
        thread: isHighest ? 'saffron' : tile.column % 2 ? 'teal' : 'indigo',
        d: 'M0 40A40 40 0 0 1 40 0V40Z',
      },
    ];
  });
}

/** Returns a pattern as patches; see `weave`. */
export function clothPatches(word: string, columns: number, rows: number): Patch[] {
  return weave(word, columns, rows).map(patchOf);
}

function patchOf(tile: Tile): Patch {
  return { place: placeOf(tile), ground: tile.ground, thread: tile.thread, d: motifs[tile.motif] };
}

/** Returns where the first {@link periodColumns} columns of a wider pattern are repeated, in units. */
export function repeats(columns: number): number[] {
  const periods = Math.ceil(columns / periodColumns);
  return Array.from({ length: periods - 1 }, (_, index) => (index + 1) * periodColumns * 40);
}

/** Returns patches as SVG source in fixed colours, for images that are generated at build time. */
export function drawPatches(patches: readonly Patch[], colours: Record<Thread, string>): string {
  return patches
    .map(({ place, ground, thread, d }) => {
      const under = ground
        ? `<path fill="${colours[ground]}" shape-rendering="crispEdges" d="${squarePath}"/>`
        : '';
      return `<g transform="${place}">${under}<path fill="${colours[thread]}" fill-rule="evenodd" d="${d}"/></g>`;
    })
    .join('');
}

/** The product's logo on a square of 48 units: stairs on a dark ground. */
export const mark: readonly (readonly [Thread, string])[] = [
  ['night', 'M0 0H48V48H0Z'],
  ['teal', 'M6 42V40A10 10 0 0 1 16 30V42Z'],
  ['cotton', 'M18 42V30A12 12 0 0 1 30 18V42Z'],
  ['saffron', 'M32 18A12 12 0 0 1 44 6V18Z'],
  ['clay', 'M32 20H44V30H32Z'],
  ['saffron', 'M32 42A12 10 0 0 1 44 32V42Z'],
];
