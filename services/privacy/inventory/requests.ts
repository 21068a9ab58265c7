import { ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import { DrawEntity, PledgeEntity, SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { MeetingEntity } from '#services/meetings/meeting.entity.ts';
import {
  FormerRecipientEntity,
  HelpRequestEntity,
  InvoiceEntity,
  PlatformLoginEntity,
  RecipientEntity,
  RequestViewEntity,
} from '#services/requests/request.entity.ts';
import { ThankYouEntity } from '#services/thanks/thank-you.entity.ts';
import { addressHash, type Inventory, inBooks, ownRequests } from './personal-table.ts';

const ofOwnRequest = `r.request_id IN ${ownRequests}`;
const ofSponsor = 'r.sponsor_id = me.id';
const asRequest = 'As long as the request';

/** Requests, meetings and what sponsors do with them. */
export const requestTables = {
  requests: {
    purpose: 'Requests for help, by which sponsors decide',
    entity: HelpRequestEntity,
    views: [{ title: 'Your requests', about: 'r.learner_id = me.id' }],
    remains: true,
    erasure: 'Deleted; where a payment refers to it, the course and its price remain',
  },
  invoices: {
    purpose: 'Invoice of a school that a sponsor is asked to pay',
    entity: InvoiceEntity,
    views: [{ title: 'Invoices of your school', about: ofOwnRequest }],
    retention: asRequest,
  },
  request_recipients: {
    purpose: 'Invitations to private requests',
    entity: RecipientEntity,
    views: [
      { person: 'learner', title: 'Addresses that you invited', about: ofOwnRequest },
      { person: 'recipient', title: 'Invitations to your address', about: 'r.email = me.address' },
    ],
    erasure: 'Deleted, also the invitations to the person’s address',
    retention: asRequest,
  },
  former_recipients: {
    purpose: 'Limits on invitations; hashes of addresses',
    entity: FormerRecipientEntity,
    views: [{ title: 'Invitations that you withdrew', about: ofOwnRequest }],
    alsoErased: `r.address_hash = ${addressHash}`,
    retention: asRequest,
  },
  platform_logins: {
    purpose: 'Login on a course platform, by which staff enrols the learner',
    entity: PlatformLoginEntity,
    views: [{ title: 'Platform logins that you left (without the login)', about: ofOwnRequest }],
    retention: 'Until the learner is enrolled or withdraws',
  },
  request_views: {
    purpose: 'How many sponsors looked at a request',
    entity: RequestViewEntity,
    views: [{ title: 'Requests that you opened', about: ofSponsor }],
    alsoErased: ofOwnRequest,
    retention: asRequest,
  },
  meetings: {
    purpose: 'Meetings of a learner and a sponsor',
    entity: MeetingEntity,
    views: [
      { person: 'learner', title: 'Meetings about your requests', about: ofOwnRequest },
      { person: 'sponsor', title: 'Meetings that you arranged', about: ofSponsor },
    ],
    erasure: 'Deleted; the other person gets a cancellation first',
    retention: asRequest,
  },
  sponsorships: {
    purpose: 'Which sponsor chose which request',
    entity: SponsorshipEntity,
    views: [{ title: 'Sponsorships', about: ofSponsor }],
    ...inBooks,
    erasure: 'Deleted; with a payment, kept without the person and as anonymous',
  },
  thank_yous: {
    purpose: 'Words of a learner to the sponsor who paid',
    entity: ThankYouEntity,
    views: [
      { person: 'learner', title: 'Your words to your sponsors', about: ofOwnRequest },
      {
        person: 'sponsor',
        title: 'Words of learners to you',
        about: `${ofSponsor} AND r.status = 'delivered'`,
      },
    ],
    alsoErased: ofSponsor,
    erasure: 'Deleted with either of the two persons',
    retention: asRequest,
  },
  draws: {
    purpose: 'Random picks that a sponsor can verify',
    entity: DrawEntity,
    views: [{ title: 'Random picks', about: ofSponsor }],
    retention: '30 days',
  },
  pledges: {
    purpose: 'What a sponsor pledged to a group',
    entity: PledgeEntity,
    views: [{ title: 'Pledges', about: ofSponsor }],
  },
  proofs: {
    purpose: 'Proof that a course was bought',
    entity: ProofEntity,
    views: [
      { person: 'learner', title: 'Proofs of your enrolment', about: ofOwnRequest },
      { person: 'sponsor', title: 'Proofs that you uploaded', about: 'r.added_by_id = me.id' },
    ],
    erasure: 'Deleted with either of the two persons',
    retention: asRequest,
  },
} satisfies Inventory;
