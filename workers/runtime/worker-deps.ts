import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import type { Mailer } from '#services/platform/email/mailer.ts';
import type { Logger } from '#services/platform/log.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';

/** Dependencies of handlers; created once per worker process. */
export interface WorkerDeps {
  readonly config: Config;
  readonly db: DataSource;
  readonly log: Logger;
  readonly provider: PaymentProvider;
  readonly mailer: Mailer;
}
