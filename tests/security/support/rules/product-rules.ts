import type { KnownRequest } from '../known-ids.ts';
import type { Caller } from '../world.ts';
import { gates, isSponsor, owned, type Rule, request } from './rule.ts';
import { token } from './token-targets.ts';

const isOwner = (caller: Caller, { owner }: KnownRequest) => owner === caller;
const isPayer = (caller: Caller, { payer }: KnownRequest) => payer === caller;
/** `visibleToSponsor`: open and public, inviting the sponsor, or paid by the sponsor. */
const isVisible = (caller: Caller, known: KnownRequest) =>
  (known.isPublic && known.state === 'open') ||
  (isSponsor(caller) && (known.invited === caller || known.payer === caller));

const ownRequest = { who: gates.learners, ids: { 'params.id': request(isOwner) } } satisfies Rule;
const ownInvitation = {
  who: gates.learners,
  ids: {
    // To another request of the learner the invitation does not belong.
    'params.id': request((caller, known) => isOwner(caller, known) && known.invited !== undefined, {
      own: [404, 409],
    }),
    'params.invitationId': owned('invitations'),
  },
} satisfies Rule;
/** A call whose ids only SP has: its own cases are situations of the matrix. */
const nothingOf = (who: Rule['who']): Rule => ({ who, ids: { 'params.id': request(() => false) } });
const ownMeeting = {
  who: gates.sponsors,
  ids: { 'params.id': request((caller, { meetsWith }) => meetsWith === caller) },
} satisfies Rule;
const ownPaid: Rule = {
  who: gates.learners,
  ids: { 'params.id': request((caller, known) => isOwner(caller, known) && known.state === 'paid') },
};
const link: Rule = { who: gates.public, ids: { 'body.token': token } };
const readLink: Rule = { who: gates.public, ids: { 'query.token': token } };
const anybody: Rule = { who: gates.public };
const signedIn: Rule = { who: gates.signedIn };

/** The rule of each call of the product. A call without one fails the test. */
export const productRules: Record<string, Rule> = {
  'GET /settings': anybody,
  'GET /course/usual-times': anybody,
  'POST /user/email-capture': anybody,
  'POST /newsletter/confirm': link,
  'POST /newsletter/unsubscribe': link,
  // A page says what became of a link.
  'GET /newsletter/one-click': anybody,
  'POST /newsletter/one-click': readLink,
  'POST /waitlist': anybody,
  'POST /page-errors': anybody,
  'POST /user/onboard': anybody,
  'POST /user/auth': anybody,
  'POST /user/page-cookie': signedIn,
  'POST /user/logout': { ...signedIn, usesUp: true },
  'POST /user/auth/google': { who: gates.public, allowed: [401, 403, 422] },
  'POST /user/auth/google-finalize': { who: gates.public, allowed: [401, 403, 422] },
  'GET /user/auth/google/start': { who: gates.public, allowed: [302] },
  'GET /user/auth/google/callback': anybody,
  'POST /user/verify-email': link,
  'POST /user/resend-verification': signedIn,
  'POST /user/forgot-password': anybody,
  'POST /user/reset-password': link,
  'GET /user/guardian-consent': readLink,
  'POST /user/guardian-consent': link,
  'POST /user/guardian-consent/refuse': link,
  'PUT /user/me/guardian': { who: gates.learners },
  'POST /user/me/confirm': signedIn,
  'POST /user/export': { who: gates.signedIn },
  'DELETE /user/me': { who: gates.signedIn, allowed: [422] },
  'GET /user/export': { who: gates.signedIn },
  'GET /user/me': signedIn,
  'PUT /user/me': { ...signedIn, usesUp: true },
  'PUT /user/me/privacy': { who: gates.learners },
  'PUT /user/me/time-zone': signedIn,
  'PUT /user/me/picture': { ...signedIn, usesUp: true },
  'POST /user/change-password': { ...signedIn, allowed: [409, 422] },
  'POST /user/change-email': { ...signedIn, allowed: [409, 422] },
  'GET /user/confirm-email-change': readLink,
  'POST /user/confirm-email-change': { ...link, ...signedIn },
  'POST /user/undo-email-change': link,
  'GET /user/me/sessions': signedIn,
  'DELETE /user/me/sessions': { ...signedIn, usesUp: true },
  'DELETE /user/me/sessions/:id': { ...signedIn, ids: { 'params.id': owned('sessions') }, usesUp: true },
  'GET /user/me/mail': signedIn,
  'PUT /user/me/mail': signedIn,
  'GET /mail/topic': readLink,
  'POST /mail/topic': link,
  'GET /mail/one-click': anybody,
  'POST /mail/one-click': readLink,
  'GET /user/:id/picture': {
    who: gates.public,
    // The key is a secret of each picture.
    ids: { 'params.id': owned('pictureOwners'), 'query.v': owned('pictureKeys') },
    allowed: [200],
  },
  'POST /report': {
    who: gates.public,
    ids: {
      'body.id': request((caller, known) => isVisible(caller, known) && !isOwner(caller, known), {
        closed: [201],
      }),
    },
  },
  'GET /appeal': {
    who: gates.signedIn,
    ids: { 'query.request': request(() => false) },
  },
  'POST /appeal': {
    who: gates.signedIn,
    ids: { 'body.request': request(() => false) },
  },
  'POST /course/request': { who: gates.learners },
  'GET /course/request/:id': { ...ownRequest, allowed: [200] },
  'PUT /course/request/:id': { ...ownRequest, usesUp: true },
  'DELETE /course/request/:id': { ...ownRequest, usesUp: true },
  'POST /course/request/:id/price': ownRequest,
  'POST /course/price-link': link,
  'POST /course/request/:id/invoice': ownRequest,
  'GET /course/request/:id/invoice': nothingOf(gates.learners),
  'GET /course/request/:id/invitations': { ...ownRequest, allowed: [200] },
  'POST /course/request/:id/invitations/:invitationId/resend': ownInvitation,
  'DELETE /course/request/:id/invitations/:invitationId': { ...ownInvitation, usesUp: true },
  'GET /course/get': anybody,
  'GET /course/requests': { who: gates.sponsors },
  'GET /course/requests/:id': {
    who: gates.sponsors,
    ids: { 'params.id': request(isVisible) },
    allowed: [200],
  },
  // It replaces the draw before.
  'POST /sponsorship/draws': { who: gates.sponsors, usesUp: true },
  'POST /sponsorship/draws/:id/day': { who: gates.sponsors, ids: { 'params.id': owned('draws') } },
  'POST /sponsorship/draws/:id/reveal': {
    who: gates.sponsors,
    ids: { 'params.id': owned('draws') },
    usesUp: true,
  },
  'POST /sponsorship/group': { who: gates.sponsors },
  'GET /sponsorship/group': { who: gates.sponsors },
  'DELETE /sponsorship/group/:id': {
    who: gates.sponsors,
    // Withdrawing a pledge again changes nothing.
    ids: { 'params.id': owned('pledges') },
    usesUp: true,
  },
  'POST /course/meet/notify': {
    who: gates.sponsors,
    ids: { 'body.requestId': request(isVisible, { malformed: [422], closed: [409] }) },
    // It arranges a meeting when there is none.
    usesUp: true,
  },
  'POST /course/meet/:id': {
    who: gates.sponsors,
    ids: { 'params.id': request(isVisible, { closed: [409] }) },
    usesUp: true,
  },
  'PUT /course/meet/:id': ownMeeting,
  'DELETE /course/meet/:id': { ...ownMeeting, usesUp: true },
  'POST /course/meet/:id/accept': ownMeeting,
  'GET /refund/link': readLink,
  'POST /refund/link': link,
  'GET /meeting/link': readLink,
  'POST /meeting/link': link,
  'POST /meeting/:id/reply': { who: gates.learners, ids: { 'params.id': owned('meetings') } },
  'GET /meeting/:id/room': { who: gates.signedIn, ids: { 'params.id': owned('meetingRooms') } },
  'PUT /meeting/:id/room': { who: gates.signedIn, ids: { 'params.id': owned('meetingRooms') } },
  'POST /meeting/:id/room': { who: gates.signedIn, ids: { 'params.id': owned('meetingRooms') } },
  'GET /course/sponsorship/:id': {
    who: gates.sponsors,
    ids: {
      // A paid request is known as paid; a withdrawn one is not known any more.
      'params.id': request(
        (caller, known) => isVisible(caller, known) || (known.isPublic && known.state === 'paid'),
      ),
    },
    allowed: [200],
  },
  'POST /course/initiate/pay': {
    who: gates.sponsors,
    ids: { 'body.requestID': request(isVisible, { malformed: [422], closed: [409] }) },
    usesUp: true,
  },
  'GET /course/verify/pay': {
    who: gates.signedIn,
    ids: { 'query.reference': owned('references', { malformed: [404, 422] }) },
  },
  'GET /course/approve/payment': {
    who: gates.sponsors,
    ids: {
      'query.ref': owned('references', { malformed: [404, 422] }),
      'query.requestId': request(isPayer, { malformed: [422] }),
    },
  },
  'POST /course/webhook/paystack': { who: gates.signature },
  'GET /sponsorship/receipts/:reference': {
    who: gates.sponsors,
    ids: { 'params.reference': owned('receipts') },
  },
  'POST /course/add-proof/:id': {
    who: gates.signedIn,
    ids: { 'params.id': request(isPayer) },
    usesUp: true,
  },
  'POST /course/request/:id/code': ownPaid,
  'POST /course/request/:id/redeemed': ownPaid,
  'POST /course/request/:id/not-received': ownPaid,
  'POST /course/not-received-link': link,
  'POST /course/request/:id/thank-you': ownRequest,
  'POST /course/request/:id/rest': {
    who: gates.sponsors,
    ids: { 'params.id': request(isPayer) },
  },
  'POST /course/price-choice/:id/pay': nothingOf(gates.sponsors),
  'POST /course/price-choice/:id/refund': nothingOf(gates.sponsors),
  'GET /course/proof/:id': nothingOf(gates.signedIn),
  'GET /explore/filter': anybody,
  'GET /explore/suggest': anybody,
  'GET /explore/saved': {
    who: gates.signedIn,
    ids: { 'query.ids': owned('enrolments', { denied: [200, 422] }) },
  },
  'GET /explore/course/:slug': { who: gates.public, ids: { 'params.slug': request(() => false) } },
  'POST /dashboard/add': { who: gates.signedIn },
  'GET /dashboard': { who: gates.signedIn },
  'GET /dashboard/changes': { who: gates.signedIn },
  'PUT /dashboard/:id/upload-completion-certificate': {
    who: gates.signedIn,
    ids: { 'params.id': owned('enrolments') },
    usesUp: true,
  },
  'GET /dashboard/:id/view-certificate': { who: gates.signedIn, ids: { 'params.id': request(() => false) } },
  'PUT /dashboard/:id/certificate-sharing': {
    who: gates.signedIn,
    ids: { 'params.id': owned('enrolments') },
    allowed: [200, 409],
  },
};
