import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { Config } from './platform/config.ts';
import type { ChangeFeed } from './platform/database/change-feed.ts';
import type { RateLimitStore } from './platform/http/rate-limit-store.ts';
import type { Handler as AnyHandler } from './platform/http/route.ts';
import type { Logger } from './platform/log.ts';

/** What a request handler works with. */
export interface Deps {
  config: Config;
  db: DataSource;
  /** Connections for searching the catalogue; their statements end after a second. */
  search: Pool;
  log: Logger;
  provider: PaymentProvider;
  /** Wakes whoever waits for a change that another process makes. */
  changes: ChangeFeed;
  limits: RateLimitStore;
}

/** Decides one call of this product. */
export type Handler<E extends Endpoint> = AnyHandler<E, Deps>;
