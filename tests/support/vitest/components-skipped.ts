import { it } from 'vitest';
import { needs, requireChromium } from './requirements.ts';

it('components are tested in Chromium', needs(requireChromium()), () => {});
