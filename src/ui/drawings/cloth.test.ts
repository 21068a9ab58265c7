import { expect, it } from 'vitest';
import { motifs, placeOf, weave } from './cloth.ts';

it('generates the same pattern for the same word', () => {
  expect(weave('Data Science', 6, 2)).toEqual(weave('Data Science', 6, 2));
});

it('generates different patterns for different words', () => {
  expect(weave('Data Science', 6, 2)).not.toEqual(weave('Nursing', 6, 2));
});

it('fills every square with a motif whose thread differs from its ground', () => {
  const tiles = weave('Écriture créative', 8, 3);
  expect(tiles).toHaveLength(24);
  for (const tile of tiles) {
    expect(motifs[tile.motif]).toBeTruthy();
    expect(tile.thread).not.toBe(tile.ground);
  }
});

it('transforms a tile by its column, row and turn', () => {
  const tile = { column: 2, row: 1, turn: 1, motif: 'moon', ground: 'teal', thread: 'cotton' } as const;
  expect(placeOf(tile)).toBe('translate(80 40) rotate(90 20 20)');
});
