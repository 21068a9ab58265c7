import { testOutages } from '#tests/queue/outage-tests.ts';
import { onPostgres } from '#tests/queue/queue-fixture.ts';

testOutages(onPostgres);
