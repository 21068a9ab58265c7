import { dayMs, hourMs, minuteMs } from './durations.ts';

/** Business limits (specification section 9, decisions sections 3 to 5). Sizes in bytes. */
export const limits = {
  motivationWords: 50,
  motivationChars: 1_000,
  /** Characters of the reason that people see who are not signed in. */
  visitorReasonChars: 240,
  passwordMinChars: 8,
  passwordMaxBytes: 1_024,
  profilePictureBytes: 512_000,
  documentBytes: 524_288,
  /** Characters of a thank-you to a sponsor. */
  thankYouChars: 300,
  recipients: 10,
  invitationResends: 3,
  invitationPauseMs: hourMs,
  pageSize: 12,
  maxPageSize: 50,
  dashboardRows: 20,
  maxDashboardRows: 1_000,
  /** How long the provider's payment page can be used (decisions section 3). */
  paymentSessionMs: 30 * minuteMs,
  /** How long a sign-in allows sensitive changes without another proof. */
  confirmedMs: 15 * minuteMs,
  /** Lifetime of a session without "Keep me signed in", if the browser is not closed before. */
  shortSessionMs: 12 * hourMs,
  signInTimeoutMs: 20_000,
  signUpTimeoutMs: 30_000,
} as const;

/** Rate limits of calls (decisions section 7); `per` is the key that uses are counted by. */
export const rateLimits = {
  // `overall` counts all IP addresses together, against distributed password guessing.
  signIn: {
    max: 5,
    windowMs: 15 * minuteMs,
    per: 'account',
    overall: { max: 50, windowMs: hourMs },
    failures: { perAddress: 30, perNetwork: 120, windowMs: 15 * minuteMs },
    isDoubling: true,
  },
  // Two calls for each sign-in.
  operatorSignIn: {
    max: 10,
    windowMs: 15 * minuteMs,
    per: 'account',
    overall: { max: 100, windowMs: hourMs },
    failures: { perAddress: 30, perNetwork: 120, windowMs: 15 * minuteMs },
    isDoubling: true,
  },
  signUp: { max: 5, windowMs: hourMs, per: 'address' },
  newsletter: { max: 3, windowMs: hourMs, per: 'address' },
  waitlist: { max: 5, windowMs: hourMs, per: 'address' },
  requests: { max: 5, windowMs: dayMs, per: 'caller' },
  changes: { max: 30, windowMs: hourMs, per: 'caller' },
  recipients: { max: 20, windowMs: dayMs, per: 'caller' },
  draw: { max: 90, windowMs: hourMs, per: 'caller' },
  pledge: { max: 10, windowMs: hourMs, per: 'caller' },
  meet: { max: 30, windowMs: hourMs, per: 'caller' },
  meetingReplies: { max: 20, windowMs: hourMs, per: 'caller' },
  notify: { max: 3, windowMs: dayMs, per: 'caller-and-request' },
  initiate: { max: 10, windowMs: hourMs, per: 'caller' },
  verify: { max: 30, windowMs: minuteMs, per: 'caller' },
  reports: { max: 10, windowMs: dayMs, per: 'caller' },
  links: { max: 20, windowMs: hourMs, per: 'address' },
  mailMe: { max: 5, windowMs: hourMs, per: 'caller' },
  forgotPassword: {
    max: 5,
    windowMs: hourMs,
    per: 'account',
    overall: { max: 5, windowMs: hourMs },
    all: { perAddress: 5, perNetwork: 20, windowMs: hourMs },
  },
  checkPassword: { max: 10, windowMs: hourMs, per: 'caller' },
  sharing: { max: 60, windowMs: hourMs, per: 'caller' },
  saves: { max: 60, windowMs: hourMs, per: 'caller' },
  // An open dashboard reloads on every change event.
  own: { max: 120, windowMs: minuteMs, per: 'caller' },
  live: { max: 60, windowMs: minuteMs, per: 'caller' },
  uploads: { max: 10, windowMs: hourMs, per: 'caller' },
  google: { max: 20, windowMs: 15 * minuteMs, per: 'address' },
  pageErrors: { max: 20, windowMs: hourMs, per: 'address' },
  browse: { max: 120, windowMs: minuteMs, per: 'address' },
} as const satisfies Record<string, RateLimit>;

export interface RateLimit {
  max: number;
  windowMs: number;
  per: 'account' | 'address' | 'caller' | 'caller-and-request';
  overall?: { max: number; windowMs: number };
  /** All calls of an IP address and of its network, whatever the account. */
  all?: { perAddress: number; perNetwork: number; windowMs: number };
  /**
   * Failed calls of an IP address and of its network (IPv4 /24, IPv6 /48), whatever the account: against one password
   * tried at many accounts.
   */
  failures?: { perAddress: number; perNetwork: number; windowMs: number };
  /** The wait doubles each time that the same key exceeds the limit within a day. */
  isDoubling?: true;
}

export type RateLimitName = keyof typeof rateLimits;
