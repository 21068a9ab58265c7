/** CSS variables of the typefaces, which fonts.ts declares and the head of each page loads. */
export const webFonts = ['--face-text', '--face-display'] as const;
