import type { Mutation } from './mutation.ts';

const cookies = ['tests/security/page-cookie.db.test.ts'];
const cookie = { file: 'services/accounts/sessions/page-session.ts', tests: cookies };
const reading = {
  file: 'services/platform/http/pages/read-for-page.ts',
  tests: ['services/platform/http/pages/read-for-page.db.test.ts'],
};
const calls = { file: 'src/browser/api.ts', tests: ['src/browser/api.test.ts'] };
const island = ['src/ui/islands/mount-island.component.test.tsx'];

/** Changes to rules of pages that are rendered for a person (decision 145). */
const mutations: readonly Mutation[] = [
  {
    rule: 'A token of another purpose is not a page cookie, and a page cookie is no token.',
    ...cookie,
    find: "defineToken('page', ",
    replace: "defineToken('web', ",
  },
  {
    rule: 'The page cookie ends with the browser when the session is not kept.',
    ...cookie,
    find: 'const maxAgeS = isKept ? Math.floor(lifetimeMs / 1000) : undefined;',
    replace: 'const maxAgeS = Math.floor(lifetimeMs / 1000);',
  },
  {
    rule: 'A page of another site cannot end the session of a page cookie.',
    file: 'services/app.ts',
    tests: cookies,
    find: "    rejectCrossSite(req);\n    res.set({ 'Cache-Control': 'no-store', 'Set-Cookie'",
    replace: "    res.set({ 'Cache-Control': 'no-store', 'Set-Cookie'",
  },
  {
    rule: 'A page that ends a session ends that of its cookie.',
    file: 'services/accounts/sessions/end-page-session.ts',
    tests: cookies,
    find: 'if (!sessionId) return;',
    replace: 'if (sessionId) return;',
  },
  {
    rule: 'A read of another account is not taken for the same.',
    ...calls,
    find: 'JSON.stringify([path, sent, $token.get()]);',
    replace: 'JSON.stringify([path, sent]);',
  },
  {
    rule: 'What has not changed is not sent again.',
    ...calls,
    find: "init.headers.set('if-none-match', known.etag);",
    replace: '',
  },
  {
    rule: 'A page that is rendered has no payment verified.',
    ...reading,
    file: 'services/payments/verify-payment.ts',
    find: 'if (isForPage && ',
    replace: 'if (false && ',
  },
  {
    rule: 'A page reads for its person only what the role may see.',
    ...reading,
    find: '      rejectOtherRoles(caller, auth);\n',
    replace: '',
  },
  {
    rule: 'What a page reads counts against the rate limit of the call.',
    ...reading,
    find: '    const counted = await access.limit(contract, { req, caller, body: undefined });\n',
    replace: '    const counted = { succeeded: async () => undefined };\n',
  },
  {
    rule: 'A page makes no call that has an effect.',
    ...reading,
    find: "method !== 'GET' || contract.hasEffect || ",
    replace: '',
  },
  {
    rule: 'What was typed before the script of an island ran is typed again.',
    file: 'src/browser/typed-fields.ts',
    tests: island,
    find: '  readChangedFields(root, typed);\n  const events',
    replace: '  const events',
  },
  {
    rule: 'What is typed while an island hydrates is typed again.',
    file: 'src/browser/typed-fields.ts',
    tests: island,
    find: "['focusin', 'input']",
    replace: "['focusin']",
  },
  {
    rule: 'A field keeps the focus when its island is rendered anew.',
    file: 'src/browser/typed-fields.ts',
    tests: island,
    find: 'if (key) [',
    replace: 'if (!key) [',
  },
  {
    rule: 'What was typed before an error of an island is typed again.',
    file: 'src/ui/islands/mount-island.tsx',
    tests: island,
    find: 'readTypedFields(this.props.element, this.typed);',
    replace: 'undefined;',
  },
];

export default mutations;
