import * as accounts from '#contracts/accounts.ts';
import * as dashboard from '#contracts/dashboard.ts';
import * as newsletter from '#contracts/newsletter.ts';
import * as payments from '#contracts/payments.ts';
import * as requests from '#contracts/requests.ts';
import * as settings from '#contracts/settings.ts';
import * as sponsorships from '#contracts/sponsorships.ts';
import * as waitlist from '#contracts/waitlist.ts';
import { getPicture } from './accounts/get-picture.ts';
import { onboard } from './accounts/onboard.ts';
import { signIn } from './accounts/sign-in.ts';
import { signOut } from './accounts/sign-out.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import type { Deps } from './deps.ts';
import { captureEmail } from './newsletter/capture-email.ts';
import { confirmSubscription } from './newsletter/confirm-subscription.ts';
import { unsubscribe, unsubscribeByMailProgram } from './newsletter/unsubscribe.ts';
import { getSettings } from './operations/get-settings.ts';
import { approvePayment } from './payments/approve-payment.ts';
import { initiatePayment } from './payments/initiate-payment.ts';
import { verifyPayment } from './payments/verify-payment.ts';
import { type Route, route } from './platform/http/route.ts';
import { listPublicRequests } from './requests/list-public-requests.ts';
import { submitRequest } from './requests/submit-request.ts';
import { arrangeMeeting } from './sponsorships/arrange-meeting.ts';
import { listRequests } from './sponsorships/list-requests.ts';
import { notifyMeeting } from './sponsorships/notify-meeting.ts';
import { joinWaitlist } from './waitlist/join-waitlist.ts';

/** Every call below `/api`; literal paths stand before those with parameters. */
export const routes: readonly Route<Deps>[] = [
  route(settings.getSettings, getSettings),
  route(newsletter.captureEmail, captureEmail),
  route(newsletter.confirmSubscription, confirmSubscription),
  route(newsletter.unsubscribe, unsubscribe),
  route(newsletter.unsubscribeByMailProgram, unsubscribeByMailProgram),
  route(waitlist.joinWaitlist, joinWaitlist),
  route(accounts.onboard, onboard),
  route(accounts.signIn, signIn),
  route(accounts.signOut, signOut),
  route(accounts.getPicture, getPicture),
  route(requests.submitRequest, submitRequest),
  route(requests.listPublicRequests, listPublicRequests),
  route(requests.listRequests, listRequests),
  route(sponsorships.notifyMeeting, notifyMeeting),
  route(sponsorships.arrangeMeeting, arrangeMeeting),
  route(payments.initiatePayment, initiatePayment),
  route(payments.verifyPayment, verifyPayment),
  route(payments.approvePayment, approvePayment),
  route(dashboard.getDashboard, getDashboard),
];
