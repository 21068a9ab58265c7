import { asAccount, asBooks, type Inventory, ownPayments, ownRequests } from './personal-table.ts';

/** Bought courses, enrolments and certificates. */
export const courseTables = {
  purchases: {
    purpose: 'Buying a paid course and handing it over',
    views: [
      {
        title: 'Courses that we bought for you',
        about: `r.request_id IN ${ownRequests}`,
        exported: [
          'id',
          'request_id',
          'status',
          'order_number',
          'bought_at',
          'handed_over_at',
          'redeem_by',
          'code_seen_at',
          'reminded_at',
          'redeemed_at',
          'created_at',
        ],
      },
      {
        title: 'Courses that we bought with your payments',
        about: `r.payment_id IN ${ownPayments}`,
        exported: [
          'request_id',
          'payment_id',
          'status',
          'charged_minor',
          'charged_currency',
          'exchange_rate',
          'spent_minor',
          'overrun_minor',
          'bought_at',
          'handed_over_at',
          'redeemed_at',
          'failure_reason',
          'proof_rejection',
        ],
      },
    ],
    withheld: {
      internal: ['attempt', 'owner_id', 'claimed_until', 'overrun_by_id', 'overrun_approved_by_id'],
    },
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
  purchase_codes: {
    purpose: 'Enrolment code of a bought course',
    views: [
      {
        title: 'Enrolment codes (without the code)',
        about: `r.purchase_id IN (SELECT id FROM purchases WHERE request_id IN ${ownRequests})`,
        exported: ['purchase_id', 'created_at'],
      },
    ],
    withheld: { secret: ['key_version', 'wrapped_key', 'sealed'] },
    erasure: 'Deleted',
    retention: 'Until the learner has seen it or is enrolled',
  },
  order_receipts: {
    purpose: 'Receipt of a course platform for an order; about our order, not about a person',
    views: [],
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
  enrolments: {
    purpose: 'Courses on a dashboard',
    views: [
      {
        title: 'Courses on your dashboard',
        about: 'r.user_id = me.id',
        exported: [
          'id',
          'user_id',
          'request_id',
          'title',
          'description',
          'link',
          'status',
          'completed_at',
          'created_at',
        ],
      },
    ],
    erasure: 'Deleted',
    retention: asAccount,
  },
  certificates: {
    purpose: 'Certificates of completed courses',
    views: [
      {
        title: 'Your certificates',
        about: 'r.enrolment_id IN (SELECT id FROM enrolments WHERE user_id = me.id)',
        exported: ['enrolment_id', 'content_type', 'is_shared', 'created_at'],
        file: { key: 'enrolment_id' },
      },
    ],
    erasure: 'Deleted',
    retention: asAccount,
  },
} satisfies Inventory;
