import { createHash } from 'node:crypto';
import { firstPaintScript } from '../../browser/first-paint.ts';

/** Source expression of the script for the Content-Security-Policy, computed once for all pages. */
export const firstPaintHash: `sha256-${string}` = `sha256-${createHash('sha256').update(firstPaintScript).digest('base64')}`;
