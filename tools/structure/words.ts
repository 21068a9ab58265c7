/**
 * Every word that names a module, and what it is about. A module has the same word in src/areas, services/contracts, services
 * and workers; `npm run docs:structure` draws the table of the README from the folders and fails on a word that is not listed here.
 */
export const words: Readonly<Record<string, string>> = {
  accounts: 'sign-up, sign-in, Google, profile, guardians, mail preferences',
  requests: 'requests, invitations, invoices, listing, prices',
  catalogue: "other platforms' courses: search, import, links",
  funding: 'sponsorships, draw, pledges; screens of meetings and payments',
  meetings: 'video calls of sponsor and learner',
  payments: 'payments at the provider, receipts',
  purchases: 'buying and handing over a paid course, price questions',
  enrolments: 'saved and paid courses, certificates, proofs',
  refunds: 'money given back, bank details for it',
  disputes: "chargebacks and the bank's questions",
  ledger: 'double-entry record of all money, reconciliation',
  safety: 'reports, appeals, suspensions',
  privacy: 'export, erasure, retention',
  dashboard: 'what learner and sponsor see of their requests',
  newsletter: 'subscriptions',
  waitlist: 'interest in what is not built yet',
  site: 'layout, navigation, legal pages, settings of the pages',
  desk: "the operators' screens and calls",
  cases: 'cases, approvals, audit record',
  flows: 'transactions that write to several modules: settle a payment, record a refund',
  queues: 'figures and commands of the outbox',
  admin: 'doctor, backup, keys, files: commands of maintenance',
  providers: 'clients of payment providers',
  platform: 'config, log, errors, HTTP, database, queue, e-mail, tokens, files',
  seed: 'sample people, requests and courses',
  mail: 'rendering and sending of a composed mail',
  housekeeping: 'deletion of what has expired',
  runtime: 'running jobs: schedules, retries, health check',
};
