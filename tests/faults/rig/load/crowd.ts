import { createPerson } from '#tests/support/people/create-person.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { type SignedIn, signUpBody } from '#tests/support/people/people.ts';
import type { System } from '../processes/start-system.ts';

/** The people of a run, created before the faults begin. */
export interface Crowd {
  learners: readonly [SignedIn, ...SignedIn[]];
  sponsors: readonly [SignedIn, ...SignedIn[]];
  /** `Cookie` header of the operator's session. */
  cookie: string;
}

/** So many that two payments at a time rarely have the same people. */
const each = 40;

/** Creates learners, sponsors and an operator in the database. */
export async function gatherCrowd(system: System): Promise<Crowd> {
  const gather = async (role: 'learner' | 'sponsor') => {
    const people: SignedIn[] = [];
    for (let index = 0; index < each; index++) {
      const body = signUpBody(role);
      const { email, password, fullName } = body;
      people.push({ email, password, fullName, token: await createPerson(system, body) });
    }
    return people as [SignedIn, ...SignedIn[]];
  };
  return {
    learners: await gather('learner'),
    sponsors: await gather('sponsor'),
    cookie: (await joinDesk(system)).cookie,
  };
}
