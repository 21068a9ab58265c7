import type { SampleSignIn } from '#services/platform/database/seed/seed.ts';

/** What the start tells when everything is ready. */
export function describeStart(started: {
  tookMs: number;
  publicUrl: string;
  /** Port of the outside world's stand-ins, and which of them run. */
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
  const lines = ['', `CourseLift is ready (${(started.tookMs / 1000).toFixed(1)} s).`, ''];
  for (const [name = '', address] of addresses) lines.push(`  ${name.padEnd(9)} ${address}`);
  for (const note of started.notes) lines.push(`  ${note}`);
  if (started.signIns.length > 0) {
    lines.push('', '  Sample sign-ins');
    const width = Math.max(...started.signIns.map(({ email }) => email.length));
    for (const { role, email, password } of started.signIns) {
      lines.push(`  ${role.padEnd(9)} ${email.padEnd(width)}  ${password}`);
    }
  }
  lines.push('', 'Ctrl-C ends everything; the data stays.', '');
  return lines.join('\n');
}
