import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeFlags } from '#sandbox/start/run-processes.ts';
import { readConfig, readStartSettings } from '#services/platform/config.ts';
import type { ExemplarLabel } from '#services/platform/metrics/registry.ts';
import { type ComposeFile, checkCompose } from './support/rules/compose-rules.ts';
import { imageSources, staticImports } from './support/rules/image-sources.ts';
import { findRuntimePackages } from './support/rules/runtime-packages.ts';
import { settingNames } from './support/rules/setting-names.ts';
import { settingsReadBy } from './support/rules/settings-read.ts';
import { variablesOfImages } from './support/rules/variables-of-images.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const text = read('docker-compose.yml');
const parseCompose = (source: string) => parse(source, { merge: true }) as ComposeFile;
const compose = parseCompose(text);
const composeOnly = parseEnv(read('.env.example').split('# --- Only for docker-compose.yml')[1] ?? '');
const known = [...settingNames(), ...Object.keys(composeOnly), 'TRIAL'];

describe('docker-compose.yml', () => {
  // ASVS 13.2.3
  it('follows the rules', () => {
    expect(checkCompose(compose, text, known)).toEqual([]);
  });

  it('holds the services that the product needs', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual([
      'alertmanager',
      'api',
      'backup',
      'collector',
      'grafana',
      'limits',
      'mail',
      'meet-bridge',
      'meet-focus',
      'meet-web',
      'meet-xmpp',
      'migrate',
      'pages',
      'postgres',
      'prometheus',
      'proxy',
      'redis',
      'sample-people',
      'sandbox',
      'worker',
    ]);
  });

  it.each([
    ['no health check', '    healthcheck:\n      disable: true\n', '', /migrate has no health check/],
    [
      'a key that Docker does not know',
      'volumes: ["redis',
      'volume: ["redis',
      /redis has unknown key volume/,
    ],
    [
      'a port for everybody',
      '127.0.0.1:4321:4321',
      '4321:4321',
      /proxy publishes 4321:4321 beyond this machine/,
    ],
    [
      'a dependency that is not there',
      'mail:\n        condition',
      'post:\n        condition',
      /depends on post/,
    ],
    [
      'waiting for health that is never checked',
      'condition: service_completed_successfully',
      'condition: service_healthy',
      /waits for the health of migrate/,
    ],
    ['a variable that nothing reads', 'REDIS_URL:', 'REDIS_URI:', /REDIS_URI is no setting/],
    [
      'a secret with a default',
      /\$\{TOKEN_SECRET:\?[^}]*\}/,
      `\${TOKEN_SECRET:-secret}`,
      /TOKEN_SECRET has a default/,
    ],
    ['a volume that is not declared', 'redis:/data', 'rediss:/data', /volume rediss is not declared/],
    [
      'a folder of the machine that can be written',
      '/etc/prometheus:ro',
      '/etc/prometheus',
      /volume .\/deploy\S+ is not/,
    ],
    ['a forgetful queue', 'noeviction', 'allkeys-lru', /redis must run with/],
    [
      'a queue that the system ends when it is full',
      ', "--maxmemory", "300mb"',
      '',
      /redis may use Infinity of/,
    ],
    ['a queue that cannot rewrite its file', '300mb', '400mb', /redis may use 0.78125 of/],
    ['process 1 without an init', '  init: true\n', '', /worker has no init/],
    ['no time to drain', 'stop_grace_period: 15s', 'stop_grace_period: 5s', /api may not drain for 10 s/],
  ])('would not pass with %s', (_, from, to, complaint) => {
    expect(text).toMatch(from);
    const broken = text.replace(from, to);
    expect(checkCompose(parseCompose(broken), broken, known).join('\n')).toMatch(complaint);
  });

  it('collects traces where .env.example says, and leads from an exemplar to its trace', () => {
    const collector = parse(read('deploy/observability/collector/collector.yml')) as Record<
      string,
      object
    > & {
      receivers: { otlp: { protocols: { http: { endpoint: string } } } };
      extensions: { jaeger_query: { http: { endpoint: string } } };
      service: { extensions: string[]; pipelines: { traces: Record<string, string[]> } };
    };
    const { extensions, pipelines } = collector.service;
    for (const [kind, names] of Object.entries({ extensions, ...pipelines.traces }))
      expect([kind, names.toSorted()]).toEqual([kind, Object.keys(collector[kind] ?? {}).toSorted()]);
    const port = collector.receivers.otlp.protocols.http.endpoint.split(':')[1];
    expect(read('.env.example')).toContain(`http://collector:${port}.`);

    const sourceOf = (name: string) =>
      parse(read(`deploy/observability/grafana/datasources/${name}.yml`)).datasources[0];
    const page = collector.extensions.jaeger_query.http.endpoint.split(':')[1];
    expect(sourceOf('traces').url).toBe(`http://collector:${page}`);
    expect(compose.services.collector?.ports).toEqual([`127.0.0.1:${page}:${page}`]);
    const label: ExemplarLabel = 'trace_id';
    expect(sourceOf('prometheus').jsonData.exemplarTraceIdDestinations).toEqual([
      { name: label, datasourceUid: sourceOf('traces').uid },
    ]);
    expect(compose.services.prometheus?.command).toContain('--enable-feature=exemplar-storage');
  });

  it('mails alerts by the mail server and to the operators of the product', () => {
    const { prometheus, alertmanager } = compose.services;
    const { alerting } = parse(read('deploy/observability/prometheus/prometheus.yml'));
    expect(alerting.alertmanagers).toEqual([{ static_configs: [{ targets: ['alertmanager:9093'] }] }]);
    expect(prometheus?.volumes?.[0]).toContain('./deploy/observability/prometheus:');
    expect(alertmanager?.environment?.SMTP_URL).toBe(compose.services.api?.environment?.SMTP_URL);
    // As the product does it where they are not set.
    expect(alertmanager?.environment).toMatchObject({
      MAIL_FROM: `\${MAIL_FROM:-\${BRAND_CONTACT_EMAIL}}`,
      OPERATORS_EMAIL: `\${OPERATORS_EMAIL:-\${BRAND_SUPPORT_EMAIL:-\${BRAND_CONTACT_EMAIL}}}`,
    });
    const filled = [...read('deploy/observability/alertmanager/alertmanager.yml').matchAll(/\$\{(\w+)\}/g)];
    const script = read('deploy/observability/alertmanager/start.sh');
    for (const [, name = ''] of filled)
      expect(name in (alertmanager?.environment ?? {}) || script.includes(`\n${name}=`), name).toBe(true);
  });

  it('lets only people with a token of the product enter a room', () => {
    const rooms = Object.entries(compose.services).filter(([name]) => name.startsWith('meet-'));
    for (const [name, { read_only, cap_drop }] of rooms)
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
    const { 'meet-xmpp': xmpp, 'meet-focus': focus, 'meet-web': web } = compose.services;
    expect(xmpp?.environment).toMatchObject({
      ENABLE_AUTH: '1',
      ENABLE_GUESTS: '0',
      AUTH_TYPE: 'jwt',
      JWT_ALLOW_EMPTY: '0',
      JWT_ACCEPTED_ISSUERS: `\${MEETING_APP_ID:-}`,
      JWT_ACCEPTED_AUDIENCES: `\${MEETING_APP_ID:-}`,
      JWT_APP_SECRET: `\${MEETING_APP_SECRET:-}`,
    });
    expect(focus?.environment).toMatchObject({ ENABLE_AUTH: '1', AUTH_TYPE: 'jwt' });
    expect(web?.environment).toMatchObject({ ENABLE_AUTH: '1', ENABLE_GUESTS: '0' });
  });

  const commands = ['create', 'doctor', 'move-files', 'reconcile', 'rotate-keys'].map(
    (name) => `tools/ops-${name}.ts`,
  );
  const programs: Record<string, string[]> = {
    api: ['services/server.ts', 'tools/jobs.ts', 'tools/catalogue-import.ts', ...commands],
    worker: ['workers/worker.ts', 'workers/runtime/health-check.ts'],
    migrate: ['tools/db-migrate.ts'],
    pages: ['tools/publish-pages.ts'],
    backup: ['tools/ops-backup.ts', 'tools/ops-restore.ts'],
    sandbox: ['sandbox/providers/sandbox.ts'],
    'sample-people': ['sandbox/start/add-sample-people.ts'],
  };

  // ASVS 13.2.2, 13.3.2
  it('passes to each container what its program reads, and no other variable', () => {
    const ofImages = variablesOfImages(read);
    for (const [name, { environment = {}, env_file }] of Object.entries(compose.services)) {
      const entries = programs[name];
      const isRead = new Set(entries ? [...settingsReadBy(root, entries), 'NODE_ENV'] : ofImages[name]);
      expect([name, env_file, Object.keys(environment).filter((setting) => !isRead.has(setting))]).toEqual([
        name,
        undefined,
        [],
      ]);
    }
  });

  it.each(['api', 'worker'])('passes to %s every setting of .env that it reads', (name) => {
    const passed = Object.keys(compose.services[name]?.environment ?? {});
    const program = settingsReadBy(root, programs[name]?.slice(0, 1) ?? []);
    expect(program.filter((setting) => !passed.includes(setting))).toEqual([]);
    expect(program).toContain('TOKEN_SECRET');
  });

  it('gives the password of the owner of the tables to PostgreSQL, the migration and backups alone', () => {
    const knows = ({ environment = {} }: ComposeFile['services'][string]) =>
      Object.values(environment).some((value) => value?.includes('POSTGRES_PASSWORD'));
    const names = Object.keys(compose.services).filter((name) => knows(compose.services[name] ?? {}));
    expect(names.toSorted()).toEqual(['backup', 'migrate', 'postgres']);
    // A restore grants the privileges of the tables to the role of DATABASE_URL.
    const { api, backup } = compose.services;
    expect(backup?.environment?.DATABASE_URL).toBe(api?.environment?.DATABASE_URL);
  });

  it('builds the pages for the address that they are served at', () => {
    const { migrate, api } = compose.services;
    expect(migrate?.build).toMatchObject({
      context: '.',
      args: { PUBLIC_URL: api?.environment?.PUBLIC_URL },
    });
    expect(read('Dockerfile')).toMatch(/^ARG PUBLIC_URL\nRUN npm run build$/m);
  });

  // ASVS 13.2.2
  it('lets no container of ours write to its files, gain privileges or take the memory of others', () => {
    for (const name of [
      'api',
      'worker',
      'migrate',
      'backup',
      'proxy',
      'alertmanager',
      'redis',
      'limits',
    ] as const)
      expect([name, compose.services[name]?.read_only]).toEqual([name, true]);
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.cap_drop, service.security_opt]).toEqual([
        name,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit, name).toBeGreaterThan(0);
    }
  });

  it('runs no server of data or proxy as root', () => {
    const users = ['postgres', 'redis', 'limits', 'proxy'].map((name) => compose.services[name]?.user);
    expect(users).toEqual(['postgres', 'redis', 'redis', '1000:1000']);
  });

  // ASVS 15.3.4
  it('reaches the API through the proxy alone, whose one entry in X-Forwarded-For is trusted', () => {
    const { api, proxy } = compose.services;
    expect([api?.ports, proxy?.volumes?.[0], api?.environment?.TRUST_PROXY_HOPS]).toEqual([
      undefined,
      './deploy/proxy:/etc/caddy:ro',
      '1',
    ]);
    expect(read('deploy/proxy/Caddyfile')).toContain('dynamic a api 4321 {');
  });

  it('configures the processes completely', () => {
    const given: Record<string, string> = {
      POSTGRES_PASSWORD: 'p',
      POSTGRES_APP_PASSWORD: 'a',
      PAYMENT_SECRET_KEY: 'sk_test_12345678',
      TOKEN_SECRET: Buffer.alloc(32).toString('base64'),
      CREDENTIAL_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
      BRAND_CONTACT_EMAIL: 'us@hope.org',
    };
    const file = parseEnv(read('.env.example'));
    for (const service of ['api', 'worker', 'migrate']) {
      const environment = Object.entries(compose.services[service]?.environment ?? {}).map(
        ([name, value]) => [
          name,
          // As Docker does it: a variable without a value is that of .env, here the example's.
          (value ?? file[name] ?? '').replaceAll(
            /\$\{(\w+)(?::-(.*?))?(?::\?.*?)?\}/g,
            (_, variable, fallback) => given[variable] ?? fallback,
          ),
        ],
      );
      const read = Object.fromEntries(environment);
      if (service === 'migrate')
        expect(readStartSettings(read)).toMatchObject({
          DATABASE_URL: 'postgres://courselift_app:a@postgres:5432/courselift',
          MIGRATION_DATABASE_URL: 'postgres://courselift:p@postgres:5432/courselift',
        });
      else
        expect(readConfig(read)).toMatchObject({
          port: 4321,
          redisUrl: 'redis://redis:6379',
          isSandbox: false,
        });
    }
  });
});

describe('package.json', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const loaded = findRuntimePackages(root);

  it('names every package that services and workers load at run time under dependencies', () => {
    expect(loaded.map(({ name }) => name)).toEqual(expect.arrayContaining(['express', 'dejavu-fonts-ttf']));
    expect(loaded.filter(({ name }) => !(name in dependencies))).toEqual([]);
  });

  it('names nothing under dependencies that only the build, tests or the sandbox use', () => {
    const names = loaded.map(({ name }) => name);
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const commandOf = (program: string) => JSON.stringify(['node', ...(nodeFlags[program] ?? []), program]);

it('has one size of the young generation, in images and in scripts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const worker = JSON.stringify(compose.services.worker?.command);
  expect([scripts['start:api'], scripts['start:worker'], scripts['start:sandbox'], worker]).toEqual([
    ...Object.entries(nodeFlags).map(([program, flags]) => ['exec node', ...flags, program].join(' ')),
    commandOf('workers/worker.ts'),
  ]);
  expect(JSON.stringify(compose.services.sandbox?.command)).toBe(commandOf('sandbox/providers/sandbox.ts'));
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  // ASVS 13.2.2, 15.2.3
  it('runs on Node 24, as an unprivileged user, with a health check, and without npm', () => {
    // The second is that of a trial, the third that of backups alone, which need pg_dump of the server's version.
    expect(dockerfile.match(/^FROM (?!base)(\S+)/gm)).toEqual([
      'FROM node:24.21.0-bookworm-slim',
      'FROM build',
      'FROM postgres:18.4',
    ]);
    expect(lastStage).toMatch(/^USER node$/m);
    expect(lastStage).toMatch(/^HEALTHCHECK /m);
    expect(lastStage).toContain(`\nCMD ${commandOf('services/server.ts').replaceAll(',', ', ')}\n`);
  });

  it('is made of images with a patch version, the same as those of Compose', () => {
    const text =
      ['docker-compose.yml', 'deploy/public.yml', 'tests/containers/run.ts'].map(read).join('\n') +
      dockerfile;
    const tags = [...text.matchAll(/(?<=image: |FROM |')(node|postgres|redis|caddy):(\d[\w.-]*)/g)].map(
      ([, image, tag]) => `${image} ${tag}`,
    );
    // Of PostgreSQL the second number is that of the patch.
    expect([...new Set(tags)].toSorted()).toEqual([
      expect.stringMatching(/^caddy \d+\.\d+\.\d+$/),
      expect.stringMatching(/^node \d+\.\d+\.\d+-bookworm-slim$/),
      expect.stringMatching(/^postgres \d+\.\d+$/),
      expect.stringMatching(/^redis \d+\.\d+\.\d+$/),
    ]);
  });

  it('runs without what only development needs', () => {
    expect(dockerfile).toMatch(/npm ci --omit=dev/);
    expect(lastStage).not.toMatch(/npm |COPY \. /);
  });

  // ASVS 13.4.1
  it('copies only what the build context lets in', () => {
    const context = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied.length).toBeGreaterThan(3);
    for (const path of copied.filter((source) => source !== '.')) expect(context).toContain(path);
    expect(context).not.toContain('.env');
    // The build reads the start's settings; what runs in production contains nothing of the sandbox.
    expect(context).toContain('sandbox');
    expect(copied).not.toContain('sandbox');
  });

  // ASVS 15.2.3
  it('copies no file of the sandbox or of tests, and none that loads one or a development package', () => {
    const files = imageSources(root);
    expect(files).toEqual(expect.arrayContaining(['services/server.ts', 'tools/db-migrate.ts']));
    expect(files.filter((path) => /^(sandbox|src|tests)\/|\.test\./.test(path))).toEqual([]);
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object };
    const development = new RegExp(`^(sandbox|src|tests|${Object.keys(devDependencies).join('|')})(/|$)`);
    const loaded = files.filter((path) => path.endsWith('.ts')).flatMap((path) => staticImports(root, path));
    expect(loaded.filter(({ target }) => development.test(target))).toEqual([]);
    const left = loaded.filter(({ target }) => /^(services|tools|workers)\//.test(target));
    expect(left.filter(({ target }) => !files.includes(target))).toEqual([]);
  });
});
