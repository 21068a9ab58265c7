import { brand } from '#contracts/brand.ts';

/** Texts of the small pages that say one thing. */
export const pagesCopy = {
  restricted: {
    title: 'Access Restricted',
    text: 'Only learners can access this page. You are signed in as a sponsor, and requests for help are made by learners.',
    home: 'Go to Home',
    listing: 'See learners’ requests',
  },
  success: {
    title: 'Success',
    text: 'Your request is with us. You can follow it on your dashboard.',
    home: 'Go Home',
    dashboard: 'Open my dashboard',
  },
  notFound: {
    title: 'This page is not here',
    description: 'There is no page at this address.',
    text: 'The address may be old or mistyped. Nothing of yours is lost.',
    home: 'Go Home',
    listing: 'See learners’ requests',
  },
  explore: {
    title: 'Explore courses',
    description: `The public course catalogue of ${brand.name}.`,
    text: 'The catalogue is being put together: courses from several platforms, free and paid, with honest prices. You do not have to wait for it: if you know the course that you need, you can ask for help with it now.',
    help: 'Request for Help',
    sponsor: 'See learners’ requests',
  },
} as const;
