import { clocksApart } from './clocks-apart.ts';
import { crashScenarios } from './crash-points.ts';
import { diskScenarios } from './disks/disk-full.ts';
import { fewDescriptors } from './few-descriptors.ts';
import { mailsWaiting } from './mails-waiting.ts';
import { eightyClients } from './postgres/eighty-clients.ts';
import { postgresKilled } from './postgres/postgres-killed.ts';
import { postgresLocked } from './postgres/postgres-locked.ts';
import { postgresOutOfConnections } from './postgres/postgres-out-of-connections.ts';
import { postgresStopped } from './postgres/postgres-stopped.ts';
import { providerFails } from './provider-fails.ts';
import { queueEmptied } from './queue/queue-emptied.ts';
import { redisDown } from './queue/redis-down.ts';
import { redisFull } from './queue/redis-full.ts';
import { sabotageScenarios } from './sabotaged.ts';
import { replacedOneByOne } from './scale/replaced-one-by-one.ts';
import { threeOfEach } from './scale/three-of-each.ts';
import type { Scenario } from './scenario.ts';
import { webhooksInDisorder } from './webhooks-in-disorder.ts';

/** All named scenarios. */
export const scenarios: readonly Scenario[] = [
  mailsWaiting,
  providerFails,
  webhooksInDisorder,
  clocksApart,
  fewDescriptors,
  queueEmptied,
  redisFull,
  redisDown,
  postgresStopped,
  postgresKilled,
  postgresLocked,
  postgresOutOfConnections,
  eightyClients,
  threeOfEach,
  ...replacedOneByOne,
  ...diskScenarios,
  ...crashScenarios,
  ...sabotageScenarios,
];
