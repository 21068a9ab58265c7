import type { Mutation } from './mutation.ts';

const built = ['services/platform/brand/built-brand.test.ts'];
const settings = ['services/platform/brand/brand-settings.test.ts'];
const accents = ['services/platform/brand/accent-colours.test.ts'];
const checks = ['services/platform/check-settings.test.ts'];
const front = ['sandbox/start/front-build.test.ts'];

const mutations: Mutation[] = [
  {
    rule: 'A process does not start with another brand than its pages.',
    file: 'services/platform/brand/built-brand.ts',
    find: 'if (names.length === 0) return;',
    replace: 'if (names.length >= 0) return;',
    tests: built,
  },
  {
    rule: 'A setting that the pages have and the process does not is a difference.',
    file: 'services/platform/brand/built-brand.ts',
    find: '[...new Set([...Object.keys(own), ...Object.keys(built)])]',
    replace: 'Object.keys(own)',
    tests: built,
  },
  {
    rule: 'Pages of another brand are built again.',
    file: 'sandbox/start/front-build.ts',
    find: " && isBuiltFor(brand, join(root, 'dist'))",
    replace: '',
    tests: front,
  },
  {
    rule: 'Only a sandbox has example addresses.',
    file: 'services/platform/check-settings.ts',
    find: 'if (isSandbox) return [];',
    replace: 'return [];',
    tests: checks,
  },
  {
    rule: 'Links of the footer are addresses too.',
    file: 'services/platform/check-settings.ts',
    find: '    ...brandAddresses(brand),\n',
    replace: '    BRAND_CONTACT_EMAIL: contact,\n    BRAND_SUPPORT_EMAIL: support,\n',
    tests: checks,
  },
  {
    rule: 'Text in the accent colour is readable on every background.',
    file: 'services/platform/brand/accent-colours.ts',
    find: '[paper, paperRaised, paperSunk, primarySoft]',
    replace: '[paper]',
    tests: accents,
  },
  {
    rule: 'The legal name of one brand is not that of another.',
    file: 'services/platform/brand/brand-settings.ts',
    find: "(name === 'CourseLift' ? 'CourseLift Learning Technologies' : name)",
    replace: "'CourseLift Learning Technologies'",
    tests: settings,
  },
  {
    rule: 'Help is at the contact address where it has none of its own.',
    file: 'services/platform/brand/brand-settings.ts',
    find: 'settings.BRAND_SUPPORT_EMAIL ?? settings.BRAND_CONTACT_EMAIL ??',
    replace: 'settings.BRAND_SUPPORT_EMAIL ??',
    tests: settings,
  },
  {
    rule: 'Pages with another logo are built again.',
    file: 'sandbox/start/front-build.ts',
    find: '[...SOURCES, ...(logo ? [logo] : [])]',
    replace: 'SOURCES',
    tests: front,
  },
  {
    rule: 'A receipt ends with what the brand says.',
    file: 'services/payments/receipts.ts',
    find: `\${brand.receiptFooter} `,
    replace: '',
    tests: ['tests/brand.db.test.ts'],
  },
  {
    rule: 'A brand without letters makes no password weak.',
    file: 'services/accounts/passwords/passwords.ts',
    find: 'letters && lettersOf(plain) === letters',
    replace: 'lettersOf(plain) === letters',
    tests: ['services/accounts/passwords/passwords.test.ts'],
  },
];

export default mutations;
