import { randomBytes } from 'node:crypto';

const key = randomBytes(6).toString('hex');

/** A unique value for a private field, and the addresses whose mails may contain it. */
interface PrivateField {
  value: string;
  mailedTo: readonly ('learner' | 'sponsor' | 'invited' | 'minor' | 'guardian' | 'news')[];
}

const field = (value: string, ...mailedTo: PrivateField['mailedTo'][number][]): PrivateField => ({
  value,
  mailedTo,
});

/** Every private field that the run of `logged-run.ts` fills. */
export const privateFields = {
  // The calendar invitation names both.
  'learner’s address': field(`learner-${key}@canary.example`, 'learner', 'sponsor'),
  'sponsor’s address': field(`sponsor-${key}@canary.example`, 'sponsor', 'learner'),
  'learner’s name': field(`Lea${key}`, 'learner', 'sponsor', 'invited'),
  'sponsor’s name': field(`Sim${key}`, 'sponsor', 'learner'),
  'learner’s phone': field(`+234 80${String(Number.parseInt(key.slice(0, 6), 16)).padStart(8, '0')}`),
  'sponsor’s phone': field(`+234 70${String(Number.parseInt(key.slice(6, 12), 16)).padStart(8, '0')}`),
  'reason of the request': field(`because-${key}`),
  'social profile': field(`profile-${key}`),
  'login on the platform': field(`login-${key}@canary.example`),
  'invited address': field(`invited-${key}@canary.example`, 'invited'),
  'note of the meeting': field(`note-${key}`, 'learner', 'sponsor'),
  'group of a pledge': field(`group-${key}`, 'sponsor'),
  'note of a pledge': field(`pledge-${key}`, 'sponsor'),
  'details of a report': field(`details-${key}`),
  'address of a reporter': field(`reporter-${key}@canary.example`),
  'note of the waitlist': field(`wait-${key}`),
  'address on the waitlist': field(`waiting-${key}@canary.example`),
  'address of the newsletter': field(`news-${key}@canary.example`, 'news'),
  'address of a minor': field(`minor-${key}@canary.example`, 'minor'),
  'address of a guardian': field(`guardian-${key}@canary.example`, 'guardian'),
  'name of a minor': field(`Mia${key}`, 'minor', 'guardian'),
  'course that was saved': field(`saved-${key}`),
  'author of a certificate': field(`author-${key}`),
} satisfies Record<string, PrivateField>;

/** Name of a private field. */
export type PrivateFieldName = keyof typeof privateFields;

/** The value of a private field. */
export const canary = (name: PrivateFieldName): string => privateFields[name].value;
