import type { Config } from '#services/platform/config.ts';
import type { DatabaseContent } from '#services/seed/describe-content.ts';
import type { SampleSignIn } from '#services/seed/seed.ts';
import type { ProductEnvironment } from './product-environment.ts';

/** Returns the text printed when everything is ready. */
export function describeStart(
  { brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>,
  { sandboxPort, needsMailbox, needsPaymentSandbox, needsGoogle }: ProductEnvironment,
  { dataDir, notes, signIns }: { dataDir: string; notes: string[]; signIns: SampleSignIn[] },
): string {
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const addresses = [
    ['Product', publicUrl],
    ...(needsMailbox ? [['Mailbox', `${sandboxUrl}/mail`]] : []),
    ...(needsPaymentSandbox ? [['Payments', `${sandboxUrl}/payments/control`]] : []),
    ...(needsGoogle ? [['Google', `${sandboxUrl}/google/control`]] : []),
    ['API', `${publicUrl}/api/docs`],
    ['Health', `${publicUrl}/health/ready`],
    ['Data', dataDir],
  ];
  return [
    '',
    `${brand.name} is ready (${(performance.now() / 1000).toFixed(1)} s).`,
    '',
    ...addresses.map(([name = '', address]) => `  ${name.padEnd(9)} ${address}`),
    ...notes.map((note) => `  ${note}`),
    ...describeSignIns(signIns),
    '',
    'Ctrl-C ends everything; the data stays.',
    '',
  ].join('\n');
}

/** Returns the lines that list the sample sign-ins. */
export function describeSignIns(signIns: readonly SampleSignIn[]): string[] {
  if (signIns.length === 0) return [];
  const width = Math.max(...signIns.map(({ email }) => email.length));
  const lines = signIns.map(
    ({ role, email, password, note }) =>
      `  ${role.padEnd(9)} ${email.padEnd(width)}  ${password}${note ? `  ${note}` : ''}`,
  );
  return ['', '  Sample sign-ins', ...lines];
}

/** Returns a hint about missing content of a configured database; undefined when nothing is missing. */
export function describeMissingContent(content: DatabaseContent, isSandbox: boolean): string | undefined {
  if (content.hasCourses) return undefined;
  if (content.hasPeople || !isSandbox)
    return 'The catalogue is empty. Import courses: npm run catalogue:import -- FILE';
  return 'The database is empty. Fill it with sample people, requests and courses: npm run db:seed';
}
