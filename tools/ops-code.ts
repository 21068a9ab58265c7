import { totpCode } from '#services/desk/operators/second-factor.ts';
import { sampleOperatorSecret } from '#services/seed/sample-operator.ts';

/** `npm run ops:code`: prints the current TOTP code of the sample operator. */
process.stdout.write(`${totpCode(sampleOperatorSecret)}\n`);
