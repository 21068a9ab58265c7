import type { deliveries } from '../requests/request-views.ts';

interface SentCourse {
  delivery: keyof typeof deliveries;
  platform: string;
  /** E-mail of the learner's account on the platform; null where none was given. */
  accountEmail: string | null;
  /** Recipient of the invoice of the learner's school; null for other deliveries. */
  payee: string | null;
}

const kinds: Record<SentCourse['delivery'], string> = {
  'gift-to-email': 'The course as a gift',
  'enrolment-code': 'An enrolment code',
  'school-invoice': 'The payment of your school’s invoice',
  'platform-login': 'An enrolment with your platform login',
};

/** Returns what was sent to the learner for a course that is handed over, and where to; never a code. */
export function sentCourse({ delivery, platform, accountEmail, payee }: SentCourse) {
  const account = accountEmail
    ? `Your account ${accountEmail} on ${platform}`
    : `Your account on ${platform}`;
  const where = { 'enrolment-code': 'Your dashboard', 'school-invoice': payee ?? 'Your school' };
  return { kind: kinds[delivery], to: where[delivery as keyof typeof where] ?? account };
}
