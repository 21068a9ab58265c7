import { testOutages } from '#tests/queue/outage-tests.ts';
import { onRedis } from '#tests/queue/queue-fixture.ts';

testOutages(onRedis);
