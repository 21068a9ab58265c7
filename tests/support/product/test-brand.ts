import { toBrand } from '#services/platform/brand/brand-settings.ts';
import { readStartSettings } from '#services/platform/config.ts';

/** The brand of a sandbox without settings. */
export const { brand: testBrand } = toBrand(readStartSettings({}));
