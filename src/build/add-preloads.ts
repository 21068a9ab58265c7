/** Static imports of the scripts of a build, by address. */
export type Imports = Readonly<Record<string, readonly string[]>>;

const attributeOf = (tag: string, name: string) => tag.split(` ${name}="`, 2)[1]?.split('"', 1)[0];

/** Returns the addresses of the scripts of the islands that are loaded with the page; the others wait until they are seen. */
function scriptsOfIslands(html: string): string[] {
  const [, ...islands] = html.split('<astro-island');
  return islands.flatMap((text) => {
    const tag = text.slice(0, text.indexOf('>'));
    if (!['only', 'load'].includes(attributeOf(tag, 'client') ?? '')) return [];
    return [attributeOf(tag, 'component-url') ?? '', attributeOf(tag, 'renderer-url') ?? ''];
  });
}

// React takes as long to start as everything else of an island together. As a script of its own it does so in a task of its own,
// between which the browser answers to the person.
const tagOf = (address: string) =>
  /\/react\.[\w-]+\.js$/.test(address)
    ? `<script type="module" async src="${address}"></script>`
    : `<link rel="modulepreload" href="${address}">`;

/** Returns the page with a tag for each script that its islands import, directly or through others. */
export function addPreloads(html: string, imports: Imports): string {
  const scripts = new Set<string>();
  const visit = (address: string) => {
    if (scripts.has(address)) return;
    scripts.add(address);
    for (const imported of imports[address] ?? []) visit(imported);
  };
  scriptsOfIslands(html).forEach(visit);
  const tags = [...scripts].map(tagOf).join('');
  return html.replace('</head>', () => `${tags}</head>`);
}
