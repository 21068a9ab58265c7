/** Tokens of interactive elements, as `#rrggbb`. */
type Tones = Record<'primary' | 'primaryStrong' | 'primarySoft' | 'onPrimary', string>;

/** Vite plugin that replaces the colour of buttons and links; without colours it changes nothing. */
export function accentStyles(colours: Record<'light' | 'dark', Tones> | undefined) {
  return {
    name: 'accent-styles',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (!colours || !id.endsWith('/src/styles/global.css')) return undefined;
      return `${code}\n${accentRule(colours)}\n`;
    },
  };
}

function accentRule({ light, dark }: Record<'light' | 'dark', Tones>): string {
  const tokens = {
    primary: 'primary',
    primaryStrong: 'primary-strong',
    primarySoft: 'primary-soft',
    onPrimary: 'on-primary',
  } as const;
  const names = Object.keys(tokens) as (keyof typeof tokens)[];
  return `:root { ${names.map((name) => `--${tokens[name]}: light-dark(${light[name]}, ${dark[name]});`).join(' ')} }`;
}
