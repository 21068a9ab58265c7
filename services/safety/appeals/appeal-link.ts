import * as z from 'zod/mini';
import type { Config } from '#services/platform/config.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

const appealLink = defineToken('appeal', z.object({ sub: z.uuid() }));

/**
 * Returns the address of the page on which a suspended person appeals, who cannot sign in. Its token has no expiry: the
 * suspension decides whether an appeal is possible.
 */
export async function appealPageUrl(
  suspensionId: string,
  config: TokenConfig & Pick<Config, 'publicUrl'>,
): Promise<string> {
  const token = await appealLink.sign({ sub: suspensionId }, config, { expiresAt: 'never' });
  return `${config.publicUrl}/appeal?token=${token}`;
}

/** Verifies a token and returns the id of the suspension; undefined when it is forged or has another purpose. */
export async function readAppealToken(text: string, config: TokenConfig): Promise<string | undefined> {
  return (await appealLink.verify(text, config))?.sub;
}
