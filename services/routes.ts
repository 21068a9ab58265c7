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
} from './accounts/profile/profile.ts';
import { endAllSessions, endSession, listSessions, signIn, signOut } from './accounts/sessions/sessions.ts';
import { onboard } from './accounts/sign-up.ts';
import { filterCourses, getCourse, suggestCourses } from './catalogue/catalogue.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { watchDashboard } from './dashboard/watch-dashboard.ts';
import type { Deps } from './deps.ts';
import { shareCertificate, uploadCertificate, viewCertificate, viewProof } from './enrolments/documents.ts';
import { findSavedCourses, saveCourse } from './enrolments/saved-courses.ts';
import { addProof } from './flows/add-proof.ts';
import { approvePayment } from './flows/approve-sponsorship.ts';
import { editRequest } from './flows/edit-request.ts';
import { giveGuardianConsent } from './flows/guardianship.ts';
import { initiatePayment } from './flows/initiate-payment.ts';
import { receiveWebhook } from './flows/receive-webhook.ts';
import { resetPassword, undoEmailChange } from './flows/recover-account.ts';
import { finishGoogleRedirect, signInWithGoogle, startGoogleRedirect } from './flows/sign-in-with-google.ts';
import { revokeInvitation, withdrawRequest } from './flows/withdraw-request.ts';
import { drawDay, revealDraw, startDraw } from './funding/draws.ts';
import { getSponsorship } from './funding/get-sponsorship.ts';
import { createPledge, listPledges, withdrawPledge } from './funding/pledges.ts';
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
import { readRefundLink, sendRefundAccount } from './refunds/refund-link.ts';
import { confirmPrice, confirmPriceByLink } from './requests/confirm-price.ts';
import { listInvitations, resendInvitation } from './requests/invitations.ts';
import { uploadInvoice, viewInvoice } from './requests/invoices.ts';
import { getRequest, listPublicRequests, listRequests } from './requests/listing/list-requests.ts';
import { getOwnRequest, submitRequest } from './requests/submit-request.ts';
import { readAppeal, submitAppeal } from './safety/submit-appeal.ts';
import { submitReport } from './safety/submit-report.ts';
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
