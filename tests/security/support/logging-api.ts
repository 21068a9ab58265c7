import { createApp } from '#services/app.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { entities } from '#services/entities.ts';
import { PAYMENTS_CHANNEL } from '#services/payments/payments.ts';
import { readConfig } from '#services/platform/config.ts';
import { createChangeFeed } from '#services/platform/database/change-feed.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { listenOn } from '#services/platform/http/listen-on.ts';
import { openRateLimitStore } from '#services/platform/http/rate-limit/rate-limit-store.ts';
import { createLogger } from '#services/platform/log.ts';
import { startTracing } from '#services/platform/tracing/spans.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';

// The API in a process of its own, without pages, so that everything it writes can be read.
const config = readConfig();
const log = createLogger(config, 'api');
await startTracing(config, 'api', log);
const db = createDataSource({ entities, databaseUrl: config.databaseUrl, applicationName: 'logging-api' });
await db.initialize();
const changes = createChangeFeed(config.databaseUrl, PAYMENTS_CHANNEL, log);
const limits = await openRateLimitStore(config, log);
const provider = createPaymentProvider(config.payment);
const search = createSearchPool(config.databaseUrl);
await listenOn(await createApp({ config, db, search, log, changes, limits, provider }), config.port);
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
