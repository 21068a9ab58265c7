import { accountHandlers } from './accounts/accounts.handlers.ts';
import { caseHandlers } from './cases/cases.handlers.ts';
import { catalogueHandlers } from './catalogue/catalogue.handlers.ts';
import { deliverMail } from './deliver-mail.ts';
import { disputeHandlers } from './disputes/disputes.handlers.ts';
import { housekeepingHandlers } from './housekeeping/housekeeping.handlers.ts';
import { ledgerHandlers } from './ledger/ledger.handlers.ts';
import { meetingHandlers } from './meetings/meetings.handlers.ts';
import { newsletterHandlers } from './newsletter/newsletter.handlers.ts';
import { paymentHandlers } from './payments/payments.handlers.ts';
import { privacyHandlers } from './privacy/privacy.handlers.ts';
import { purchaseHandlers } from './purchases/purchases.handlers.ts';
import { refundHandlers } from './refunds/refunds.handlers.ts';
import { requestHandlers } from './requests/requests.handlers.ts';
import type { AllHandlers } from './runtime/handler.ts';

/** The handler of every job. */
export const handlers: AllHandlers = {
  ...accountHandlers,
  ...caseHandlers,
  ...catalogueHandlers,
  ...disputeHandlers,
  ...housekeepingHandlers,
  ...ledgerHandlers,
  ...meetingHandlers,
  ...newsletterHandlers,
  ...paymentHandlers,
  ...privacyHandlers,
  ...purchaseHandlers,
  ...refundHandlers,
  ...requestHandlers,
  'mail.deliver': deliverMail,
};
