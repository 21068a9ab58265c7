import * as accounts from '#contracts/accounts/accounts.ts';
import * as google from '#contracts/accounts/google.ts';
import * as guardians from '#contracts/accounts/guardians.ts';
import * as mailTopics from '#contracts/accounts/mail-topics.ts';
import * as profile from '#contracts/accounts/profile.ts';
import * as recovery from '#contracts/accounts/recovery.ts';
import * as catalogue from '#contracts/catalogue/catalogue.ts';
import * as dashboard from '#contracts/dashboard/dashboard.ts';
import * as enrolments from '#contracts/enrolments/enrolments.ts';
import * as proofs from '#contracts/enrolments/proofs.ts';
import * as draws from '#contracts/funding/draws.ts';
import * as pledgeForm from '#contracts/funding/pledge-form.ts';
import * as pledges from '#contracts/funding/pledges.ts';
import * as sponsorships from '#contracts/funding/sponsorships.ts';
import * as meetings from '#contracts/meetings/meetings.ts';
import * as newsletter from '#contracts/newsletter/newsletter.ts';
import * as payments from '#contracts/payments/payments.ts';
import * as receipts from '#contracts/payments/receipts.ts';
import * as privacy from '#contracts/privacy/privacy.ts';
import * as priceChoices from '#contracts/purchases/price-choices.ts';
import * as purchases from '#contracts/purchases/purchases.ts';
import * as refunds from '#contracts/refunds/refunds.ts';
import * as invitations from '#contracts/requests/invitations.ts';
import * as invoices from '#contracts/requests/invoices.ts';
import * as listing from '#contracts/requests/listing.ts';
import * as prices from '#contracts/requests/prices.ts';
import * as requests from '#contracts/requests/requests.ts';
import * as appeals from '#contracts/safety/appeals.ts';
import * as reports from '#contracts/safety/reports.ts';
import * as pageErrors from '#contracts/site/page-errors.ts';
import * as settings from '#contracts/site/settings.ts';
import * as waitlist from '#contracts/waitlist/waitlist.ts';
import { changeEmail } from './accounts/addresses/change-email.ts';
import { confirmEmailChange } from './accounts/addresses/confirm-email-change.ts';
import { readEmailChange } from './accounts/addresses/read-email-change.ts';
import { resendVerification } from './accounts/addresses/resend-verification.ts';
import { verifyEmail } from './accounts/addresses/verify-email.ts';
import { finalizeGoogle } from './accounts/google/finalize-google.ts';
import { changeGuardian } from './accounts/guardians/change-guardian.ts';
import { onboard } from './accounts/onboard.ts';
import { changePassword } from './accounts/passwords/change-password.ts';
import { forgotPassword } from './accounts/passwords/forgot-password.ts';
import { changePicture } from './accounts/pictures/change-picture.ts';
import { getPicture } from './accounts/pictures/get-picture.ts';
import {
  applyMailLink,
  oneClickUnsubscribeTopic,
  openMailTopicPage,
  readMailLink,
} from './accounts/preferences/apply-mail-link.ts';
import { listMailTopics } from './accounts/preferences/list-mail-topics.ts';
import { switchMailTopic } from './accounts/preferences/switch-mail-topic.ts';
import { changePrivacy } from './accounts/profile/change-privacy.ts';
import { changeProfile } from './accounts/profile/change-profile.ts';
import { findCallerWithProfile, getProfile } from './accounts/profile/get-profile.ts';
import { endAllSessions } from './accounts/sessions/end-all-sessions.ts';
import { endSession } from './accounts/sessions/end-session.ts';
import { listSessions } from './accounts/sessions/list-sessions.ts';
import { signIn } from './accounts/sessions/sign-in.ts';
import { signOut } from './accounts/sessions/sign-out.ts';
import { filterCourses } from './catalogue/filter-courses.ts';
import { getCourse } from './catalogue/get-course.ts';
import { suggestCourses } from './catalogue/suggest-courses.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { watchDashboard } from './dashboard/watch-dashboard.ts';
import type { Deps } from './deps.ts';
import { findSavedCourses } from './enrolments/find-saved-courses.ts';
import { saveCourse } from './enrolments/save-course.ts';
import { shareCertificate } from './enrolments/share-certificate.ts';
import { uploadCertificate } from './enrolments/upload-certificate.ts';
import { viewCertificate } from './enrolments/view-certificate.ts';
import { viewProof } from './enrolments/view-proof.ts';
import { addProof } from './flows/add-proof.ts';
import { approvePayment } from './flows/approve-payment.ts';
import { editRequest } from './flows/edit-request.ts';
import { giveGuardianConsent } from './flows/give-guardian-consent.ts';
import { finishGoogleRedirect, startGoogleRedirect } from './flows/google-redirect.ts';
import { initiatePayment } from './flows/initiate-payment.ts';
import { receiveWebhook } from './flows/receive-webhook.ts';
import { resetPassword } from './flows/reset-password.ts';
import { revokeInvitation } from './flows/revoke-invitation.ts';
import { signInWithGoogle } from './flows/sign-in-with-google.ts';
import { undoEmailChange } from './flows/undo-email-change.ts';
import { withdrawRequest } from './flows/withdraw-request.ts';
import { drawDay } from './funding/draws/draw-day.ts';
import { revealDraw } from './funding/draws/reveal-draw.ts';
import { startDraw } from './funding/draws/start-draw.ts';
import { getSponsorship } from './funding/get-sponsorship.ts';
import { createPledge } from './funding/pledges/create-pledge.ts';
import { listPledges } from './funding/pledges/list-pledges.ts';
import { withdrawPledge } from './funding/pledges/withdraw-pledge.ts';
import { acceptMeetingProposal } from './meetings/accept-meeting-proposal.ts';
import { arrangeMeeting } from './meetings/arrange-meeting.ts';
import { cancelMeeting } from './meetings/cancel-meeting.ts';
import { changeMeeting } from './meetings/change-meeting.ts';
import { getMeetingRoom } from './meetings/get-meeting-room.ts';
import { readMeetingLink, replyByMeetingLink } from './meetings/meeting-link.ts';
import { notifyMeeting } from './meetings/notify-meeting.ts';
import { replyToMeeting } from './meetings/reply-to-meeting.ts';
import { captureEmail } from './newsletter/capture-email.ts';
import { confirmSubscription } from './newsletter/confirm-subscription.ts';
import { oneClickUnsubscribe, openUnsubscribePage, unsubscribe } from './newsletter/unsubscribe.ts';
import { getReceipt } from './payments/receipts/get-receipt.ts';
import { verifyPayment } from './payments/verify-payment.ts';
import { type Route, route } from './platform/http/route.ts';
import { eraseAccount } from './privacy/erasure/erase-account.ts';
import { downloadExport, prepareExport } from './privacy/export/download-export.ts';
import { payDifference } from './purchases/price-choices/pay-difference.ts';
import { takeMoneyBack } from './purchases/price-choices/take-money-back.ts';
import { redeemCourse } from './purchases/redeem-course.ts';
import { revealCode } from './purchases/reveal-code.ts';
import { readRefundLink, sendRefundAccount } from './refunds/refund-link.ts';
import { getOwnRequest } from './requests/get-own-request.ts';
import { listInvitations } from './requests/invitations/list-invitations.ts';
import { resendInvitation } from './requests/invitations/resend-invitation.ts';
import { uploadInvoice } from './requests/invoices/upload-invoice.ts';
import { viewInvoice } from './requests/invoices/view-invoice.ts';
import { getRequest } from './requests/listing/get-request.ts';
import { listPublicRequests } from './requests/listing/list-public-requests.ts';
import { listRequests } from './requests/listing/list-requests.ts';
import { confirmPrice, confirmPriceByLink } from './requests/prices/confirm-price.ts';
import { submitRequest } from './requests/submit-request.ts';
import { readAppeal, submitAppeal } from './safety/appeals/submit-appeal.ts';
import { submitReport } from './safety/reports/submit-report.ts';
import { getSettings } from './site/get-settings.ts';
import { reportPageError } from './site/report-page-error.ts';
import { joinWaitlist } from './waitlist/join-waitlist.ts';

/** Every call below `/api` but those of `desk-routes.ts` and of the documentation; literal paths come before those with parameters. */
export const routes: readonly Route<Deps>[] = [
  route(settings.getSettings, getSettings),
  route(pageErrors.reportPageError, reportPageError),
  route(newsletter.captureEmail, captureEmail),
  route(newsletter.confirmSubscription, confirmSubscription),
  route(newsletter.unsubscribe, unsubscribe),
  route(newsletter.openUnsubscribePage, openUnsubscribePage),
  route(newsletter.oneClickUnsubscribe, oneClickUnsubscribe),
  route(waitlist.joinWaitlist, joinWaitlist),
  route(accounts.onboard, onboard),
  route(accounts.signIn, signIn),
  route(accounts.signOut, signOut),
  route(google.signInWithGoogle, signInWithGoogle),
  route(google.finalizeGoogle, finalizeGoogle),
  route(google.startGoogleRedirect, startGoogleRedirect),
  route(google.finishGoogleRedirect, finishGoogleRedirect),
  route(recovery.verifyEmail, verifyEmail),
  route(recovery.resendVerification, resendVerification),
  route(recovery.forgotPassword, forgotPassword),
  route(recovery.resetPassword, resetPassword),
  route(guardians.giveGuardianConsent, giveGuardianConsent),
  route(guardians.changeGuardian, changeGuardian),
  route(privacy.prepareExport, prepareExport),
  route(privacy.eraseAccount, eraseAccount),
  route(privacy.downloadExport, downloadExport),
  route(profile.getProfile, getProfile, findCallerWithProfile),
  route(profile.changeProfile, changeProfile),
  route(profile.changePrivacy, changePrivacy),
  route(profile.changePicture, changePicture),
  route(profile.changePassword, changePassword),
  route(profile.changeEmail, changeEmail),
  route(profile.readEmailChange, readEmailChange),
  route(profile.confirmEmailChange, confirmEmailChange),
  route(profile.undoEmailChange, undoEmailChange),
  route(profile.listSessions, listSessions),
  route(profile.endAllSessions, endAllSessions),
  route(profile.endSession, endSession),
  route(mailTopics.listMailTopics, listMailTopics),
  route(mailTopics.switchMailTopic, switchMailTopic),
  route(mailTopics.readMailLink, readMailLink),
  route(mailTopics.applyMailLink, applyMailLink),
  route(mailTopics.openMailTopicPage, openMailTopicPage),
  route(mailTopics.oneClickUnsubscribeTopic, oneClickUnsubscribeTopic),
  route(accounts.getPicture, getPicture),
  route(reports.submitReport, submitReport),
  route(appeals.readAppeal, readAppeal),
  route(appeals.submitAppeal, submitAppeal),
  route(requests.submitRequest, submitRequest),
  route(requests.getOwnRequest, getOwnRequest),
  route(requests.editRequest, editRequest),
  route(requests.withdrawRequest, withdrawRequest),
  route(prices.confirmPrice, confirmPrice),
  route(prices.confirmPriceByLink, confirmPriceByLink),
  route(invoices.uploadInvoice, uploadInvoice),
  route(invoices.viewInvoice, viewInvoice),
  route(invitations.listInvitations, listInvitations),
  route(invitations.resendInvitation, resendInvitation),
  route(invitations.revokeInvitation, revokeInvitation),
  route(listing.listPublicRequests, listPublicRequests),
  route(listing.listRequests, listRequests),
  route(listing.getRequest, getRequest),
  route(draws.startDraw, startDraw),
  route(draws.drawDay, drawDay),
  route(draws.revealDraw, revealDraw),
  route(pledgeForm.createPledge, createPledge),
  route(pledges.listPledges, listPledges),
  route(pledges.withdrawPledge, withdrawPledge),
  route(sponsorships.notifyMeeting, notifyMeeting),
  route(sponsorships.arrangeMeeting, arrangeMeeting),
  route(sponsorships.changeMeeting, changeMeeting),
  route(sponsorships.cancelMeeting, cancelMeeting),
  route(sponsorships.acceptMeetingProposal, acceptMeetingProposal),
  route(refunds.readRefundLink, readRefundLink),
  route(refunds.sendRefundAccount, sendRefundAccount),
  route(meetings.readMeetingLink, readMeetingLink),
  route(meetings.replyByMeetingLink, replyByMeetingLink),
  route(meetings.replyToMeeting, replyToMeeting),
  route(meetings.getMeetingRoom, getMeetingRoom),
  route(sponsorships.getSponsorship, getSponsorship),
  route(payments.initiatePayment, initiatePayment),
  route(payments.verifyPayment, verifyPayment),
  route(payments.approvePayment, approvePayment),
  route(payments.receiveWebhook, receiveWebhook),
  route(receipts.getReceipt, getReceipt),
  route(proofs.addProof, addProof),
  route(purchases.revealCode, revealCode),
  route(purchases.redeemCourse, redeemCourse),
  route(priceChoices.payDifference, payDifference),
  route(priceChoices.takeMoneyBack, takeMoneyBack),
  route(proofs.viewProof, viewProof),
  route(catalogue.filterCourses, filterCourses),
  route(catalogue.suggestCourses, suggestCourses),
  route(catalogue.findSavedCourses, findSavedCourses),
  route(catalogue.getCourse, getCourse),
  route(catalogue.saveCourse, saveCourse),
  route(dashboard.getDashboard, getDashboard),
  route(dashboard.watchDashboard, watchDashboard),
  route(enrolments.uploadCertificate, uploadCertificate),
  route(enrolments.viewCertificate, viewCertificate),
  route(enrolments.shareCertificate, shareCertificate),
];
