import type { DeskImport } from '#contracts/desk/desk-catalogue.ts';
import { courseAccessNames } from '#contracts/desk/desk-words.ts';
import { brand } from '#src/browser/brand.ts';

const number = (value: number) => value.toLocaleString('en-GB');

/** Texts of the desk's pages about the catalogue. */
export const catalogueCopy = {
  title: 'Catalogue',
  tabs: [
    { view: undefined, text: 'Courses' },
    { view: 'imports', text: 'Imports' },
  ],
  search: 'Search words, or paste a link',
  show: 'Show',
  filters: { all: 'All courses', hidden: 'Hidden', corrected: 'Corrected', dead: 'Dead links' },
  list: 'Courses',
  empty: 'No course fits.',
  noDead: 'No dead link is known.',
  linksUnchecked:
    'Links are not checked on this installation: LINK_CHECK_HOSTS names no host. Set it to the hosts that may be asked.',
  hidden: 'Hidden',
  dead: 'Dead link',
  newer: 'Previous',
  older: 'Next',
  pages: 'Pages of courses',
  course: {
    missing: 'There is no such course.',
    facts: 'Course',
    platform: 'Platform',
    link: 'Link',
    access: 'Access',
    price: 'Price',
    noPrice: 'Not stated',
    page: 'Its page',
    hiddenBecause: 'Hidden because',
    corrected: 'Corrected',
    checked: 'Check of the link',
    neverChecked: 'Never checked',
    alive: 'Works',
    lastChecked: 'checked',
    hide: {
      label: 'Hide',
      hint: 'It leaves search and suggestions, and has no page. Requests for it stay. You can show it again.',
    },
    show: { label: 'Show again', hint: 'It can be found again.' },
    correct: 'Correct',
    correctHint: 'What you change stays, also after the next import. You can correct it again.',
    release: {
      label: 'Let imports change it again',
      hint: 'The next import replaces corrected title, access and price. A corrected link stays.',
    },
    checkLink: 'Check the link now',
    checkHint: 'Asks the platform once, as a job.',
    fieldTitle: 'Title',
    fieldCurrency: 'Currency',
    priceHint: 'Empty when the platform states none.',
    accesses: courseAccessNames,
    history: 'What operators did',
    noHistory: 'Nothing yet.',
  },
  imports: {
    lead: 'Courses from a CSV file in UTF-8, at most 10 MB; larger ones with npm run catalogue:import. What operators hid or corrected stays.',
    file: 'CSV file',
    preset: 'Where is the file from?',
    presets: { courselift: `${brand.name} (columns as in an export)`, udemy: 'Udemy', coursera: 'Coursera' },
    choose: 'Please choose a CSV file.',
    start: 'Import',
    starting: 'Uploading…',
    failed: 'The import could not be started. Please try again.',
    list: 'Last imports',
    empty: 'There was no import here yet.',
    statuses: {
      queued: 'Waiting',
      running: 'Running',
      finished: 'Finished',
      failed: 'Failed',
    } satisfies Record<DeskImport['status'], string>,
    progress: (name: string) => `Progress of ${name}`,
    by: (name: string) => `by ${name}`,
    rows: (rows: number) => (rows === 1 ? '1 row read' : `${number(rows)} rows read`),
    counts: (counts: DeskImport['counts']) =>
      `${number(counts.added)} new, ${number(counts.changed)} changed, ${number(counts.unchanged)} unchanged, ${number(counts.repeated)} repeated, ${number(counts.refused)} refused`,
    rejections: (count: number) => (count === 1 ? '1 refused row' : `${number(count)} refused rows`),
    line: (line: number) => `Line ${line}`,
    more: (count: number) => `and ${number(count)} more`,
  },
} as const;
