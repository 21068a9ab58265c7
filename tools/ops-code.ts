import { totpCode } from '#services/desk/operators/second-factor.ts';
import { sampleOperatorSecret } from '#services/seed/sample-operators.ts';

/** `npm run ops:code`: prints the current TOTP code of the sample operators, which each of them can use once. */
process.stdout.write(`${totpCode(sampleOperatorSecret)}\n`);
