import { CertificateEntity, EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';
import { PurchaseCodeEntity, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { asBooks, type Inventory, inBooksWithoutPerson, ownPayments, ownRequests } from './personal-table.ts';

/** Bought courses, enrolments and certificates. */
export const courseTables = {
  purchases: {
    purpose: 'Buying a paid course and handing it over',
    entity: PurchaseEntity,
    views: [
      { person: 'learner', title: 'Courses that we bought for you', about: `r.request_id IN ${ownRequests}` },
      {
        person: 'payer',
        title: 'Courses that we bought with your payments',
        about: `r.payment_id IN ${ownPayments}`,
      },
    ],
    ...inBooksWithoutPerson,
  },
  purchase_codes: {
    purpose: 'Enrolment code of a bought course',
    entity: PurchaseCodeEntity,
    views: [
      {
        title: 'Enrolment codes (without the code)',
        about: `r.purchase_id IN (SELECT id FROM purchases WHERE request_id IN ${ownRequests})`,
      },
    ],
    retention: 'Until the learner has seen it or is enrolled',
  },
  order_receipts: {
    purpose: 'Receipt of a course platform for an order; about our order, not about a person',
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
  enrolments: {
    purpose: 'Courses on a dashboard',
    entity: EnrolmentEntity,
    views: [{ title: 'Courses on your dashboard', about: 'r.user_id = me.id' }],
  },
  certificates: {
    purpose: 'Certificates of completed courses',
    entity: CertificateEntity,
    views: [
      {
        title: 'Your certificates',
        about: 'r.enrolment_id IN (SELECT id FROM enrolments WHERE user_id = me.id)',
      },
    ],
  },
} satisfies Inventory;
