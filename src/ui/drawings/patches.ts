import { motifs, periodColumns, placeOf, type Thread, weave } from './cloth.ts';

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
    if (tile.row > top)
      return [{ place: placeOf(tile), ground: tile.ground, thread: tile.thread, d: motifs[tile.motif] }];
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
  return weave(word, columns, rows).map((tile) => ({
    place: placeOf(tile),
    ground: tile.ground,
    thread: tile.thread,
    d: motifs[tile.motif],
  }));
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
