import { onRedis } from '#tests/queue/queue-fixture.ts';
import { testFirstConnections } from './support/first-connections.ts';

testFirstConnections(onRedis);
