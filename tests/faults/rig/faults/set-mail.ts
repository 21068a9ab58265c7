import type { System } from '../processes/start-system.ts';

/** Sets what the mail server of the sandbox does, as its control takes it. */
export async function setMail({ sandbox }: System, body: object): Promise<void> {
  const response = await fetch(`${sandbox.httpUrl}/mail/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The control of mails returned ${response.status}`);
}
