import { moneyRules } from '#contracts/payments/money-rules.ts';
import type { RefundStatus } from '#contracts/payments/payment-status.ts';
import { brand } from '#src/browser/brand.ts';

/** Texts of the page on which a payer enters bank details for a refund. */
export const refundCopy = {
  title: 'Your refund',
  description: 'Tell us which bank account your refund should go to.',
  loading: 'Loading your refund…',
  loadFailed: 'Your refund could not be loaded.',
  amount: 'Amount',
  reference: 'Payment',
  why: 'Your bank did not take the refund the way you paid. Please tell us an account in your name that it can go to.',
  noBanks: (currency: string) =>
    `Your bank did not take the refund the way you paid. The payment provider sends no refunds in ${currency} to other bank accounts. Please write to us, without bank details, and we find another way with you:`,
  support: brand.email.support,
  privacy:
    'We store these details encrypted, pass them to the payment provider and then delete them. We never ask for a card number, a PIN or a password.',
  signInFirst: 'Please sign in first, so that your refund goes to nobody else.',
  signIn: 'Sign in',
  bank: 'Bank',
  chooseBank: 'Choose your bank',
  accountNumber: 'Account number',
  accountHint: 'Digits only, as on your bank statement.',
  incomplete: 'Please correct the marked fields.',
  send: 'Send my refund to this account',
  sending: 'Sending…',
  failed: 'Your details could not be sent.',
  sent: `Thank you. We have your details and are sending your refund. We write to you when it is paid out; then it can take up to ${moneyRules.bankDays} working days until your bank shows it. You need not do anything else.`,
  states: {
    pending: 'Your refund has been started. You need not do anything.',
    processing: `Your refund is on its way. It can take up to ${moneyRules.bankDays} working days until your bank shows it.`,
    needs_attention: 'We have your bank details and are sending your refund to this account.',
    processed: 'Your refund was paid out. Your bank may need some days to show it.',
    failed: 'This refund did not work. We are looking into it and will write to you.',
  } satisfies Record<RefundStatus, string>,
  exit: 'Go to your dashboard',
};
