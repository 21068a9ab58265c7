import { randomBytes } from 'node:crypto';

const key = () => randomBytes(32).toString('base64');
const password = () => randomBytes(18).toString('hex');

/** What generates each secret that an installation makes up itself. */
const generators: Record<string, () => string> = {
  TOKEN_SECRET: key,
  CREDENTIAL_KEYS: () => `1:${key()}`,
  POSTGRES_PASSWORD: password,
  POSTGRES_APP_PASSWORD: password,
  MEETING_XMPP_PASSWORD: password,
};

/** Returns the text of `.env.example` with a fresh value for each secret that is empty there. */
export function fillSecrets(example: string): string {
  return example.replaceAll(/^([A-Z_]+)=$/gm, (line, name: string) => `${line}${generators[name]?.() ?? ''}`);
}
