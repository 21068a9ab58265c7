import type { Role } from '#contracts/endpoint.ts';
import { paths } from '../../../browser/paths.ts';
import { siteStorage, storageKeys } from '../../../browser/storage.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { forLearnersCopy as copy } from '../sponsorships.copy.ts';
import { Listing, type ListingProps } from './Listing.tsx';

/** The listing for sponsors; an explanation for learners, who are not authorized to call it. */
export function ListingForRole({ role, ...listing }: ListingProps & { role: Role | undefined }) {
  const known = role ?? siteStorage.read(storageKeys.role);
  return known === 'learner' ? <ForLearners /> : <Listing {...listing} />;
}

/** Shown to learners in place of the sponsors' listing. */
function ForLearners() {
  return (
    <div className="stack stack-loose">
      <section className="stack">
        <h1>{copy.title}</h1>
        <p>{copy.lead}</p>
        <p className="row">
          <LinkButton href={paths.help} text={copy.help} />
          <LinkButton kind="quiet" href={paths.dashboard} text={copy.dashboard} />
        </p>
      </section>
      <section className="stack">
        <h2>{copy.seeTitle}</h2>
        <ul>
          {copy.see.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{copy.notSeen}</p>
      </section>
      <section className="stack">
        <h2>{copy.becomeTitle}</h2>
        <p>{copy.become}</p>
      </section>
    </div>
  );
}
