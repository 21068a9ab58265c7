import type { Situation } from './matrix.ts';

const allCallers = { A: 200, LO: 200, L2: 200, S: 200, SP: 200 };

/** Who may do what with the catalogue. */
export const catalogueMatrix: Record<string, Situation[]> = {
  'GET /explore/filter': [
    { about: 'as it is', send: () => ({ path: '/explore/filter?search=data' }), expected: allCallers },
  ],
  'GET /explore/suggest': [
    { about: 'some letters', send: () => ({ path: '/explore/suggest?q=da' }), expected: allCallers },
  ],
  'GET /explore/course/:slug': [
    {
      about: 'a name of no course',
      send: () => ({ path: '/explore/course/no-such-course' }),
      expected: { A: 404, LO: 404, L2: 404, S: 404, SP: 404 },
    },
  ],
  'GET /explore/saved': [
    {
      about: 'a course that no user has saved',
      send: () => ({ path: `/explore/saved?ids=${crypto.randomUUID()}` }),
      expected: { A: 401, LO: 200, L2: 200, S: 200, SP: 200 },
    },
  ],
  'POST /dashboard/add': [
    {
      about: 'to the caller’s dashboard',
      send: () => ({
        path: '/dashboard/add',
        json: {
          title: 'Learn SQL',
          description: 'Tables.',
          link: `https://sql.example/${crypto.randomUUID()}`,
        },
      }),
      expected: { A: 401, LO: 201, L2: 201, S: 201, SP: 201 },
    },
  ],
};
