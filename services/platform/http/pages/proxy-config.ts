import { extname } from 'node:path';
import { documentHeaders, listSecurityHeaders } from '../middleware.ts';
import { addressOf, hashedFolders, headersOf, isPart } from './build-files.ts';
import type { PolicyOf } from './page-policies.ts';

interface Files {
  root: string;
  names: string[];
}

const policyHeader = 'Content-Security-Policy';

interface Site {
  /** The folder of files with an address of their own, and their names, such as `help/index.html`. */
  pages: Files;
  /** The folder of files with hashed names, and those of the release. */
  assets: Files;
  policyOf: PolicyOf;
  publicUrl: string;
}

/**
 * Returns the lines of a Caddyfile that serve files of the build with the headers of the API, for GET and HEAD, and leave all other
 * requests to the lines that follow.
 */
export function describeForProxy({ pages, assets, policyOf, publicUrl }: Site): string {
  // The file server repeats Vary for files with encodings; to replace it would cost a tenth of the requests.
  const common: Header[] = [...listSecurityHeaders({ publicUrl }), ['Vary', 'Accept-Encoding']];
  const ofParts = common.filter(([header]) => !documentHeaders.includes(header));
  const set = (matcher: string, headers: readonly Header[]) =>
    block(
      `header ${matcher}`,
      headers.map(([header, value]) => `${header} ${quote(value)}`),
    );
  const files = pages.names.map((name) => ({ name, headers: headersOf(name, policyOf) }));

  const handle = (name: string, folder: string, chosen: string[], lines: string[]) => [
    ...block(`@${name}`, ['method GET HEAD', ...chosen]),
    ...block(`handle @${name}`, [
      ...lines,
      `root * ${quote(folder)}`,
      // Ranges are of no use for pages; the API ignores them as well.
      'request_header -Range',
      ...block('file_server', ['precompressed br gzip']),
    ]),
  ];

  // The variables of a map are empty for other addresses; a header without a value would be sent as well. Caddy looks them up when it
  // needs them, and sets headers before it rewrites the path.
  const handleListed = (name: string, listed: typeof files, own: string[]) => {
    const file = `{${name}_file}`;
    const variables = own.map((header): Header => [header, `{${name}_${header}}`]);
    const rows = listed.map((each) => [
      addressOf(each.name),
      `/${each.name}`,
      ...own.map((header) => each.headers[header] ?? ''),
    ]);
    return [
      ...block(
        `map {path} ${[file, ...variables.map(([, variable]) => variable)].join(' ')}`,
        rows.map((row) => row.map(quote).join(' ')),
      ),
      ...handle(
        name,
        pages.root,
        [`vars {path} ${rows.map(([address = '']) => quote(address)).join(' ')}`],
        [...set('*', [...common, ['Cache-Control', 'no-cache'], ...variables]), `rewrite ${file}`],
      ),
    ];
  };

  const isPage = ({ headers }: (typeof files)[number]) => policyHeader in headers;
  // Caddy's own type of a file depends on the machine.
  const kinds = new Map(assets.names.map((name) => [extname(name), name]));
  const lines = [
    ...handle(
      'asset',
      assets.root,
      [
        `path ${hashedFolders.map((folder) => `/${folder}/*`).join(' ')}`,
        ...block('file', [`root ${quote(assets.root)}`]),
      ],
      [...kinds].flatMap(([end, name]) => [
        `@kind${end} path *${end}`,
        ...set(`@kind${end}`, [
          ...(isPart(name) ? ofParts : common),
          ...Object.entries(headersOf(name, policyOf)).filter(([header]) => header !== 'Vary'),
        ]),
      ]),
    ),
    ...handleListed('page', files.filter(isPage), ['Content-Type', policyHeader]),
    ...handleListed(
      'file',
      files.filter((file) => !isPage(file)),
      ['Content-Type'],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

type Header = [name: string, value: string];

const block = (start: string, lines: string[]) => [`${start} {`, ...lines.map((line) => `\t${line}`), '}'];

// Between backquotes nothing is escaped.
const quote = (value: string) => `\`${value}\``;
