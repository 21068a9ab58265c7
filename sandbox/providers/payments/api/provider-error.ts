import type { NextFunction, Request, Response } from 'express';

type ErrorType = 'validation_error' | 'processor_error' | 'api_error';

interface ErrorDetails {
  nextStep: string;
  /** Default: `validation_error`. */
  type?: ErrorType;
  /** Only the responses with 400 have one in the provider's document. */
  code?: string;
}

/** An error in the provider's format (payments protocol, "Transport"). */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails) {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** The response body. */
  get body() {
    const { nextStep, type = 'validation_error', code } = this.details;
    return { status: false, message: this.message, meta: { nextStep }, type, ...(code && { code }) };
  }
}

/** All errors of the provider API. Only the codes of `initialize` are documented; the others follow their style. */
export const providerErrors = {
  invalidKey: () =>
    new ProviderError(401, 'Invalid key', { nextStep: 'Send the secret key as a bearer token.' }),
  duplicateReference: () =>
    new ProviderError(400, 'Duplicate Transaction Reference', {
      code: 'duplicate_reference',
      nextStep: 'A reference names one transaction for ever: use a new one.',
    }),
  invalidEmail: () =>
    new ProviderError(400, 'Invalid Email Address Passed', {
      code: 'invalid_email_address',
      nextStep: 'Send a valid address.',
    }),
  /** 404 is documented; 400, and its code, have been observed. */
  notFound: (status: 400 | 404) =>
    new ProviderError(status, 'Transaction reference not found.', {
      ...(status === 400 && { code: 'transaction_not_found' }),
      nextStep: 'Use the reference of a transaction made with this key.',
    }),
  unsupportedCurrency: () =>
    new ProviderError(400, 'Currency not supported by merchant', {
      code: 'unsupported_currency',
      nextStep: 'Use a currency that this account may charge.',
    }),
  fractionalAmount: () =>
    new ProviderError(400, '"amount" must be an integer', {
      code: 'invalid_params',
      nextStep: 'Send the amount in minor units, as a whole number.',
    }),
  invalidAmount: () =>
    new ProviderError(400, 'Invalid Amount Sent', {
      code: 'invalid_amount',
      nextStep: 'Send at least the smallest amount of this currency.',
    }),
  invalidParameter: (message: string) =>
    new ProviderError(400, message, { code: 'invalid_params', nextStep: 'Correct the named field.' }),
  unknownRefund: () =>
    new ProviderError(404, 'Refund not found', { nextStep: 'Use the id of a refund made with this key.' }),
  notRefundable: (message: string) =>
    new ProviderError(400, message, {
      code: 'refund_rejected',
      type: 'processor_error',
      nextStep: 'Read the refunds of this transaction.',
    }),
  /** The only status of a rejected retry in the document. */
  notRetryable: (message: string) =>
    new ProviderError(422, message, {
      nextStep: 'Retry only a refund that needs attention, with an account and its bank.',
    }),
  unknownDispute: () =>
    new ProviderError(404, 'Dispute not found', { nextStep: 'Use the id of a dispute of this account.' }),
  disputeAnswered: () =>
    new ProviderError(400, 'Dispute is no longer awaiting feedback', {
      code: 'dispute_answered',
      type: 'processor_error',
      nextStep: 'Read the dispute.',
    }),
  unknownRoute: () =>
    new ProviderError(404, 'There is no such call', {
      type: 'api_error',
      nextStep: 'Check method and path.',
    }),
  tooLarge: () => new ProviderError(413, 'Request body is too large', { nextStep: 'Send less.' }),
  internal: () =>
    new ProviderError(500, 'An error occurred', { type: 'api_error', nextStep: 'Try again later.' }),
};

/** Converts an error to the provider's format. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return providerErrors.tooLarge();
  if (typeof status === 'number' && status < 500) return providerErrors.invalidParameter('Malformed request');
  return providerErrors.internal();
}

/** Express error handler of the provider API. */
export function sendProviderError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  const providerError = toProviderError(error);
  res.status(providerError.status).json(providerError.body);
}
