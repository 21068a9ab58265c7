import { periodOf } from '../retention/rules.ts';
import { asAccount, type Inventory } from './personal-table.ts';

const ofPerson = 'r.user_id = me.id';
const ofAddress = 'r.email = me.address';
// The hash of `address-hash.ts`.
const addressHash = `rtrim(translate(encode(sha256(convert_to(me.address, 'UTF8')), 'base64'), '+/', '-_'), '=')`;

/** Accounts, sign-ins, mails and subscriptions. */
export const accountTables = {
  users: {
    purpose: 'Account: who signs in and who meets whom',
    views: [
      {
        title: 'Your account',
        about: 'r.id = me.id',
        exported: [
          'id',
          'email',
          'full_name',
          'phone_number',
          'country',
          'gender',
          'role',
          'email_verified_at',
          'hides_email',
          'is_minor',
          'guardian_email',
          'guardian_agreed_at',
          'adult_from',
          'erasure_requested_at',
          'is_sample',
          'created_at',
        ],
      },
    ],
    withheld: { secret: ['password_hash'] },
    erasure: 'Deleted; where payments refer to it, a row without the person remains',
    retention: asAccount,
  },
  sessions: {
    purpose:
      'Sign-ins: ending a session, showing where one is signed in, and finding one person with two accounts',
    views: [
      {
        title: 'Where you signed in',
        about: ofPerson,
        exported: [
          ...['id', 'user_id', 'user_agent', 'network_hash'],
          ...['created_at', 'last_seen_at', 'expires_at', 'revoked_at'],
        ],
      },
    ],
    erasure: 'Deleted',
    retention: periodOf('sessions'),
  },
  profile_pictures: {
    purpose: 'Profile picture',
    views: [
      {
        title: 'Your picture',
        about: ofPerson,
        exported: ['user_id', 'content_type', 'created_at'],
        file: { key: 'user_id' },
      },
    ],
    withheld: { secret: ['address_key'] },
    erasure: 'Deleted',
    retention: asAccount,
  },
  consents: {
    purpose: 'Consents: to the terms, and of the guardian of a learner under 18',
    views: [
      {
        title: 'Consents',
        about: ofPerson,
        exported: ['id', 'user_id', 'kind', 'version', 'created_at'],
      },
    ],
    erasure: 'Deleted',
    retention: asAccount,
  },
  google_identities: {
    purpose: 'Sign-in with Google',
    views: [
      {
        title: 'Your Google sign-in',
        about: ofPerson,
        exported: ['sub', 'user_id', 'email', 'created_at'],
      },
    ],
    erasure: 'Deleted',
    retention: asAccount,
  },
  used_google_tickets: {
    purpose: 'Makes a Google registration work once; ids only',
    views: [],
    erasure: 'Nothing about a person',
    retention: periodOf('used_google_tickets'),
  },
  account_links: {
    purpose: 'Links by mail that confirm, change or restore an address or a password',
    views: [
      {
        title: 'Links that we sent you',
        about: ofPerson,
        exported: [
          'id',
          'user_id',
          'purpose',
          'address',
          'is_reserved',
          'expires_at',
          'used_at',
          'created_at',
        ],
      },
    ],
    erasure: 'Deleted',
    retention: periodOf('account_links'),
  },
  reset_wishes: {
    purpose: 'Requests for a new password',
    views: [
      {
        title: 'Requests for a new password',
        about: ofAddress,
        exported: ['id', 'email', 'created_at'],
      },
    ],
    erasure: 'Deleted',
    retention: periodOf('reset_wishes'),
  },
  mail_opt_outs: {
    purpose: 'Topics of mails that are switched off',
    views: [
      {
        title: 'Mails that you switched off',
        about: `r.user_id = me.id OR r.address_hash = ${addressHash}`,
        exported: ['id', 'user_id', 'topic', 'created_at'],
      },
    ],
    withheld: { internal: ['address_hash'] },
    erasure: 'Deleted',
    retention: 'Until the topic is switched on, or as long as the account',
  },
  subscribers: {
    purpose: 'Newsletter',
    views: [
      {
        title: 'Newsletter',
        about: ofAddress,
        exported: ['id', 'email', 'asked_at', 'confirmed_at', 'unsubscribed_at', 'created_at'],
      },
    ],
    erasure: 'Deleted',
    retention: periodOf('subscribers'),
  },
  waitlist_answers: {
    purpose: 'Which part to build next, and who hears of it',
    views: [
      {
        title: 'Waitlist',
        about: ofAddress,
        exported: ['id', 'email', 'wish', 'note', 'created_at'],
      },
    ],
    erasure: 'Deleted',
    retention: periodOf('waitlist_answers'),
  },
  pair_mails: {
    purpose: 'Limit on the mails that one person causes to another; numbers only',
    views: [
      {
        title: 'Mails counted against the limit of a pair of people',
        about: 'r.recipient_id = me.id',
        exported: ['recipient_id', 'since', 'count'],
      },
    ],
    withheld: { others: ['about_id'] },
    erasure: 'Deleted',
    retention: asAccount,
  },
  idempotency_keys: {
    purpose: 'Responses to repeated calls',
    views: [],
    erasure: 'Deleted; responses to other people that name the person are emptied',
    retention: '1 day',
  },
  outbox: {
    purpose: 'Jobs that are to be done, mails included; names of jobs and ids only',
    views: [],
    erasure: 'Nothing about a person but ids, which then refer to nothing',
    retention: '7 days after the job was done',
  },
} satisfies Inventory;
