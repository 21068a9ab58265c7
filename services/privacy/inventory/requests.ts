import { asAccount, asBooks, type Inventory, ownRequests } from './personal-table.ts';

const ofOwnRequest = `r.request_id IN ${ownRequests}`;
const ofSponsor = 'r.sponsor_id = me.id';
const asRequest = 'As long as the request';
const timesOfMeeting = [
  'id',
  'request_id',
  'status',
  'starts_at',
  'ends_at',
  'proposed_starts_at',
  'room_url',
  'notified_at',
  'cancelled_at',
  'created_at',
] as const;

/** Requests, meetings and what sponsors do with them. */
export const requestTables = {
  requests: {
    purpose: 'Requests for help, by which sponsors decide',
    views: [
      {
        title: 'Your requests',
        about: 'r.learner_id = me.id',
        exported: [
          'id',
          'learner_id',
          'course_title',
          'platform',
          'link',
          'price_minor',
          'currency',
          'duration',
          'duration_unit',
          'motivation',
          'socials',
          'delivery',
          'account_email',
          'invoice_reference',
          'invoice_payee',
          'needs_invoice',
          'price_confirmed_at',
          'price_asked_at',
          'needs_price',
          'is_private',
          'is_public',
          'status',
          'reserved_until',
          'paid_at',
          'withdrawn_at',
          'revision',
          'terms',
          'enrolled_at',
          'completed_at',
          'holds',
          'is_sample',
          'created_at',
        ],
      },
    ],
    withheld: { others: ['reserved_by_id'] },
    erasure: 'Deleted; where a payment refers to it, the course and its price remain',
    retention: asAccount,
  },
  invoices: {
    purpose: 'Invoice of a school that a sponsor is asked to pay',
    views: [
      {
        title: 'Invoices of your school',
        about: ofOwnRequest,
        exported: ['request_id', 'content_type', 'created_at'],
        file: { key: 'request_id' },
      },
    ],
    erasure: 'Deleted',
    retention: asRequest,
  },
  request_recipients: {
    purpose: 'Invitations to private requests',
    views: [
      {
        title: 'Addresses that you invited',
        about: ofOwnRequest,
        exported: ['id', 'request_id', 'email', 'invited_at', 'resends', 'resent_at'],
      },
      {
        title: 'Invitations to your address',
        about: 'r.email = me.address',
        exported: ['request_id', 'email', 'invited_at'],
      },
    ],
    erasure: 'Deleted, also the invitations to the person’s address',
    retention: asRequest,
  },
  former_recipients: {
    purpose: 'Limits on invitations; hashes of addresses',
    views: [
      {
        title: 'Invitations that you withdrew',
        about: ofOwnRequest,
        exported: ['request_id', 'invited_at', 'resends', 'resent_at'],
      },
    ],
    withheld: { others: ['address_hash'] },
    erasure: 'Deleted',
    retention: asRequest,
  },
  platform_logins: {
    purpose: 'Login on a course platform, by which staff enrols the learner',
    views: [
      {
        title: 'Platform logins that you left (without the login)',
        about: ofOwnRequest,
        exported: ['request_id', 'created_at'],
      },
    ],
    withheld: { secret: ['key_version', 'wrapped_key', 'sealed'] },
    erasure: 'Deleted',
    retention: 'Until the learner is enrolled or withdraws',
  },
  request_views: {
    purpose: 'How many sponsors looked at a request',
    views: [
      {
        title: 'Requests that you opened',
        about: ofSponsor,
        exported: ['request_id', 'sponsor_id', 'seen_at'],
      },
    ],
    erasure: 'Deleted',
    retention: asRequest,
  },
  meetings: {
    purpose: 'Meetings of a learner and a sponsor',
    views: [
      { title: 'Meetings about your requests', about: ofOwnRequest, exported: timesOfMeeting },
      {
        title: 'Meetings that you arranged',
        about: ofSponsor,
        exported: [...timesOfMeeting, 'sponsor_id', 'note'],
      },
    ],
    withheld: { internal: ['revision', 'told_revision', 'answered_revision'] },
    erasure: 'Deleted; the other person gets a cancellation first',
    retention: asRequest,
  },
  sponsorships: {
    purpose: 'Which sponsor chose which request',
    views: [
      {
        title: 'Sponsorships',
        about: ofSponsor,
        exported: ['id', 'request_id', 'sponsor_id', 'is_anonymous', 'created_at'],
      },
    ],
    erasure: 'Deleted; with a payment, kept without the person and as anonymous',
    retention: asBooks,
  },
  draws: {
    purpose: 'Random picks that a sponsor can verify',
    views: [
      {
        title: 'Random picks',
        about: ofSponsor,
        exported: ['id', 'sponsor_id', 'seed', 'days', 'first_nonce', 'day', 'second_nonce', 'created_at'],
      },
    ],
    withheld: { others: ['candidates', 'winner_id'] },
    erasure: 'Deleted',
    retention: '30 days',
  },
  pledges: {
    purpose: 'What a sponsor pledged to a group',
    views: [
      {
        title: 'Pledges',
        about: ofSponsor,
        exported: [
          'id',
          'sponsor_id',
          'amount_minor',
          'currency',
          'target_group',
          'note',
          'status',
          'created_at',
          'withdrawn_at',
        ],
      },
    ],
    erasure: 'Deleted',
    retention: asAccount,
  },
  proofs: {
    purpose: 'Proof that a course was bought',
    views: [
      {
        title: 'Proofs of your enrolment',
        about: ofOwnRequest,
        exported: ['request_id', 'content_type', 'created_at'],
        file: { key: 'request_id' },
      },
      {
        title: 'Proofs that you uploaded',
        about: 'r.added_by_id = me.id',
        exported: ['request_id', 'content_type', 'added_by_id', 'created_at'],
        file: { key: 'request_id' },
      },
    ],
    erasure: 'Deleted with either of the two persons',
    retention: asRequest,
  },
} satisfies Inventory;
