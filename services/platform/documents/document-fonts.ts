import { fileURLToPath } from 'node:url';

const file = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

export const plain = file('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
export const bold = file('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** Fonts for characters that the present one does not have, in order. DejaVu has Arabic, N'Ko and Tifinagh. */
export const fallbacks = [
  plain,
  file('@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff'),
  file('@fontsource/noto-sans-vai/files/noto-sans-vai-vai-400-normal.woff'),
];
