/** Static imports of the scripts of a build, by address. */
export type Imports = Readonly<Record<string, readonly string[]>>;

// Islands that are loaded with the page; the others wait until they are seen.
const island =
  /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="(?:only|load)"/g;

/** Returns the page with a link for each script that its islands import, directly or through others. */
export function addPreloads(html: string, imports: Imports): string {
  const scripts = new Set<string>();
  const visit = (address: string) => {
    if (scripts.has(address)) return;
    scripts.add(address);
    for (const imported of imports[address] ?? []) visit(imported);
  };
  for (const [, component = '', renderer = ''] of html.matchAll(island)) {
    visit(component);
    visit(renderer);
  }
  const links = [...scripts].map((address) => `<link rel="modulepreload" href="${address}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
