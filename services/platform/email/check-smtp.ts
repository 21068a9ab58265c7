import { createTransport, type NodemailerError } from 'nodemailer';
import { ServerUnavailableError, serverUnavailable } from '../server-unavailable.ts';

/**
 * Connects to the mail server, with TLS and sign-in as for a mail, and sends none.
 *
 * @throws {ServerUnavailableError} in one line. What the server says is left out: it may repeat the password.
 */
export async function checkSmtp(smtpUrl: string, timeoutMs: number): Promise<void> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
  } catch (error) {
    const { code, responseCode, message } = error as NodemailerError;
    // Errors of the network have the code ESOCKET, and their own one in the message alone.
    const network = /\bE[A-Z]{4,}\b/.exec(message)?.[0];
    const cause = network ? Object.assign(new Error(network), { code: network }) : error;
    if (responseCode === undefined) throw serverUnavailable('SMTP_URL', 'The mail server', smtpUrl, cause);
    const response = code === 'EAUTH' ? 'rejects the sign-in' : `responds with ${responseCode}`;
    throw new ServerUnavailableError(`SMTP_URL: The mail server at ${new URL(smtpUrl).host} ${response}.`);
  } finally {
    transport.close();
  }
}
