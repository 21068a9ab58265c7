/** Texts of the requests that people see who are not signed in. */
export const waitingCopy = {
  title: 'Who is waiting now',
  lead: 'Requests that wait for a sponsor, shown here because their learners chose so. One sponsor pays for one course.',
  waitingFor: (days: number) =>
    days < 1 ? 'asked today' : `waiting for ${days.toLocaleString('en-GB')} ${days === 1 ? 'day' : 'days'}`,
  from: (initial: string, country: string | null) => (country ? `${initial}, ${country}` : initial),
  on: (platform: string) => `on ${platform}`,
  open: 'Sponsor this course',
} as const;
