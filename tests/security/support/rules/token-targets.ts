import { namesNothing, type Targets } from './rule.ts';

/** Tokens of links in mails: those of other purposes and of other signatures are refused like garbage. */
export const token: Targets = ({ linkTokens }) => [
  ...linkTokens.map(({ token: value = '' }) => ({
    about: 'other’s' as const,
    value,
    mayUse: () => false,
    denied: () => [422],
  })),
  ...namesNothing([422]),
];
