import {
  AccountLinkEntity,
  GoogleIdentityEntity,
  PasswordResetRequestEntity,
  SessionEntity,
} from '#services/accounts/sign-in.entity.ts';
import {
  ConsentEntity,
  MailBudgetEntity,
  MailOptOutEntity,
  ProfilePictureEntity,
  UserEntity,
} from '#services/accounts/user.entity.ts';
import { SubscriberEntity } from '#services/newsletter/subscriber.entity.ts';
import { WaitlistEntryEntity } from '#services/waitlist/waitlist-entry.entity.ts';
import { periodOf } from '../retention.ts';
import { addressHash, type Inventory } from './personal-table.ts';

const ofPerson = 'r.user_id = me.id';
const ofAddress = 'r.email = me.address';

/** Accounts, sign-ins, mails and subscriptions. */
export const accountTables = {
  users: {
    purpose: 'Account: who signs in and who meets whom',
    entity: UserEntity,
    views: [{ title: 'Your account', about: 'r.id = me.id' }],
    remains: true,
    erasure: 'Deleted; where payments refer to it, a row without the person remains',
  },
  sessions: {
    purpose:
      'Sign-ins: ending a session, showing where one is signed in, and finding one person with two accounts',
    entity: SessionEntity,
    views: [{ title: 'Where you signed in', about: ofPerson }],
    retention: periodOf('sessions'),
  },
  profile_pictures: {
    purpose: 'Profile picture',
    entity: ProfilePictureEntity,
    views: [{ title: 'Your picture', about: ofPerson }],
  },
  consents: {
    purpose: 'Consents: to the terms, and of the guardian of a learner under 18',
    entity: ConsentEntity,
    views: [{ title: 'Consents', about: ofPerson }],
  },
  google_identities: {
    purpose: 'Sign-in with Google',
    entity: GoogleIdentityEntity,
    views: [{ title: 'Your Google sign-in', about: ofPerson }],
  },
  used_google_tickets: {
    purpose: 'Makes a Google registration work once; ids only',
    erasure: 'Nothing about a person',
    retention: periodOf('used_google_tickets'),
  },
  account_links: {
    purpose: 'Links by mail that confirm, change or restore an address or a password',
    entity: AccountLinkEntity,
    views: [{ title: 'Links that we sent you', about: ofPerson }],
    retention: periodOf('account_links'),
  },
  password_resets: {
    purpose: 'Requests for a new password',
    entity: PasswordResetRequestEntity,
    views: [{ title: 'Requests for a new password', about: ofAddress }],
    retention: periodOf('password_resets'),
  },
  mail_opt_outs: {
    purpose: 'Topics of mails that are switched off',
    entity: MailOptOutEntity,
    views: [
      { title: 'Mails that you switched off', about: `r.user_id = me.id OR r.address_hash = ${addressHash}` },
    ],
    retention: 'Until the topic is switched on, or as long as the account',
  },
  subscribers: {
    purpose: 'Newsletter',
    entity: SubscriberEntity,
    views: [{ title: 'Newsletter', about: ofAddress }],
    retention: periodOf('subscribers'),
  },
  waitlist_entries: {
    purpose: 'Which part to build next, and who hears of it',
    entity: WaitlistEntryEntity,
    views: [{ title: 'Waitlist', about: ofAddress }],
    retention: periodOf('waitlist_entries'),
  },
  mail_budgets: {
    purpose: 'Limit on the mails that one person causes to another; numbers only',
    entity: MailBudgetEntity,
    views: [
      { title: 'Mails counted against the limit of a pair of people', about: 'r.recipient_id = me.id' },
    ],
    alsoErased: 'r.about_id = me.id',
  },
  idempotency_keys: {
    purpose: 'Responses to repeated calls',
    erasure: 'Deleted; responses to other people that name the person are emptied',
    retention: '1 day',
  },
  outbox: {
    purpose: 'Jobs that are to be done, mails included; names of jobs and ids only',
    erasure: 'Nothing about a person but ids, which then refer to nothing',
    retention: '7 days after the job was done',
  },
} satisfies Inventory;
