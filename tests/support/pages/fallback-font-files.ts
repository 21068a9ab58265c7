import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The files of a fallback font, from packages, so that no test depends on the fonts of the machine. */
export interface FontFiles {
  regular: string;
  bold: string;
}

/**
 * Files by the name of the fallback font. Arimo has the widths of Arial and Helvetica. There is no free font with the
 * widths of Helvetica Neue.
 */
export const fallbackFontFiles: Readonly<Record<string, FontFiles>> = {
  Arial: {
    regular: resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
    bold: resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
  },
  Roboto: {
    regular: resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
    bold: resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  },
  'Noto Sans': {
    regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  'DejaVu Sans': {
    regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
};
