import type { OutsideService } from '#contracts/cases/cases.ts';

const services: Record<OutsideService, string> = {
  provider: 'The payment provider',
  mail: 'The mail server',
};
const times = (tries: number) => (tries === 1 ? 'once' : `${tries} times`);
const counted = (singular: string, plural: string) => (total: number) =>
  `${total} ${total === 1 ? singular : plural}`;

export const incidentsCopy = {
  title: 'Something does not work',
  /** `since` is a time of the day, with the day unless it is today. */
  outage: (service: OutsideService, since: string, tries: number) =>
    `${services[service]} does not answer since ${since}; tried ${times(tries)}.`,
  open: 'Open the incident',
  affects: 'It affects:',
  jobs: counted('job', 'jobs'),
  cases: counted('case', 'cases'),
  payments: counted('payment', 'payments'),
  people: counted('person', 'people'),
  more: (count: number) => `and ${count} more`,
  moreIncidents: (count: number) =>
    count === 1 ? 'One more incident is open.' : `${count} more incidents are open.`,
  inbox: 'All incidents',
} as const;
