import { onRedis } from '#tests/queue/queue-fixture.ts';
import { testFirstConnections } from './test-first-connections.ts';

testFirstConnections(onRedis, 'delay');
