import { describe, expect, it } from 'vitest';
import { readStarterCatalogue } from './read-starter-catalogue.ts';
import { findSubjects, isKnownWord, nearSubjects, spellingsOf, subjects } from './thesaurus.ts';

const named = (text: string) => findSubjects(text.split(' ')).named.map(({ subject }) => subject.name);
const subjectOf = (name: string) => {
  const candidate = subjects.find((subject) => subject.name === name);
  if (!candidate) throw new Error(`The thesaurus has no subject ${name}`);
  return candidate;
};

describe('the thesaurus', () => {
  it('has each phrase once, as course_words() writes it, with a code', () => {
    const phrases = subjects.flatMap((subject) => [...subject.phrases, ...subject.searchPhrases]);
    expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
    expect(phrases.filter((phrase) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(phrase))).toEqual([]);
    expect(subjects.filter(({ field }) => !/^(0\d|10)\d\d$/.test(field))).toEqual([]);
  });

  it('knows the tags of the starter catalogue', async () => {
    const normalize = (tag: string) =>
      tag.replace('c++', 'cpp').replace('c#', 'csharp').replace('.js', 'js').replace('-', ' ');
    const tags = new Set((await readStarterCatalogue()).flatMap((course) => course.tags.map(normalize)));
    // Too general to be named by a search.
    tags.delete('learning');
    expect([...tags].filter((tag) => named(tag).length !== 1)).toEqual([]);
  });
});

describe('finds the subjects of a search', () => {
  it.each([
    ['how to speak english', ['english']],
    ['nurses', ['nursing']],
    ['colour theory', ['graphic design']],
    ['repair my phones', ['hardware']],
    ['i want to start a business', ['entrepreneurship']],
    ['machine learning with python', ['machine learning', 'python']],
    ['write a good cv', ['career']],
    ['learning', []],
    ['badminton', []],
  ])('%s', (search, expected) => {
    expect(named(search)).toEqual(expected);
  });

  it('and the words that name them, unless courses of other subjects have these', () => {
    const phrases = findSubjects('draw mindmaps in art class'.split(' ')).named.map(({ phrase }) => phrase);
    expect(phrases).toEqual([undefined, 'art']);
  });

  it('and the words that are left, without those of a question', () => {
    expect(findSubjects('how can i grow maize on a slope'.split(' ')).rest).toEqual(['grow', 'slope']);
  });
});

it('calls subjects of the same field nearest', () => {
  const near = nearSubjects([subjectOf('nursing')]);
  expect(['nursing', 'health', 'elderly care', 'python'].map((name) => near.get(name))).toEqual([
    0,
    2,
    3,
    undefined,
  ]);
});

it('knows the words of its phrases and of questions, which need no correction', () => {
  expect(['nurses', 'childhood', 'how', 'badminton'].map(isKnownWord)).toEqual([true, true, true, false]);
});

it.each([
  ['colour', ['colour', 'color', 'colours', 'colors']],
  ['organise', ['organise', 'organize', 'organises', 'organizes']],
  ['classes', ['classes', 'classe']],
])('spells %s in other ways', (word, spellings) => {
  expect(new Set(spellingsOf(word))).toEqual(new Set(spellings));
});
