import type { NextFunction, Request, Response } from 'express';

type ErrorType = 'validation_error' | 'processor_error' | 'api_error';

/** An error in the provider's format (payments protocol, "Transport"). */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly status: number;
  readonly code: string;
  readonly type: ErrorType;
  readonly nextStep: string;

  constructor(status: number, code: string, message: string, nextStep: string, type?: ErrorType) {
    super(message);
    this.status = status;
    this.code = code;
    this.nextStep = nextStep;
    this.type = type ?? 'validation_error';
  }

  /** The response body. */
  get body() {
    const { message, nextStep, type, code } = this;
    return { status: false, message, meta: { nextStep }, type, code };
  }
}

/** All errors of the provider API. Only the first five codes are documented; the others follow their style. */
export const providerErrors = {
  invalidKey: () =>
    new ProviderError(401, 'invalid_Key', 'Invalid key', 'Send the secret key as a bearer token.'),
  duplicateReference: () =>
    new ProviderError(
      400,
      'duplicate_reference',
      'Duplicate Transaction Reference',
      'A reference names one transaction for ever: use a new one.',
    ),
  invalidEmail: () =>
    new ProviderError(400, 'invalid_email_address', 'Invalid Email Address Passed', 'Send a valid address.'),
  notFound: (status: number) =>
    new ProviderError(
      status,
      'transaction_not_found',
      'Transaction reference not found.',
      'Use the reference of a transaction made with this key.',
    ),
  unsupportedCurrency: () =>
    new ProviderError(
      400,
      'unsupported_currency',
      'Currency not supported by merchant',
      'Use a currency that this account may charge.',
    ),
  fractionalAmount: () =>
    new ProviderError(
      400,
      'invalid_params',
      '"amount" must be an integer',
      'Send the amount in minor units, as a whole number.',
    ),
  invalidAmount: () =>
    new ProviderError(
      400,
      'invalid_amount',
      'Invalid Amount Sent',
      'Send at least the smallest amount of this currency.',
    ),
  invalidParameter: (message: string) =>
    new ProviderError(400, 'invalid_params', message, 'Correct the named field.'),
  unknownRefund: () =>
    new ProviderError(
      404,
      'refund_not_found',
      'Refund not found',
      'Use the id of a refund made with this key.',
    ),
  notRefundable: (message: string) =>
    new ProviderError(
      400,
      'refund_rejected',
      message,
      'Read the refunds of this transaction.',
      'processor_error',
    ),
  notRetryable: () =>
    new ProviderError(
      422,
      'refund_not_retryable',
      'Refund does not need attention',
      'Retry only a refund that needs attention.',
    ),
  unknownDispute: () =>
    new ProviderError(
      404,
      'dispute_not_found',
      'Dispute not found',
      'Use the id of a dispute of this account.',
    ),
  disputeAnswered: () =>
    new ProviderError(
      400,
      'dispute_answered',
      'Dispute is no longer awaiting feedback',
      'Read the dispute.',
      'processor_error',
    ),
  unknownRoute: () =>
    new ProviderError(404, 'route_not_found', 'There is no such call', 'Check method and path.', 'api_error'),
  tooLarge: () => new ProviderError(413, 'request_too_large', 'Request body is too large', 'Send less.'),
  internal: () =>
    new ProviderError(500, 'internal_error', 'An error occurred', 'Try again later.', 'api_error'),
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
