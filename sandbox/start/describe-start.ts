import type { DatabaseContent } from '#services/seed/describe-content.ts';
import type { SampleSignIn } from '#services/seed/seed.ts';

/** Returns the text printed when everything is ready. */
export function describeStart(started: {
  /** Of the product. */
  name: string;
  tookMs: number;
  publicUrl: string;
  /** Port of the sandbox, and which of its providers run. */
  sandbox: { port: number; hasMailbox: boolean; hasPayments: boolean; hasGoogle: boolean };
  dataDir: string;
  notes: string[];
  signIns: SampleSignIn[];
}): string {
  const { publicUrl, sandbox } = started;
  const outside = `http://localhost:${sandbox.port}`;
  const addresses = [
    ['Product', publicUrl],
    ...(sandbox.hasMailbox ? [['Mailbox', `${outside}/mail`]] : []),
    ...(sandbox.hasPayments ? [['Payments', `${outside}/payments/control`]] : []),
    ...(sandbox.hasGoogle ? [['Google', `${outside}/google/control`]] : []),
    ['API', `${publicUrl}/api/docs`],
    ['Health', `${publicUrl}/health/ready`],
    ['Data', started.dataDir],
  ];
  const lines = ['', `${started.name} is ready (${(started.tookMs / 1000).toFixed(1)} s).`, ''];
  for (const [name = '', address] of addresses) lines.push(`  ${name.padEnd(9)} ${address}`);
  for (const note of started.notes) lines.push(`  ${note}`);
  lines.push(...describeSignIns(started.signIns));
  lines.push('', 'Ctrl-C ends everything; the data stays.', '');
  return lines.join('\n');
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
