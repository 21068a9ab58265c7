import { onPostgres } from '#tests/queue/queue-fixture.ts';
import { testWorkerProcess } from '#tests/queue/worker-process-tests.ts';

testWorkerProcess(onPostgres);
