/** A service of a compose file, as far as the rules look. */
interface ComposeService {
  image?: string;
  build?: unknown;
  command?: string[];
  restart?: string;
  ports?: string[];
  volumes?: string[];
  env_file?: unknown;
  /** A variable without a value is passed from the environment of Compose. */
  environment?: Record<string, string | null>;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  init?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  user?: string;
}

/** A parsed compose file, anchors merged. */
export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes?: Record<string, unknown>;
}

const SERVICE_KEYS = [
  ...[
    'build',
    'cap_add',
    'cap_drop',
    'command',
    'depends_on',
    'entrypoint',
    'environment',
    'healthcheck',
    'image',
    'init',
  ],
  ...[
    'mem_limit',
    'pids_limit',
    'ports',
    'profiles',
    'read_only',
    'restart',
    'scale',
    'security_opt',
    'stop_grace_period',
    'tmpfs',
    'user',
    'volumes',
  ],
];
const SECRETS = [
  'POSTGRES_PASSWORD',
  'POSTGRES_APP_PASSWORD',
  'PAYMENT_SECRET_KEY',
  'TOKEN_SECRET',
  'CREDENTIAL_KEYS',
];
const OURS = ['migrate', 'api', 'worker'];

/**
 * Returns the errors of a compose file, one line each: what Docker itself would refuse, and what it would accept
 * but this product must not have.
 *
 * @param knownSettings names that its variables may have.
 */
export function checkCompose(file: ComposeFile, text: string, knownSettings: string[]): string[] {
  const problems: string[] = [];
  const complain = (isWrong: boolean, problem: string) => void (isWrong && problems.push(problem));
  for (const [name, service] of Object.entries(file.services)) {
    for (const key of Object.keys(service))
      complain(!SERVICE_KEYS.includes(key), `${name} has unknown key ${key}`);
    complain(!service.image, `${name} has no image`);
    complain(!service.healthcheck, `${name} has no health check`);
    complain(
      !service.healthcheck?.disable && service.healthcheck?.test?.[0] !== 'CMD',
      `${name} checks nothing`,
    );
    complain(service.restart === undefined, `${name} has no restart policy`);
    for (const port of service.ports ?? []) {
      // Pictures and sound of meetings.
      const isMedia = name === 'meet-bridge' && port === '10000:10000/udp';
      complain(
        !isMedia && !/^127\.0\.0\.1:\d+:\d+$/.test(port),
        `${name} publishes ${port} beyond this machine`,
      );
    }
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0] ?? '';
      // Configuration from this repository; everything else is in a named volume.
      const isConfiguration = /^\.\/deploy\/[\w/-]+:[\w/-]+:ro$/.test(volume);
      complain(!isConfiguration && !(source in (file.volumes ?? {})), `volume ${source} is not declared`);
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const target = file.services[other];
      complain(!target, `${name} depends on ${other}, which is not there`);
      const isWaitingInVain = condition === 'service_healthy' && target?.healthcheck?.disable === true;
      complain(isWaitingInVain, `${name} waits for the health of ${other}, which is not checked`);
      const isEndless = condition === 'service_completed_successfully' && target?.restart !== 'no';
      complain(isEndless, `${name} waits for ${other} to complete, which restarts`);
    }
    if (!OURS.includes(name)) continue;
    complain(!service.init, `${name} has no init, so that its watchdog cannot end it as process 1`);
    const graceS = Number(service.stop_grace_period?.match(/^(\d+)s$/)?.[1] ?? 0);
    complain(graceS <= 10, `${name} may not drain for 10 s`);
    for (const variable of Object.keys(service.environment ?? {})) {
      complain(!knownSettings.includes(variable), `${variable} is no setting`);
    }
  }
  for (const [, variable = '', fallback] of text.matchAll(/\$\{(\w+)(:-[^}]*)?/g)) {
    complain(!knownSettings.includes(variable), `${variable} is no setting`);
    complain(SECRETS.includes(variable) && fallback !== undefined, `${variable} has a default`);
    complain(SECRETS.includes(variable) && !text.includes(`\${${variable}:?`), `${variable} may be empty`);
  }
  const redis = file.services.redis?.command?.join(' ') ?? '';
  complain(
    !/--appendonly yes --maxmemory-policy noeviction/.test(redis),
    'redis must run with appendonly and noeviction',
  );
  for (const [name, { command, mem_limit }] of Object.entries(file.services)) {
    const share = shareForData(command, mem_limit);
    complain(
      !(share <= 0.6),
      `${name} may use ${share} of its memory for data; rewriting its file needs the rest`,
    );
  }
  return problems;
}

/** Returns `maxmemory` of a Redis as a share of the memory of its container; 0 for another program. */
function shareForData(command: string[] = [], limit = ''): number {
  if (command[0] !== 'redis-server') return 0;
  const maxMemory = command[command.indexOf('--maxmemory') + 1] ?? '';
  return command.includes('--maxmemory') ? megabytes(maxMemory) / megabytes(limit) : Number.POSITIVE_INFINITY;
}

const megabytes = (size: string) => Number(/^(\d+)mb?$/.exec(size)?.[1] ?? Number.NaN);
