/** A module of a layered folder: a folder directly in it, or a file directly in it. */
type Module = string;

/**
 * The layers of each folder, lowest first. A module imports modules of lower layers only, type imports included;
 * modules of one layer do not import each other. Enforced by .dependency-cruiser.mjs, drawn in docs/architecture.md.
 */
export const layers: Readonly<Record<string, readonly (readonly Module[])[]>> = {
  services: [
    ['contracts'],
    ['platform'],
    ['cases', 'providers'],
    ['deps.ts'],
    ['accounts', 'catalogue', 'newsletter', 'waitlist', 'site'],
    ['requests', 'ledger'],
    ['payments', 'meetings'],
    ['funding', 'enrolments', 'refunds', 'safety'],
    ['disputes'],
    ['purchases'],
    ['flows'],
    ['dashboard', 'privacy'],
    ['jobs.ts'],
    ['queues'],
    ['desk', 'admin'],
    ['entities.ts'],
    ['seed'],
    ['routes.ts', 'desk-routes.ts', 'contract-modules.ts'],
    ['app.ts'],
    ['server.ts'],
  ],
  'services/contracts': [
    ['cases', 'limits.ts', 'money.ts', 'parse-url.ts', 'queue-names.ts'],
    ['document-file.ts', 'endpoint.ts', 'public-web-address.ts'],
    ['fields.ts'],
    ['accounts', 'catalogue', 'newsletter', 'payments', 'privacy', 'requests', 'safety', 'waitlist'],
    ['enrolments', 'meetings', 'purchases', 'refunds', 'site'],
    ['funding'],
    ['dashboard', 'desk'],
  ],
  workers: [
    ['runtime'],
    ['mail'],
    [
      ...['accounts', 'catalogue', 'disputes', 'enrolments', 'funding', 'ledger', 'meetings', 'newsletter'],
      ...[
        'payments',
        'privacy',
        'purchases',
        'refunds',
        'requests',
        'safety',
        'housekeeping',
        'sponsorships',
      ],
    ],
    ['composers.ts'],
    ['deliver-mail.ts'],
    ['handlers.ts'],
    ['worker.ts'],
  ],
  sandbox: [['processes'], ['postgres', 'providers'], ['start']],
};
