import { brand } from '../../browser/brand.ts';

/** Texts of the pages that consist of one message. */
export const pagesCopy = {
  restricted: {
    title: 'Access Restricted',
    text: 'Only learners can access this page. A sponsor can read their requests and pay for the course of one.',
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
  failed: {
    title: 'Something went wrong on our side',
    description: 'The page could not be made.',
    text: 'The error has been recorded. Nothing of yours is lost; please try again in a moment.',
    home: 'Go Home',
    mail: { text: 'Write to us', href: `mailto:${brand.email.support}` },
  },
} as const;
