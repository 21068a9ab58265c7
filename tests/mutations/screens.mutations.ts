import type { Mutation } from './mutation.ts';

const areas = 'src/areas';
const person = {
  file: `${areas}/accounts/PersonFields.tsx`,
  tests: [`${areas}/accounts/PersonFields.component.test.tsx`],
};
const identity = [`${areas}/accounts/profile/identity.component.test.tsx`];
const email = { file: `${areas}/accounts/profile/EmailSection.tsx`, tests: identity };
const proof = { file: `${areas}/accounts/IdentityForm.tsx`, tests: identity };
const erasure = { file: `${areas}/accounts/profile/PrivacySections.tsx`, tests: identity };
const guardian = {
  file: `${areas}/accounts/recovery/GuardianConsent.tsx`,
  tests: [`${areas}/accounts/recovery/GuardianConsent.component.test.tsx`],
};
const help = [`${areas}/requests/HelpForm.component.test.tsx`];
const audience = { file: `${areas}/requests/AudienceSection.tsx`, tests: help };
const sharing = {
  file: `${areas}/requests/RequestActions.tsx`,
  tests: [`${areas}/requests/RequestActions.component.test.tsx`],
};
const refunds = [`${areas}/refunds/RefundPage.component.test.tsx`];
const refund = { file: `${areas}/refunds/RefundPage.tsx`, tests: refunds };
const sponsored = {
  file: `${areas}/dashboard/SponsoredCard.tsx`,
  tests: [`${areas}/dashboard/Dashboard.component.test.tsx`],
};
const learner = {
  file: `${areas}/dashboard/LearnerView.tsx`,
  tests: [`${areas}/dashboard/counted-lists.component.test.tsx`],
};
const thanks = [`${areas}/thanks/ThankYou.component.test.tsx`];
const listing = [`${areas}/funding/listing/Listing.component.test.tsx`];
const meeting = [`${areas}/funding/meeting/MeetingRoom.component.test.tsx`];
const rest = {
  file: `${areas}/funding/sponsored/CourseRest.tsx`,
  tests: [`${areas}/funding/sponsored/CourseRest.component.test.tsx`],
};
const verification = {
  file: `${areas}/funding/verification/PaymentVerification.tsx`,
  tests: [`${areas}/funding/verification/PaymentVerification.component.test.tsx`],
};

const mutations: Mutation[] = [
  {
    ...person,
    rule: 'A country that was chosen stays when the role changes.',
    find: 'isUntouched.current = false;',
    replace: 'isUntouched.current = preselects;',
  },
  {
    ...email,
    rule: 'Another address is entered after a proof of identity when the sign-in is a while ago.',
    find: `setStep(profile.isConfirmed ? 'form' : 'proof')`,
    replace: `setStep('form')`,
  },
  {
    ...email,
    rule: 'A typed address stays while another proof of identity is required.',
    find: 'setTyped(body.newEmail);',
    replace: `setTyped('');`,
  },
  {
    ...proof,
    rule: 'A person without a password has no field for one.',
    find: '{profile.hasPassword && (',
    replace: '{(profile.hasPassword || true) && (',
  },
  {
    ...erasure,
    rule: 'The second step of the erasure takes the focus of the first.',
    find: '<div className="stack" tabIndex={-1} ref={takeFocus}>',
    replace: '<div className="stack" tabIndex={-1}>',
  },
  {
    ...guardian,
    rule: 'A guardian who has agreed has no more buttons.',
    find: `{asked.state !== 'agreed' && (`,
    replace: `{(asked.state !== 'agreed' || true) && (`,
  },
  {
    ...guardian,
    rule: 'A guardian reads whether every sponsor or invited people only see a request.',
    find: 'if (isPublic && isPrivate) return',
    replace: 'if (isPublic || isPrivate) return',
  },
  {
    ...guardian,
    rule: 'The button that refuses stores a rejection, not a consent.',
    find: 'decide(refuseGuardianConsent)',
    replace: 'decide(giveGuardianConsent)',
  },
  {
    ...guardian,
    file: 'src/ui/LinkCard.tsx',
    rule: 'A link that has been used offers no second attempt.',
    find: 'isIncomplete || (error instanceof ApiError && error.status === 422)',
    replace: 'isIncomplete',
  },
  {
    file: `${areas}/requests/HelpForm.tsx`,
    tests: help,
    rule: 'No field is shown before the profile has loaded, which could move it.',
    find: '  if (!data && !error) return <HelpSkeleton />;\n',
    replace: '',
  },
  {
    ...audience,
    rule: 'Visitors are not offered for a request of a learner under 18.',
    find: 'isPublic.checked && !isMinor && (',
    replace: 'isPublic.checked && (',
  },
  {
    ...audience,
    rule: 'An adult can hide the e-mail address where a request is written.',
    find: '{!isMinor && <EmailVisibility />}',
    replace: '{isMinor && <EmailVisibility />}',
  },
  {
    file: `${areas}/requests/SubmittedView.tsx`,
    tests: help,
    rule: 'A request that waits for a guardian is not said to be shown to sponsors.',
    find: '{props.guardianWaits ? <GuardianWait /> : <p className="lead">{copy.text}</p>}',
    replace: '{props.guardianWaits && <GuardianWait />}<p className="lead">{copy.text}</p>',
  },
  {
    ...sharing,
    rule: 'A private request has no link to share.',
    find: 'return isPublic && isCurrent',
    replace: 'return (isPublic || true) && isCurrent',
  },
  {
    ...refund,
    rule: 'Typed bank details stay while another proof of identity is required.',
    find: '(!refund.needsIdentity || isFormKept)',
    replace: '!refund.needsIdentity',
  },
  {
    ...refund,
    file: `${areas}/refunds/RefundAccountForm.tsx`,
    rule: 'The form for bank details takes the focus after the proof of identity.',
    find: 'wasHidden.current && !props.isHidden',
    replace: 'wasHidden.current && props.isHidden',
  },
  {
    ...refund,
    rule: 'The amount of a refund is in major units.',
    find: 'formatMinor(toMinor(refund.amount), refund.currency)',
    replace: 'formatMinor(refund.amount, refund.currency)',
  },
  {
    ...sponsored,
    rule: 'A sponsor reads that a learner does not share the address.',
    find: '<span className="soft">{copy.notShared}</span>',
    replace: `''`,
  },
  {
    ...sponsored,
    rule: 'A payer reads the total that was paid, beside price and fee.',
    find: 'copy.amountLine(money(payment.amount),',
    replace: 'copy.amountLine(money(payment.price),',
  },
  {
    ...sponsored,
    rule: 'The payment of a difference has a receipt of its own.',
    find: '[payment, ...payment.added].map(',
    replace: '[payment].map(',
  },
  {
    ...learner,
    rule: 'The heading of a counted list takes the focus.',
    find: 'document.getElementById(listIds[name])?.focus();',
    replace: '',
  },
  {
    ...learner,
    rule: 'A counted list hides nothing that waits for the learner.',
    find: 'const turns = dashboard.requests.flatMap(',
    replace: 'const turns = requests.flatMap(',
  },
  {
    file: `${areas}/thanks/ThankYouModal.tsx`,
    tests: thanks,
    rule: 'Declined words are in the form for others.',
    find: `text: text ?? ''`,
    replace: `text: ''`,
  },
  {
    file: `${areas}/thanks/ThankYou.tsx`,
    tests: thanks,
    rule: 'The sentence in place of the button takes its focus once the words are sent.',
    find: 'outcome.current?.focus();',
    replace: '',
  },
  {
    file: `${areas}/funding/listing/RequestCard.tsx`,
    tests: listing,
    rule: 'A reservation that has ended is not shown.',
    find: ' || Date.parse(reservedUntil) <= serverNow()',
    replace: '',
  },
  {
    file: `${areas}/funding/listing/RequestCard.tsx`,
    tests: listing,
    rule: 'A card shows no name while names and photos are off.',
    find: '{!props.isFair && (',
    replace: '{(!props.isFair || true) && (',
  },
  {
    file: `${areas}/funding/listing/LearnerSteps.tsx`,
    tests: listing,
    rule: 'A meeting with a learner under 18 is not offered.',
    find: '{request.canMeet && (',
    replace: '{(request.canMeet || true) && (',
  },
  {
    file: `${areas}/funding/meeting/RoomLink.tsx`,
    tests: meeting,
    rule: 'The notice about a public meeting room disappears once the room was opened.',
    find: 'setHidden(openedRooms().includes(to))',
    replace: 'setHidden(false)',
  },
  {
    file: `${areas}/funding/meeting/MeetingLinkSection.tsx`,
    tests: meeting,
    rule: 'A proposed link is accepted by the other person only.',
    find: '{!proposal.isMine && (',
    replace: '{(!proposal.isMine || true) && (',
  },
  {
    ...rest,
    rule: 'Only a rest below the minimum is said to be too small to be given back.',
    find: `rest.to === 'payer' && rest.amount < rest.minimum`,
    replace: `rest.to === 'payer'`,
  },
  {
    ...rest,
    rule: 'The button about the rest chooses the other receiver.',
    find: 'body: { rest: other }',
    replace: 'body: { rest: rest.to }',
  },
  {
    ...rest,
    rule: 'There is no choice about the rest while the payment is given back.',
    find: `request.status !== 'paid' || request.purchase?.isRefunding`,
    replace: `request.status !== 'paid'`,
  },
  {
    ...verification,
    rule: 'The page of a payment that was given back does not describe what follows a payment.',
    find: '{message.isPaid && (',
    replace: '{payment && (',
  },
  {
    file: `${areas}/funding/payment/use-payment-status.ts`,
    tests: [`${areas}/funding/payment/use-payment-status.component.test.tsx`],
    rule: 'A failed approval of a payment is reported.',
    find: `({ reportComponentError }) => reportComponentError('requestSettlement', error),`,
    replace: '() => undefined,',
  },
  {
    file: 'src/ui/dialogs/UploadModal.tsx',
    tests: ['src/ui/dialogs/UploadModal.component.test.tsx'],
    rule: 'A file is sent again after a failure without being chosen again.',
    find: '      setFailed(true);',
    replace: '      setFailed(true);\n      setFile(undefined);',
  },
  {
    file: `${areas}/accounts/picture/crop.ts`,
    tests: [`${areas}/accounts/picture/crop.component.test.tsx`],
    rule: 'A profile picture is sent with at most 200 kB.',
    find: '{ ...profilePictureFile, maxBytes: sentBytes }',
    replace: 'profilePictureFile',
  },
  {
    file: 'src/browser/follow-changes.ts',
    tests: ['src/browser/follow-changes.test.ts'],
    rule: 'A page that uses less data opens no stream of changes.',
    find: '!document.hidden && !isLessData()',
    replace: '!document.hidden',
  },
  {
    file: 'src/browser/follow-changes.ts',
    tests: ['src/browser/follow-changes.test.ts'],
    rule: 'A hidden tab opens no stream of changes.',
    find: '!document.hidden && !isLessData()',
    replace: '!isLessData()',
  },
  {
    file: `${areas}/purchases/PurchaseActions.tsx`,
    tests: [`${areas}/purchases/PurchaseActions.component.test.tsx`],
    rule: 'A course that did not arrive is reported once.',
    find: '{!purchase.notReceivedAt && (',
    replace: '{(!purchase.notReceivedAt || true) && (',
  },
  {
    file: 'src/styles/overlays.css',
    tests: [`${areas}/site/show-toasts.component.test.tsx`],
    rule: 'A message lies over no button of a dialog.',
    find: 'position: static;',
    replace: 'position: fixed;',
  },
  {
    file: `${areas}/catalogue/results/Results.tsx`,
    tests: [`${areas}/catalogue/Catalogue.component.test.tsx`],
    rule: 'The courses of the previous order are not shown while another one loads.',
    find: 'isLoading || failure ? undefined : page',
    replace: 'failure ? undefined : page',
  },
  {
    file: 'src/ui/UsualTime.tsx',
    tests: ['src/ui/UsualTime.component.test.tsx'],
    rule: 'No time until the payment is named where too few requests were paid.',
    find: 'paidDays && paidUsually(paidDays)',
    replace: 'paidUsually(paidDays ?? 0)',
  },
  {
    file: 'src/ui/islands/mount-island.tsx',
    tests: ['src/ui/islands/mount-island.component.test.tsx'],
    rule: 'A part that failed is shown again with what was typed.',
    find: 'this.stopRestoring = restoreTypedFields(this.props.element, this.typed);',
    replace: 'this.stopRestoring = undefined;',
  },
  {
    file: 'src/browser/shrink-picture.ts',
    tests: ['src/browser/shrink-picture.component.test.tsx'],
    rule: 'A picture is drawn at most 1,600 px long.',
    find: 'const longestSidePx = 1_600;',
    replace: 'const longestSidePx = 3_200;',
  },
];

export default mutations;
