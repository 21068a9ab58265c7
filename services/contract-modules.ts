import * as accounts from '#contracts/accounts/accounts.ts';
import * as google from '#contracts/accounts/google.ts';
import * as guardians from '#contracts/accounts/guardians.ts';
import * as mailTopics from '#contracts/accounts/mail-settings.ts';
import * as person from '#contracts/accounts/person.ts';
import * as profile from '#contracts/accounts/profile.ts';
import * as profileChanges from '#contracts/accounts/profile-changes.ts';
import * as recovery from '#contracts/accounts/recovery.ts';
import * as signIn from '#contracts/accounts/sign-in.ts';
import * as catalogue from '#contracts/catalogue/catalogue.ts';
import * as dashboard from '#contracts/dashboard/dashboard.ts';
import * as sponsored from '#contracts/dashboard/sponsored.ts';
import * as endpoint from '#contracts/endpoint.ts';
import * as enrolments from '#contracts/enrolments/enrolments.ts';
import * as proofs from '#contracts/enrolments/proofs.ts';
import * as fields from '#contracts/fields.ts';
import * as draws from '#contracts/funding/draws.ts';
import * as pledgeForm from '#contracts/funding/pledge-form.ts';
import * as pledges from '#contracts/funding/pledges.ts';
import * as sponsorships from '#contracts/funding/sponsorships.ts';
import * as meetingViews from '#contracts/meetings/meeting-views.ts';
import * as meetings from '#contracts/meetings/meetings.ts';
import * as newsletter from '#contracts/newsletter/newsletter.ts';
import * as payments from '#contracts/payments/payments.ts';
import * as receipts from '#contracts/payments/receipts.ts';
import * as priceFields from '#contracts/price-fields.ts';
import * as privacy from '#contracts/privacy/privacy.ts';
import * as notReceived from '#contracts/purchases/not-received.ts';
import * as priceChoices from '#contracts/purchases/price-choices.ts';
import * as purchases from '#contracts/purchases/purchases.ts';
import * as rests from '#contracts/purchases/rests.ts';
import * as refunds from '#contracts/refunds/refunds.ts';
import * as invitations from '#contracts/requests/invitations.ts';
import * as invoices from '#contracts/requests/invoices.ts';
import * as listing from '#contracts/requests/listing.ts';
import * as prices from '#contracts/requests/prices.ts';
import * as requestHolds from '#contracts/requests/request-holds.ts';
import * as requestViews from '#contracts/requests/request-views.ts';
import * as requests from '#contracts/requests/requests.ts';
import * as usualTimes from '#contracts/requests/usual-times.ts';
import * as appeals from '#contracts/safety/appeals.ts';
import * as reports from '#contracts/safety/reports.ts';
import * as pageErrors from '#contracts/site/page-errors.ts';
import * as settings from '#contracts/site/settings.ts';
import * as thanks from '#contracts/thanks/thanks.ts';
import * as waitlist from '#contracts/waitlist/waitlist.ts';

/** All contract modules. */
export const contracts = {
  // Several modules, so that a page loads only what it calls.
  accounts: { ...accounts, ...person, ...signIn },
  appeals,
  catalogue,
  dashboard,
  draws,
  endpoint,
  enrolments,
  fields,
  google,
  guardians,
  invitations,
  invoices,
  listing,
  usualTimes,
  mailTopics,
  priceFields,
  meetingViews,
  meetings,
  newsletter,
  pageErrors,
  payments,
  pledges: { ...pledges, ...pledgeForm },
  priceChoices,
  prices,
  privacy,
  profile: { ...profile, ...profileChanges },
  proofs,
  purchases,
  notReceived,
  rests,
  receipts,
  recovery,
  refunds,
  reports,
  requestHolds,
  requestViews,
  requests,
  settings,
  sponsored,
  sponsorships,
  thanks,
  waitlist,
};

/** The same as a list: the API document derives operation ids, tags and component names from the names and exports. */
export const contractModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = contracts;
