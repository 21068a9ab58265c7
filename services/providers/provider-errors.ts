import { UnavailableError } from '#services/platform/errors.ts';

/** No usable response of the provider: it is unknown whether the call had an effect. */
export class ProviderUnavailableError extends UnavailableError {
  override name = 'ProviderUnavailableError';
}

/** The provider rejected our key, so it did nothing. Says nothing about the call, which is made again when the key is right. */
export class ProviderKeyError extends ProviderUnavailableError {
  override name = 'ProviderKeyError';

  constructor() {
    // The provider's message may repeat the key.
    super('The provider rejects PAYMENT_SECRET_KEY', { hasResponded: true });
  }
}

/** The provider rejected the call; `status` is the HTTP status. Its document gives an error code in few responses only. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRejectedError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
