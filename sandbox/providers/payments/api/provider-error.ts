import type { NextFunction, Request, Response } from 'express';

/** An error in the provider's format (payments protocol, "Transport"). */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly status: number;
  readonly body: object;

  /** @param details `code`: only the responses with 400 have one in the provider's document. */
  constructor(
    status: number,
    message: string,
    nextStep: string,
    {
      type = 'validation_error',
      code,
    }: { type?: 'processor_error' | 'api_error' | 'validation_error'; code?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { status: false, message, meta: { nextStep }, type, ...(code && { code }) };
  }
}

/** All errors of the provider API. Only the codes of `initialize` are documented; the others follow their style. */
export const providerErrors = {
  invalidKey: () => new ProviderError(401, 'Invalid key', 'Send the secret key as a bearer token.'),
  forbidden: () => new ProviderError(403, 'Access denied', 'Ask the support of the provider.'),
  duplicateReference: () =>
    rejection(
      'Duplicate Transaction Reference',
      'A reference names one transaction for ever: use a new one.',
      'duplicate_reference',
    ),
  invalidEmail: () =>
    rejection('Invalid Email Address Passed', 'Send a valid address.', 'invalid_email_address'),
  /** 404 is documented; 400, and its code, have been observed. */
  notFound: (status: 400 | 404) =>
    new ProviderError(
      status,
      'Transaction reference not found.',
      'Use the reference of a transaction made with this key.',
      { ...(status === 400 && { code: 'transaction_not_found' }) },
    ),
  unsupportedCurrency: () =>
    rejection(
      'Currency not supported by merchant',
      'Use a currency that this account may charge.',
      'unsupported_currency',
    ),
  fractionalAmount: () =>
    rejection(
      '"amount" must be an integer',
      'Send the amount in minor units, as a whole number.',
      'invalid_params',
    ),
  invalidAmount: () =>
    rejection('Invalid Amount Sent', 'Send at least the smallest amount of this currency.', 'invalid_amount'),
  invalidParameter: (message: string) => rejection(message, 'Correct the named field.', 'invalid_params'),
  unknownRefund: () =>
    new ProviderError(404, 'Refund not found', 'Use the id of a refund made with this key.'),
  notRefundable: (message: string) =>
    rejection(message, 'Read the refunds of this transaction.', 'refund_rejected', 'processor_error'),
  /** The only status of a rejected retry in the document. */
  notRetryable: (message: string) =>
    new ProviderError(
      422,
      message,
      'Retry only a refund that needs attention, with an account and its bank.',
    ),
  unknownDispute: () =>
    new ProviderError(404, 'Dispute not found', 'Use the id of a dispute of this account.'),
  disputeAnswered: () =>
    rejection(
      'Dispute is no longer awaiting feedback',
      'Read the dispute.',
      'dispute_answered',
      'processor_error',
    ),
  unknownRoute: () =>
    new ProviderError(404, 'There is no such call', 'Check method and path.', { type: 'api_error' }),
  tooLarge: () => new ProviderError(413, 'Request body is too large', 'Send less.'),
  internal: () => new ProviderError(500, 'An error occurred', 'Try again later.', { type: 'api_error' }),
};

function rejection(message: string, nextStep: string, code: string, type?: 'processor_error'): ProviderError {
  return new ProviderError(400, message, nextStep, { code, ...(type && { type }) });
}

/** Converts an error to the provider's format. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return providerErrors.tooLarge();
  if (typeof status === 'number' && status < 500) return providerErrors.invalidParameter('Malformed request');
  return providerErrors.internal();
}

export function sendProviderError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  const providerError = toProviderError(error);
  res.status(providerError.status).json(providerError.body);
}
