import { expect, it } from 'vitest';
import { widenSearch } from './widen-search.ts';

const widen = (search: string, unknown: string[] = []) =>
  widenSearch(search.split(' '), (word) => !unknown.includes(word)).map(({ topics, isAny, rankedBy }) => ({
    topics: topics.map(({ label }) => label),
    isAny,
    rankedBy: rankedBy.map(({ label }) => label),
  }));

it('searches a subject by all of its names, and by the typed ones', () => {
  const [search] = widenSearch(['nurses'], () => true);
  expect(search?.topics[0]?.phrases).toEqual(expect.arrayContaining(['nurses', 'nursing', 'patient care']));
});

it('searches for all subjects and words first, then for the subjects, then for one of them', () => {
  const all = { rankedBy: ['piano', 'guitar', 'village'] };
  expect(widen('how to play piano and guitar in a village', ['play'])).toEqual([
    { ...all, topics: ['piano', 'guitar', 'village'], isAny: false },
    { ...all, topics: ['piano', 'guitar'], isAny: false },
    { ...all, topics: ['piano', 'guitar'], isAny: true },
  ]);
});

it('searches for one of the words when they name no subject', () => {
  expect(widen('badminton coaching')).toEqual([
    { topics: ['badminton', 'coaching'], isAny: false, rankedBy: ['badminton', 'coaching'] },
    { topics: ['badminton', 'coaching'], isAny: true, rankedBy: ['badminton', 'coaching'] },
  ]);
});

it('searches for nothing when there are only words of a question, or words that no course has', () => {
  expect([widen('how can i learn'), widen('qqqqzzzz', ['qqqqzzzz'])]).toEqual([[], []]);
});
