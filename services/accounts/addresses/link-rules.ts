import type { LinkPurpose } from './account-link.entity.ts';

/**
 * What an event does to the open links of one purpose. `ends`: none is valid afterwards. `ends-later`: those are not that were
 * made since the account first left its present address, nor those that lead to an address that was never confirmed: the owner
 * of the earliest confirmed address keeps the last word.
 */
type LinkEffect = 'ends' | 'ends-later';

const takenBack = { 'reset-password': 'ends', 'change-email': 'ends' } as const;

/**
 * What each event of an account does to its open links, besides consuming its own; a purpose that is not named stays valid
 * (decision 091, whose table is compared with this one).
 */
export const linkRules = {
  'sign-in': {},
  'sign-out': {},
  'sign-out-everywhere': takenBack,
  'password-changed': takenBack,
  'password-reset': { ...takenBack, 'undo-email-change': 'ends-later' },
  'email-verified': {},
  'email-change-requested': { 'change-email': 'ends' },
  'email-changed': {
    'verify-email': 'ends',
    'reset-password': 'ends',
    'change-email': 'ends',
    'undo-email-change': 'ends-later',
  },
  'email-change-undone': {
    ...takenBack,
    'verify-email': 'ends-later',
    'undo-email-change': 'ends-later',
    'guardian-consent': 'ends-later',
  },
  'claimed-with-google': {
    ...takenBack,
    'verify-email': 'ends',
    'undo-email-change': 'ends-later',
    'guardian-consent': 'ends',
  },
  'guardian-named': { 'guardian-consent': 'ends' },
  'guardian-agreed': {},
  'came-of-age': { 'guardian-consent': 'ends' },
  suspended: takenBack,
  restored: {},
  'erasure-requested': takenBack,
} as const satisfies Record<string, Partial<Record<LinkPurpose, LinkEffect>>>;

/** A key of {@link linkRules}. */
export type LinkEvent = keyof typeof linkRules;
