/** The page of a course of the starter catalogue. */
export const coursePage = '/explore/google-data-analytics-professional-certificate-596dd4509b';

/** Pages that anybody may open, without those that a link of a mail leads to. */
export const openPages = [
  '/',
  '/explore',
  coursePage,
  '/coming-soon',
  '/user-auth',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/guardian-consent',
  '/meeting-reply',
  '/refund',
  '/report?about=course&id=any',
  '/appeal',
  '/confirm-email-change',
  '/confirm-price',
  '/course-not-received',
  '/undo-email-change',
  '/offline',
  '/leaving?to=https%3A%2F%2Fexample.org%2Fa',
  '/restricted',
  '/success',
  '/terms.html',
  '/privacy.html',
];

/** An address where there is no page. */
export const missingPage = '/nothing-here';
