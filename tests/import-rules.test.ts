import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importRules } from './support/rules/import-rules.ts';
import { parseSource, readSource } from './support/rules/source-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed
  .split('\n')
  .filter((path) => /^(services|workers|sandbox|src|tests)\/.*\.(tsx?|mjs|astro|css)$/.test(path))
  .filter((path) => existsSync(join(root, path)))
  .map((path) => readSource(root, path));

/** For each rule: files that violate it, by path and text. */
const samples: Record<string, Record<string, string>> = {
  'src imports contracts and src only': {
    'src/browser/a.ts': "import type { User } from '#services/accounts/user.entity.ts';",
    'src/pages/b.astro':
      "---\nimport { c } from '#contracts/c.ts';\nimport { d } from '../../services/d.ts';\n---\n<p>",
    'src/pages/c.astro': "---\n---\n<p>\n<script>\n  import '#workers/worker.ts';\n</script>",
  },
  'an area of src imports no other area (except dashboard), and src/ui imports no area': {
    'src/areas/requests/a.ts': "export { pay } from '../funding/pay.ts';",
    'src/ui/dialogs/Modal.tsx': "const later = await import('#src/areas/site/faq.ts');",
  },
  'tokens are signed and verified only in platform/tokens': {
    'services/a/a.ts': "import { SignJWT } from 'jose';",
    'services/b/b.ts': 'const key = config.token.secret;',
  },
  'process.env is read only in the configuration': {
    'services/a.ts': 'const port = process.env.PORT;',
    'workers/b.ts': "import { argv, env } from 'node:process';",
  },
  'only move-request.ts writes the status of a request': {
    'services/a/a.ts':
      "await db.query(`UPDATE requests\n SET paid_at = now(), status = 'paid' WHERE id = $1`);",
    'services/a/b.ts': "await manager.update(HelpRequestEntity, id, {\n  status: 'paid',\n});",
    'services/a/c.ts': 'await db.getRepository(HelpRequestEntity).update({ id }, { status });',
    'workers/a/d.ts': "await db.createQueryBuilder().update(HelpRequestEntity).set({ status: 'paid' });",
  },
  'only payments.ts creates a payment': {
    'services/a/a.ts': 'const payment = manager.create(PaymentEntity, { status });',
    'services/a/b.ts': 'await manager.insert(PaymentEntity, payment);',
    'workers/a/c.ts': 'await execute(db, `INSERT INTO payments (reference) VALUES ($1)`);',
  },
  'SQL runs through platform/database/sql.ts': {
    'services/a/a.ts': "const results = await db.query('SELECT 1');",
    'services/a/b.ts': 'const { rows } = await pool.query<{ id: string }>({ name, text });',
    'workers/a/c.ts': "await manager.createQueryBuilder(UserEntity, 'u').getOne();",
    'workers/a/d.ts':
      "await manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });",
  },
  'links from data are OutgoingLink': {
    'src/areas/a/A.tsx': '<a href={request.link}>',
    'src/areas/a/B.tsx': '<a\n  href={\n    externalLink(link)\n  }\n>',
    'src/areas/a/C.astro': '<a href={course.url}>',
    'src/ui/D.tsx': '<a href="https://example.org">',
    'src/ui/E.tsx': '<a href={paths.home} target="_blank">',
  },
  'React Query is imported only by use-api-query.ts': {
    'src/areas/requests/a.tsx': "import { useQuery } from '@tanstack/react-query';",
  },
  'React Query is used without mutations and infinite queries, which a build leaves out': {
    'src/browser/use-api-query.ts': 'const sent = useMutation({ mutationFn });',
  },
  'only api.ts sends requests': {
    'src/areas/requests/a.ts': "const answer = await fetch('/api/settings');",
    'src/browser/send-file.ts': 'const request = new XMLHttpRequest();',
  },
  'only storage.ts accesses localStorage and sessionStorage': {
    'src/areas/requests/a.ts': "localStorage.setItem('a', '1');",
    'src/browser/b.ts': "const kept = window.sessionStorage['b'];",
  },
  'parts of a page are loaded by loadPart or lazyComponent': {
    'src/areas/requests/a.ts': "const { send } = await import('./send.ts');",
    'src/areas/requests/b.ts': "void import('./c.ts');\nconst d = await loadPart(() => import('./d.ts'));",
  },
  'islands read the API only through useApiQuery': {
    'services/contracts/a.ts':
      "export const getA = endpoint('GET', '/a', {\n  response: ASchema,\n});\nexport const saveA = endpoint('PUT', '/a', {\n});",
    'src/areas/requests/a.tsx': 'const { data } = await call(getA, {}, { signal });',
  },
  'forms of islands use useContractForm': {
    'src/areas/requests/A.tsx': 'return <form onSubmit={send}>',
  },
  'widths of media queries are in em': {
    'src/areas/a/a.module.css': '@media (max-width: 575.98px) {\n}',
    'src/areas/a/b.ts': "matchMedia('(width >= 768px)');",
    'src/styles/c.css': '@custom-media --lg (min-width: 992px);',
  },
  'times of the server are compared with serverNow()': {
    'src/areas/a/A.tsx': 'const isLate = new Date(dueAt) < new Date();',
    'src/areas/a/b.ts': 'const leftMs = Date.parse(until) - Date.now();',
  },
  'no barrels': {
    'services/mail/index.ts': 'export const mail = 1;',
    'src/ui/all.ts': "// Everything.\nexport * from './Modal.tsx';\nexport { type A, b } from './b.ts';",
  },
  'no file over 300 lines (tests 400)': {
    'services/a.ts': 'x\n'.repeat(301),
    'services/a.test.ts': 'x\n'.repeat(401),
    'src/page.astro': 'x\n'.repeat(301),
  },
};
const expectedViolations: Record<string, number> = {
  'islands read the API only through useApiQuery': 1,
};

/** Files that are similar to a violation but valid. */
const harmless = {
  'services/a.ts': "import type { B } from './b.ts';\nconst word = 'process'; // the env",
  'src/pages/index.astro': '---\n---\n<p>\n  import your course from "workers/of/the/world"\n</p>',
  'src/areas/dashboard/a.ts': "import { pay } from '../payments/pay.ts';",
  'src/areas/site/a.ts':
    "import { Modal } from '#src/ui/dialogs/Modal.tsx';\nimport { b } from '#src/areas/site/b.ts';",
  'src/browser/api.ts': 'const response = await fetch(url);\nconst sentAtMs = Date.now();',
  'src/areas/a/c.css': '@media (--lg) {\n  a {\n    width: 20px;\n  }\n}',
  'src/areas/site/b.tsx':
    'await call(saveA, { body });\nconst form = useContractForm({ id });\nreturn <form>',
  'src/ui/A.tsx': '<a href={paths.home}><a href={coursePath(slug)}><a href={copy.more.href}>',
  'services/requests/a.test.ts': "process.env.X = '1';",
  'services/requests/b.ts':
    "execute(db, `UPDATE requests SET revision = 1 WHERE status = 'pending'`);\nmanager.update(HelpRequestEntity, id, { revision: 1 });",
  'services/requests/move-request.ts': 'manager.update(HelpRequestEntity, { id }, { status });',
  'services/a/c.ts': "await rows<{ query: string }>(db, 'SELECT 1');\nconst { limit } = request.query;",
  'services/platform/database/migrations/1-a.ts': "await runner.query('CREATE TABLE a (b int)');",
};

describe.each(importRules)('$name', (rule) => {
  // ASVS 13.3.2
  it('holds', () => {
    const subjects = files.filter((file) => rule.appliesTo(file));
    expect(subjects.length, 'a rule that applies to no file checks nothing').toBeGreaterThan(0);
    expect(rule.check(subjects)).toEqual([]);
  });

  it('reports a violation', () => {
    const bad = Object.entries(samples[rule.name] ?? {}).map(([path, text]) => parseSource(path, text));
    const subjects = bad.filter((file) => rule.appliesTo(file));
    expect(rule.check(subjects)).toHaveLength(expectedViolations[rule.name] ?? bad.length);
  });

  it('accepts valid files', () => {
    const good = Object.entries(harmless).map(([path, text]) => parseSource(path, text));
    expect(rule.check(good.filter((file) => rule.appliesTo(file)))).toEqual([]);
  });
});

it('reads the imports that really are there', () => {
  const self = readSource(root, 'tests/import-rules.test.ts');
  expect(self.imports.map(({ target }) => target)).toContain('tests/support/rules/import-rules.ts');
  const missing = files
    .flatMap(({ path, imports, isTest }) => (isTest ? [] : imports.map(({ target }) => ({ path, target }))))
    .filter(({ target }) => /^(services|workers|sandbox|src)\/.*\.(tsx?|astro)$/.test(target))
    .filter(({ target }) => !existsSync(join(root, target)));
  expect(missing).toEqual([]);
});
