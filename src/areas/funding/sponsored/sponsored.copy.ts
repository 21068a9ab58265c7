import { reader } from '../../../browser/reader.ts';

/** How many courses, in words: "1 course", "3 courses". */
function courses(count: number): string {
  return count === 1 ? '1 course' : `${count.toLocaleString(reader.locale)} courses`;
}

/** Texts of a sponsor's results, receipts and pledges. */
export const sponsoredCopy = {
  impact: {
    title: 'What you made possible',
    panel: (funded: number, paid: string) => `${courses(funded)} · ${paid} paid`,
    chart: (currency: string, funded: number, completed: number) =>
      `Courses funded in ${currency} by month, over the last twelve months: ${funded} funded, ${completed} of them completed.`,
    bar: (month: string, funded: number, completed: number) =>
      `${month}: ${funded} funded, ${completed} of them completed`,
    completed: 'Completed',
    going: 'Funded, not completed yet',
    note: 'Each course stands in the month of your payment.',
    earlier: 'The picture shows the last twelve months, the table all of them.',
    table: 'Show the figures as a table',
    caption: 'Courses that you funded, by month and currency',
    columns: {
      month: 'Month',
      currency: 'Currency',
      funded: 'Funded',
      completed: 'Completed',
      paid: 'You paid',
    },
    total: 'In all',
  },
  receipt: {
    save: 'Receipt (PDF)',
    saveDifference: 'Receipt for the difference (PDF)',
    busy: 'Fetching the receipt…',
    failed: 'We could not fetch the receipt. Please try again.',
  },
  pledges: {
    title: 'Your pledges to groups',
    status: { pledged: 'Pledged', withdrawn: 'Withdrawn', allotted: 'Allotted' },
    made: 'Pledged on',
    nothingCharged: 'Nothing has been charged, and no learner is paid from a pledge yet.',
    withdraw: 'Withdraw',
    about: (group: string) => `the pledge to ${group}`,
    failed: 'We could not withdraw the pledge. Please try again.',
    failedToLoad: 'We could not load your pledges.',
    sure: 'Withdraw this pledge?',
    sureText: (amount: string, group: string) =>
      `Your pledge of ${amount} to ${group} is taken back. Nothing was charged.`,
    keep: 'Keep it',
    confirm: 'Withdraw the pledge',
    busy: 'Withdrawing…',
  },
} as const;
