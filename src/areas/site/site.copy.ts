import { brand } from '../../browser/brand.ts';
import { paths } from '../../browser/paths.ts';
import { siteBrand } from './site-brand.ts';

/** A link of the navigation or the footer. */
export interface SiteLink {
  text: string;
  href: string;
  /** Shown only to signed-in users. */
  needsSession?: boolean;
}

const programs: SiteLink[] = [
  { text: 'DAP', href: paths.comingSoon },
  { text: 'DigiAccess', href: paths.comingSoon },
];

const community: SiteLink[] = [
  { text: 'Find learners near you', href: paths.comingSoon },
  { text: 'Find mentors near you', href: paths.comingSoon },
  { text: 'Join accountability group', href: paths.comingSoon },
];

/** Texts of the navigation (specification section 2). */
export const navigationCopy = {
  label: 'Main',
  homeLabel: `${brand.name}, home`,
  skip: 'Skip to the content',
  menu: 'Menu',
  explore: { text: 'Explore', href: paths.explore },
  programs: { text: 'Programs', links: programs },
  allPrograms: { text: 'All Programs', href: paths.comingSoon },
  community: { text: 'Community', links: community },
  signIn: { text: 'Sign in', href: paths.auth },
  getApp: { text: 'Get App', href: paths.comingSoon },
  dashboard: { text: 'Dashboard', href: paths.dashboard },
  profile: { text: 'Profile', href: paths.profile },
  logout: 'Logout',
} as const;

const product: SiteLink[] = [
  { text: 'Course finder', href: paths.explore },
  { text: 'Sponsor a learner', href: paths.listing },
  { text: 'Sample requests', href: paths.fundLearner, needsSession: true },
];

/** Texts of pages that use less data. */
export const lessDataCopy = {
  label: 'Use less data',
  still: 'To use less data, this page does not update by itself.',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  refreshed: 'Last refresh:',
} as const;

/** On a stored page, before the date and time. */
export const storedCopy = 'There is no connection. You see this page as it was on';

/** On every page of the image of a trial. */
export const trialNotice =
  'This is a trial: people and courses are samples, no money moves, and no mail leaves this machine.';

/** Texts of the footer (specification section 2). */
export const footerCopy = {
  tagline: siteBrand.tagline,
  copyright: `Copyright © ${siteBrand.copyrightYear} ${siteBrand.legalName}`,
  legal: [
    { text: 'Terms', href: paths.terms },
    { text: 'Privacy', href: paths.privacy },
    { text: 'Licences', href: '/licences.txt' },
  ],
  groups: [
    {
      title: 'Company',
      links: [
        ...(siteBrand.aboutUrl ? [{ text: 'About us', href: siteBrand.aboutUrl }] : []),
        { text: 'Pricing', href: paths.comingSoon },
        { text: 'Contact', href: `mailto:${brand.email.contact}` },
      ],
    },
    {
      title: 'Product',
      links: product,
    },
    {
      title: 'Programs',
      links: [
        { text: 'DigiAccess', href: paths.comingSoon },
        { text: 'DAP', href: paths.comingSoon },
      ],
    },
    {
      title: 'Resources',
      links: [
        { text: 'FAQs', href: paths.faqs },
        { text: 'Blog', href: paths.comingSoon },
      ],
    },
  ],
  socialLabel: `${brand.name} elsewhere`,
  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },
  oldBrowser:
    'Your browser is too old for parts of this site: please update it, or open this page in a current Firefox, Chrome or Safari.',
  needsScript: 'This page works with JavaScript. Please switch it on to continue.',
  formsNeedScript:
    'Forms and buttons on this page work with JavaScript. Without it you can read, and follow links.',
} as const;
