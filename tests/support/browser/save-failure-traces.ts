import { afterEach, beforeEach } from 'vitest';
import { restartTraces, saveTraces } from './failure-traces.ts';

/** Ignored by git. */
const folder = '.vitest/failures';

beforeEach(restartTraces);

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const paths = await saveTraces(folder, `${task.file.name.replace(/^.*\//, '')} ${task.name}`);
  if (paths.length === 0) return;
  const lines = paths.map(
    (path) => `  ${path.endsWith('.zip') ? 'npx playwright-core show-trace ' : ''}${path}`,
  );
  process.stderr.write(`\nSaved for “${task.name}”:\n${lines.join('\n')}\n`);
});
