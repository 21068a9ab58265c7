import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportAsvs } from '#tests/security/asvs/render-asvs.ts';
import { runCommand } from '../../tools/run-command.ts';

/** `npm run asvs`: writes docs/asvs.md from the annotations of tests. Exits with 1 when a requirement has no evidence. */
await runCommand(async () => {
  const { text, problems } = reportAsvs(fileURLToPath(new URL('../..', import.meta.url)));
  writeFileSync(new URL('../../docs/asvs.md', import.meta.url), text);
  process.stdout.write([...problems, 'docs/asvs.md is written.', ''].join('\n'));
  return problems.length === 0 ? 0 : 1;
});
