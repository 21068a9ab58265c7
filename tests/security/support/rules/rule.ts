import type { KnownId, KnownIds, KnownRequest } from '../known-ids.ts';
import type { Caller } from '../world.ts';

/** Returns the status for callers who may not make a call at all; undefined for those who may. */
export type Gate = (caller: Caller) => 401 | 403 | 404 | undefined;

const learners: readonly Caller[] = ['LO', 'L2'];
const sponsors: readonly Caller[] = ['SU', 'S', 'SP', 'SI', 'SR'];
const staff: readonly Caller[] = ['OP', 'LD'];

/** For the calls of the product an operator is a visitor: the session of the desk is not a token. */
const onlyFor = (allowed: readonly Caller[]): Gate => {
  return (caller) =>
    allowed.includes(caller) ? undefined : caller === 'A' || staff.includes(caller) ? 401 : 403;
};

/** Who may make a call. */
export const gates = {
  /** Without an account as well. */
  public: () => undefined,
  signedIn: onlyFor([...learners, ...sponsors]),
  learners: onlyFor(learners),
  sponsors: onlyFor(sponsors),
  /** Without a valid signature it is refused for all. */
  signature: () => 401,
  /** Learners and sponsors do not learn that the desk is there. */
  desk: (caller) => (staff.includes(caller) ? undefined : 404),
  lead: (caller) => (caller === 'LD' ? undefined : caller === 'OP' ? 403 : 404),
} satisfies Record<string, Gate>;

export const isSponsor = (caller: Caller) => sponsors.includes(caller);

/** A value of a parameter: whose it is, and the statuses for callers who may not use it. */
export interface Target {
  about: 'own' | 'other’s' | 'missing' | 'malformed' | 'deleted';
  value: string;
  mayUse: (caller: Caller) => boolean;
  /** Statuses for a caller who may not use it. */
  denied: (caller: Caller) => readonly number[];
}

/** Values of one parameter. The first is one that some caller may use; it stands in while another parameter varies. */
export type Targets = (known: KnownIds) => Target[];

/** The rules of a call, declared apart from its contract. */
export interface Rule {
  who: Gate;
  /** Every parameter that names something, as `params.id`, `query.reference`, `body.requestId`. */
  ids?: Record<string, Targets>;
  /** Statuses for callers who may: by default any success, and 409 and 422 for a state that does not allow it. */
  allowed?: readonly number[];
  /** Own values are left to the situations of the matrix: the call would use up what others need. */
  usesUp?: true;
}

const missing = ['00000000-0000-4000-8000-000000000000', 'c0ffee00-1d2e-4f3a-8b4c-5d6e7f809a1b'];
const malformed = [
  'x',
  `' OR '1'='1`,
  '../../settings',
  '%00',
  '00000000-0000-4000-8000-00000000000g',
  'null',
];
const never = () => false;

/** Values that name nothing: well-formed and malformed. */
export function namesNothing(denied: readonly number[], deniedMalformed = denied): Target[] {
  return [
    ...missing.map((value): Target => ({ about: 'missing', value, mayUse: never, denied: () => denied })),
    ...malformed.map(
      (value): Target => ({ about: 'malformed', value, mayUse: never, denied: () => deniedMalformed }),
    ),
  ];
}

/** Statuses where they are not 404. */
interface Denied {
  malformed?: readonly number[];
  /** For a request that was public and is paid or withdrawn: sponsors may have seen it. */
  closed?: readonly number[];
  /** For the learner's own request in a state that does not allow it. */
  own?: readonly number[];
}

const notFound = [404] as const;

/** A request that only some callers may use. */
export function request(
  may: (caller: Caller, request: KnownRequest) => boolean,
  { malformed: wrong = notFound, closed = notFound, own = notFound }: Denied = {},
): Targets {
  const targetOf = (known: KnownRequest, value = known.id): Target => ({
    about: known.state === 'erased' ? 'deleted' : known.owner === 'LO' ? 'own' : 'other’s',
    value,
    mayUse: (caller) => known.state !== 'erased' && may(caller, known),
    denied: (caller) => {
      if (known.state === 'erased') return notFound;
      if (known.owner === caller) return own;
      return known.isPublic && known.state !== 'open' ? closed : notFound;
    },
  });
  return ({ requests }) => [
    ...requests.map((known) => targetOf(known)),
    // Ids are the same in upper case, so a check by text must not differ.
    ...requests.map((known) => targetOf(known, known.id.toUpperCase())),
    ...namesNothing(notFound, wrong),
  ];
}

/** Something that only its owners may use. */
export function owned(
  kind: { [K in keyof KnownIds]: KnownIds[K] extends KnownId[] ? K : never }[keyof KnownIds],
  {
    denied = notFound,
    malformed: wrong = denied,
  }: { denied?: readonly number[]; malformed?: readonly number[] } = {},
): Targets {
  return (known) => [
    ...known[kind].map(
      ({ id, owners, isDeleted }, at): Target => ({
        about: isDeleted ? 'deleted' : at === 0 ? 'own' : 'other’s',
        value: id,
        mayUse: (caller) => !isDeleted && owners.includes(caller),
        denied: () => denied,
      }),
    ),
    ...namesNothing(denied, wrong),
  ];
}

/** Something of the desk, which every operator may use. */
export function anyOf(kind: 'cases' | 'users' | 'operators' | 'payments' | 'courses'): Targets {
  return (known) => [
    ...known[kind].map(
      ({ id, isDeleted }): Target => ({
        about: isDeleted ? 'deleted' : 'own',
        value: id,
        mayUse: () => !isDeleted,
        denied: () => notFound,
      }),
    ),
    ...namesNothing([404]),
  ];
}
