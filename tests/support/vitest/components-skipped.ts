import { it } from 'vitest';
import { requireChromium } from './requirements.ts';

it.skipIf(requireChromium().missing)('components are tested in Chromium', () => {});
