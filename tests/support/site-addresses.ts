/** Pages that anybody may open, without those that a link of a mail leads to. */
export const openPages = [
  '/',
  '/explore',
  '/coming-soon',
  '/user-auth',
  '/restricted',
  '/success',
  '/terms.html',
  '/privacy.html',
];

/** An address where there is no page. */
export const missingPage = '/nothing-here';
