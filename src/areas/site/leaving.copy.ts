import { brand } from '../../browser/brand.ts';

/** Texts of the page that a link to another site leads through. */
export const leavingCopy = {
  title: `You are leaving ${brand.name}`,
  description: 'Names the site that a link leads to, before you open it.',
  leadsTo: 'This link leads to',
  typed:
    'We did not make this link, and we have not checked what is behind it. A person typed it, or it came with a list of courses.',
  known: 'This is the site of a course platform.',
  foreign: {
    title: 'Look at the name twice.',
    text: 'It contains letters that are not English ones. Some look exactly like English ones, so we show the name the way computers write it, with “xn--”. Continue only if you expected such a name.',
  },
  open: {
    title: 'The connection is not encrypted.',
    text: 'Others can read and change what you see and type there.',
  },
  watch: 'Before you continue',
  advice: [
    'Read the name of the site to its end: “coursera.org.example.com” is not Coursera.',
    `Never type your ${brand.name} password there. We ask for it on this site only.`,
    'Do not pay there for a request of a learner. Those payments start here, and their receipt is on your dashboard.',
  ],
  next: (site: string) => `Continue to ${site}`,
  back: `Back to ${brand.name}`,
  newTab: 'If the link opened a new tab, you can also close it.',
  refused: {
    title: 'We do not open this link',
    missing:
      'The link is incomplete, too long, or not a web address. Please ask the person who added it for the right one.',
    user: 'The link hides its real site behind a name with an “@”. That is a common trick, so we do not open it.',
    scheme: 'The link does not lead to a website: it would run a program or open something on your device.',
    local: 'The link leads into a private network or to a number instead of a name, not to a public website.',
    listing: 'See learners’ requests',
  },
} as const;
