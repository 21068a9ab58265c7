import { expect, it } from 'vitest';
import { readStartSettings } from '../config.ts';
import { toBrand } from './brand-settings.ts';

const read = (settings: Record<string, string>) => toBrand(readStartSettings(settings));

it('has sample addresses, no profile elsewhere and no page about us without settings', () => {
  expect(read({})).toEqual({
    brand: {
      name: 'CourseLift',
      slug: 'courselift',
      legalName: 'CourseLift Learning Technologies',
      tagline: 'Learner Support Infrastructure for Digital Education',
      copyrightYear: 2025,
      email: { contact: 'hello@courselift.example', support: 'support@courselift.example' },
      aboutUrl: undefined,
      social: {},
      logo: undefined,
      accent: undefined,
      receiptFooter: 'A receipt for a payment, not a tax invoice.',
    },
    sender: 'CourseLift <hello@courselift.example>',
    operatorsEmail: 'support@courselift.example',
  });
});

it('takes what is not set from what is', () => {
  const { brand, sender, operatorsEmail } = read({
    BRAND_NAME: 'Hope Line',
    BRAND_CONTACT_EMAIL: 'us@hope.org',
  });
  expect(brand).toMatchObject({
    slug: 'hope-line',
    legalName: 'Hope Line',
    email: { contact: 'us@hope.org', support: 'us@hope.org' },
  });
  expect([sender, operatorsEmail]).toEqual(['Hope Line <us@hope.org>', 'us@hope.org']);
  expect(JSON.stringify(read({ BRAND_NAME: 'Hope Line' }))).not.toMatch(/course-?lift/i);
});

it.each([
  ['Éducation pour tous', 'education-pour-tous'],
  ['24/7', '247'],
  ['ተስፋ', 'site'],
])('makes a name for files of %s', (name, slug) => {
  expect(read({ BRAND_NAME: name }).brand.slug).toBe(slug);
});

it.each([
  [{ BRAND_NAME: 'A <b>' }, 'BRAND_NAME must be one line of at most 40 characters, without < and >'],
  [{ BRAND_NAME: 'x'.repeat(41) }, 'BRAND_NAME must be one line'],
  [{ BRAND_TAGLINE: 'two\nlines' }, 'BRAND_TAGLINE must be one line'],
  [{ BRAND_CONTACT_EMAIL: 'us' }, 'BRAND_CONTACT_EMAIL must be an e-mail address'],
  [{ BRAND_X_URL: 'http://x.com/us' }, 'BRAND_X_URL must be a URL (https)'],
  [{ BRAND_LOGO: 'logo.gif' }, 'BRAND_LOGO must be the path of an .svg or .png file'],
  [{ BRAND_ACCENT: 'teal' }, 'BRAND_ACCENT must be a colour such as #006055'],
  [
    { BRAND_ACCENT: '#FFD54F' },
    'BRAND_ACCENT has a contrast of 1.17 in the light theme, where 4.5 is needed (WCAG AA)',
  ],
  [{ MAIL_FROM: 'Hope Line' }, 'MAIL_FROM must look like Name <name@domain>'],
])('refuses %o', (settings: Record<string, string>, line) => {
  expect(() => readStartSettings(settings)).toThrow(`Configuration: ${line}`);
});
