import { changeEmail, confirmEmailChange, readEmailChange } from './accounts/addresses/email-change.ts';
import { resendVerification, verifyEmail } from './accounts/addresses/verification.ts';
import { finalizeGoogle } from './accounts/google/finalize-google.ts';
import { changePassword, forgotPassword } from './accounts/passwords/change-password.ts';
import { changePicture, getPicture } from './accounts/pictures/pictures.ts';
import {
  applyMailLink,
  listMailTopics,
  oneClickUnsubscribeTopic,
  openMailTopicPage,
  readMailLink,
  switchMailTopic,
} from './accounts/preferences/change-mail-topics.ts';
import {
  changeGuardian,
  changePrivacy,
  changeProfile,
  findCallerWithProfile,
  getProfile,
  reportTimeZone,
} from './accounts/profile/profile.ts';
import { confirmIdentity } from './accounts/sessions/confirm-identity.ts';
import { setPageCookie } from './accounts/sessions/end-page-session.ts';
import { endAllSessions, endSession, listSessions, signIn, signOut } from './accounts/sessions/sessions.ts';
import { onboard } from './accounts/sign-up.ts';
import { filterCourses, getCourse, suggestCourses } from './catalogue/catalogue.ts';
import { contracts } from './contract-modules.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { watchDashboard } from './dashboard/watch-dashboard.ts';
import { type Deps, routesOf } from './deps.ts';
import { shareCertificate, uploadCertificate, viewCertificate, viewProof } from './enrolments/documents.ts';
import { findSavedCourses, saveCourse } from './enrolments/saved-courses.ts';
import { addProof } from './flows/add-proof.ts';
import { approvePayment } from './flows/approve-sponsorship.ts';
import { editRequest } from './flows/edit-request.ts';
import { giveGuardianConsent, readGuardianLink, refuseGuardianConsent } from './flows/guardianship.ts';
import { initiatePayment } from './flows/initiate-payment.ts';
import { receiveWebhook } from './flows/receive-webhook.ts';
import { resetPassword, undoEmailChange } from './flows/recover-account.ts';
import { finishGoogleRedirect, signInWithGoogle, startGoogleRedirect } from './flows/sign-in-with-google.ts';
import { revokeInvitation, withdrawRequest } from './flows/withdraw-request.ts';
import { drawDay, revealDraw, startDraw } from './funding/draws.ts';
import { getSponsorship } from './funding/get-sponsorship.ts';
import { createPledge, listPledges, withdrawPledge } from './funding/pledges.ts';
import { answerMeetingLink, proposeMeetingLink } from './meetings/agree-on-link.ts';
import {
  acceptMeetingProposal,
  arrangeMeeting,
  cancelMeeting,
  changeMeeting,
} from './meetings/arrange-meetings.ts';
import { getMeetingRoom } from './meetings/meeting-room.ts';
import { notifyMeeting } from './meetings/notify-meeting.ts';
import { readMeetingLink, replyByMeetingLink, replyToMeeting } from './meetings/reply-to-meeting.ts';
import {
  captureEmail,
  confirmSubscription,
  oneClickUnsubscribe,
  openUnsubscribePage,
  unsubscribe,
} from './newsletter/subscriptions.ts';
import { getReceipt } from './payments/get-receipt.ts';
import { verifyPayment } from './payments/verify-payment.ts';
import { type Route, route } from './platform/http/route.ts';
import { eraseAccount } from './privacy/erasure/end-account.ts';
import { downloadExport, prepareExport } from './privacy/export/download-export.ts';
import { payDifference, takeMoneyBack } from './purchases/price-choices/answer-choice.ts';
import { redeemCourse, revealCode } from './purchases/redeem-course.ts';
import { reportNotReceived, reportNotReceivedByLink } from './purchases/report-not-received.ts';
import { chooseRest } from './purchases/rests/choose-rest.ts';
import { readRefundLink, sendRefundAccount } from './refunds/refund-link.ts';
import { confirmPrice, confirmPriceByLink } from './requests/confirm-price.ts';
import { getUsualTimes } from './requests/get-usual-times.ts';
import { listInvitations, resendInvitation } from './requests/invitations.ts';
import { uploadInvoice, viewInvoice } from './requests/invoices.ts';
import { listPublicRequests } from './requests/listing/list-public-requests.ts';
import { getRequest, listRequests } from './requests/listing/list-requests.ts';
import { getOwnRequest, submitRequest } from './requests/submit-request.ts';
import { readAppeal, submitAppeal } from './safety/submit-appeal.ts';
import { submitReport } from './safety/submit-report.ts';
import { getSettings } from './site/get-settings.ts';
import { reportPageError } from './site/report-page-error.ts';
import { sendThankYou } from './thanks/send-thank-you.ts';
import { joinWaitlist } from './waitlist/join-waitlist.ts';

/** Every call below `/api` but those of `desk-routes.ts` and of the documentation; literal paths come before those with parameters. */
export const routes: readonly Route<Deps>[] = [
  ...routesOf(contracts.settings, { getSettings }),
  ...routesOf(contracts.pageErrors, { reportPageError }),
  ...routesOf(contracts.newsletter, { captureEmail, confirmSubscription, unsubscribe, openUnsubscribePage }),
  ...routesOf(contracts.newsletter, { oneClickUnsubscribe }),
  ...routesOf(contracts.waitlist, { joinWaitlist }),
  ...routesOf(contracts.accounts, { onboard, signIn, setPageCookie, signOut }),
  ...routesOf(contracts.google, { signInWithGoogle, finalizeGoogle, startGoogleRedirect }),
  ...routesOf(contracts.google, { finishGoogleRedirect }),
  ...routesOf(contracts.recovery, { verifyEmail, resendVerification, forgotPassword, resetPassword }),
  ...routesOf(contracts.guardians, {
    readGuardianLink,
    giveGuardianConsent,
    refuseGuardianConsent,
    changeGuardian,
  }),
  ...routesOf(contracts.privacy, { prepareExport, eraseAccount, downloadExport }),
  route(contracts.profile.getProfile, getProfile, findCallerWithProfile),
  ...routesOf(contracts.profile, { changeProfile, changePrivacy, reportTimeZone }),
  ...routesOf(contracts.profile, { changePicture, changePassword }),
  ...routesOf(contracts.profile, { changeEmail, readEmailChange, confirmEmailChange, undoEmailChange }),
  ...routesOf(contracts.profile, { confirmIdentity, listSessions, endAllSessions, endSession }),
  ...routesOf(contracts.mailTopics, { listMailTopics, switchMailTopic, readMailLink, applyMailLink }),
  ...routesOf(contracts.mailTopics, { openMailTopicPage, oneClickUnsubscribeTopic }),
  ...routesOf(contracts.accounts, { getPicture }),
  ...routesOf(contracts.reports, { submitReport }),
  ...routesOf(contracts.appeals, { readAppeal, submitAppeal }),
  ...routesOf(contracts.requests, { submitRequest, getOwnRequest, editRequest, withdrawRequest }),
  ...routesOf(contracts.prices, { confirmPrice, confirmPriceByLink }),
  ...routesOf(contracts.invoices, { uploadInvoice, viewInvoice }),
  ...routesOf(contracts.invitations, { listInvitations, resendInvitation, revokeInvitation }),
  ...routesOf(contracts.usualTimes, { getUsualTimes }),
  ...routesOf(contracts.listing, { listPublicRequests, listRequests, getRequest }),
  ...routesOf(contracts.draws, { startDraw, drawDay, revealDraw }),
  ...routesOf(contracts.pledges, { createPledge, listPledges, withdrawPledge }),
  ...routesOf(contracts.sponsorships, { notifyMeeting, arrangeMeeting, changeMeeting, cancelMeeting }),
  ...routesOf(contracts.sponsorships, { acceptMeetingProposal }),
  ...routesOf(contracts.refunds, { readRefundLink, sendRefundAccount }),
  ...routesOf(contracts.meetings, { readMeetingLink, replyByMeetingLink, replyToMeeting, getMeetingRoom }),
  ...routesOf(contracts.meetings, { proposeMeetingLink, answerMeetingLink }),
  ...routesOf(contracts.sponsorships, { getSponsorship }),
  ...routesOf(contracts.payments, { initiatePayment, verifyPayment, approvePayment, receiveWebhook }),
  ...routesOf(contracts.receipts, { getReceipt }),
  ...routesOf(contracts.proofs, { addProof }),
  ...routesOf(contracts.purchases, { revealCode, redeemCourse }),
  ...routesOf(contracts.notReceived, { reportNotReceived, reportNotReceivedByLink }),
  ...routesOf(contracts.rests, { chooseRest }),
  ...routesOf(contracts.thanks, { sendThankYou }),
  ...routesOf(contracts.priceChoices, { payDifference, takeMoneyBack }),
  ...routesOf(contracts.proofs, { viewProof }),
  ...routesOf(contracts.catalogue, { filterCourses, suggestCourses, findSavedCourses, getCourse }),
  ...routesOf(contracts.catalogue, { saveCourse }),
  ...routesOf(contracts.dashboard, { getDashboard, watchDashboard }),
  ...routesOf(contracts.enrolments, { uploadCertificate, viewCertificate, shareCertificate }),
];
