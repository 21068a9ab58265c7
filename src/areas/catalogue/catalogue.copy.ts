import { brand } from '#contracts/brand.ts';

/** Texts of the public course catalogue. */
export const catalogueCopy = {
  title: 'Explore courses',
  description: `Find an online course: the public catalogue of ${brand.name}.`,
  lead: 'Courses from several platforms, free and paid, with honest prices.',
  keyword: 'Search for a course',
  search: 'Search',
  filters: 'Filters',
  level: 'Level',
  levels: ['All', 'Beginner', 'Intermediate', 'Advanced'],
  status: 'Status',
  statuses: ['All', 'Free', 'Paid'],
  platform: 'Platform',
  platformHint: 'For example Coursera or edX',
  tags: 'Tags/Keywords',
  tagsHint: 'For example data, writing or nursing',
  apply: 'Apply Filters',
  clear: 'Clear all',
  results: 'Courses',
  empty: 'No courses found matching your criteria. Try adjusting your filters or search term.',
  filling: {
    title: 'The shelves are still being filled',
    text: 'The catalogue opens soon. You do not have to wait for it: if you know the course that you need, you can ask for help with it today.',
    help: 'Request for Help',
    sponsor: 'See learners’ requests',
  },
} as const;
