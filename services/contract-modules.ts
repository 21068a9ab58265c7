import * as accounts from '#contracts/accounts.ts';
import * as appeals from '#contracts/appeals.ts';
import * as catalogue from '#contracts/catalogue.ts';
import * as dashboard from '#contracts/dashboard.ts';
import * as draws from '#contracts/draws.ts';
import * as endpoint from '#contracts/endpoint.ts';
import * as enrolments from '#contracts/enrolments.ts';
import * as fields from '#contracts/fields.ts';
import * as google from '#contracts/google.ts';
import * as guardians from '#contracts/guardians.ts';
import * as invitations from '#contracts/invitations.ts';
import * as invoices from '#contracts/invoices.ts';
import * as listing from '#contracts/listing.ts';
import * as mailTopics from '#contracts/mail-topics.ts';
import * as meetingViews from '#contracts/meeting-views.ts';
import * as meetings from '#contracts/meetings.ts';
import * as money from '#contracts/money.ts';
import * as newsletter from '#contracts/newsletter.ts';
import * as payments from '#contracts/payments.ts';
import * as pledgeForm from '#contracts/pledge-form.ts';
import * as pledges from '#contracts/pledges.ts';
import * as priceChoices from '#contracts/price-choices.ts';
import * as prices from '#contracts/prices.ts';
import * as privacy from '#contracts/privacy.ts';
import * as profile from '#contracts/profile.ts';
import * as proofs from '#contracts/proofs.ts';
import * as purchaseStatus from '#contracts/purchase-status.ts';
import * as purchaseViews from '#contracts/purchase-views.ts';
import * as purchases from '#contracts/purchases.ts';
import * as receipts from '#contracts/receipts.ts';
import * as recovery from '#contracts/recovery.ts';
import * as refunds from '#contracts/refunds.ts';
import * as reports from '#contracts/reports.ts';
import * as requestHolds from '#contracts/request-holds.ts';
import * as requestViews from '#contracts/request-views.ts';
import * as requests from '#contracts/requests.ts';
import * as settings from '#contracts/settings.ts';
import * as sponsored from '#contracts/sponsored.ts';
import * as sponsorships from '#contracts/sponsorships.ts';
import * as waitlist from '#contracts/waitlist.ts';

/** All contract modules; the API document derives operation ids, tags and component names from their names and exports. */
export const contractModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  accounts,
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
  mailTopics,
  money,
  meetingViews,
  meetings,
  newsletter,
  payments,
  // Two modules, so that the dashboard does not load the form.
  pledges: { ...pledges, ...pledgeForm },
  priceChoices,
  prices,
  privacy,
  profile,
  proofs,
  purchaseStatus,
  purchaseViews,
  purchases,
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
  waitlist,
};
