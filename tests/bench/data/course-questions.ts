import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';

/** Classes of questions, each asked in several forms; those of `mix` are what people ask. */
export const courseQuestions: Record<string, { isMix: boolean; queries: Partial<CourseQuery>[] }> = {
  'no filter': { isMix: true, queries: [{}, { page: 2 }, { sort: 'newest' }, { sort: 'price' }] },
  'one facet': {
    isMix: true,
    queries: [{ level: 'Beginner' }, { platform: 'edX' }, { tags: 'SQL' }, { status: 'Free' }],
  },
  'several facets': {
    isMix: true,
    queries: [
      { level: 'Advanced', platform: 'Kadenze' },
      { status: 'Free', tags: 'Rust' },
    ],
  },
  'a common word': { isMix: true, queries: [{ search: 'python' }, { search: 'excel' }, { search: 'for' }] },
  'a rare word': {
    isMix: true,
    queries: [{ search: 'badeki' }, { search: 'zozayo' }, { search: 'frigrohu' }],
  },
  'two words': { isMix: true, queries: [{ search: 'python beginners' }, { search: 'chess yoga' }] },
  'an unfinished word': { isMix: true, queries: [{ search: 'pyth' }, { search: 'ma' }] },
  'words and facets': {
    isMix: true,
    queries: [
      { search: 'python', level: 'Beginner' },
      { search: 'tax', status: 'Free', platform: 'edX' },
    ],
  },
  'two tags': { isMix: false, queries: [{ tags: 'Python, SQL' }, { tags: 'Tax, Chess' }] },
  'words by price': {
    isMix: false,
    queries: [
      { search: 'python', sort: 'price' },
      { search: 'beginners', sort: 'newest' },
    ],
  },
  'deep pages': {
    isMix: false,
    queries: [{ page: 83 }, { search: 'python', page: 83 }, { search: 'chess', page: 60 }],
  },
  // No course has all words: searched again by what they are about (decision 126).
  'a question': {
    isMix: false,
    queries: [
      { search: 'nurses' },
      { search: 'how do i learn excel and tax' },
      { search: 'how can i become an electrician' },
    ],
  },
  'no match': { isMix: false, queries: [{ search: 'qqqqzzzz' }, { search: 'xwvxwv jjj' }] },
};
