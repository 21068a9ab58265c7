import { fileURLToPath } from 'node:url';

export const plain = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
export const bold = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
const ethiopic = import.meta.resolve(
  '@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff',
);
const vai = import.meta.resolve('@fontsource/noto-sans-vai/files/noto-sans-vai-vai-400-normal.woff');

/** Fonts for characters that the present one does not have, in order. DejaVu has Arabic, N'Ko and Tifinagh. */
export const fallbacks = [plain, fileURLToPath(ethiopic), fileURLToPath(vai)];
