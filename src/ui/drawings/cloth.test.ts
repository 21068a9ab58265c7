import { expect, it } from 'vitest';
import { motifs, placeOf, weave } from './cloth.ts';

it('weaves the same cloth from the same word', () => {
  expect(weave('Data Science', 6, 2)).toEqual(weave('Data Science', 6, 2));
});

it('weaves different cloths from different words', () => {
  expect(weave('Data Science', 6, 2)).not.toEqual(weave('Nursing', 6, 2));
});

it('fills every square with a motif whose thread can be told from its ground', () => {
  const tiles = weave('Écriture créative', 8, 3);
  expect(tiles).toHaveLength(24);
  for (const tile of tiles) {
    expect(motifs[tile.motif]).toBeTruthy();
    expect(tile.thread).not.toBe(tile.ground);
  }
});

it('places a tile by its column, row and turn', () => {
  const tile = { column: 2, row: 1, turn: 1, motif: 'moon', ground: 'teal', thread: 'cotton' } as const;
  expect(placeOf(tile)).toBe('translate(80 40) rotate(90 20 20)');
});
